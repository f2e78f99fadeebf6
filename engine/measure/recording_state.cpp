// SPDX-License-Identifier: Apache-2.0
// What a run records beside its measures, saved and loaded.
#include <cmath>

#include "engine/measure/recording.h"

namespace petriloom {

namespace {

double finite(StateReader& reader) {
  const double value = reader.real();
  if (!std::isfinite(value)) throw StateError("a number is not finite");
  return value;
}

}  // namespace

// As it is, not settled: when parts are joined decides on the rounding of sums.
void QuantileSketch::save(StateWriter& writer) const {
  writer.count(static_cast<std::uint64_t>(level_));
  for (const double number : {total_, least_, most_}) writer.real(number);
  for (const std::vector<Part>* const list : {&parts_, &pending_}) {
    writer.count(list->size());
    for (const Part& part : *list) {
      writer.real(part.value);
      writer.real(part.weight);
    }
  }
}

void QuantileSketch::load(StateReader& reader) {
  const std::uint64_t level = reader.count();
  if (level > kMostLevel) throw StateError("a distribution is coarser than any");
  set_level(static_cast<int>(level));
  for (double* const number : {&total_, &least_, &most_}) *number = finite(reader);
  for (std::vector<Part>* const list : {&parts_, &pending_}) {
    list->resize(reader.items(2));
    if (list->size() > kMostParts) throw StateError("a distribution has too many parts");
    for (Part& part : *list) {
      part.value = finite(reader);
      part.weight = finite(reader);
    }
  }
}

void TimeBins::save(StateWriter& writer, std::size_t column) const {
  for (std::size_t k = 0; k < kBins; ++k) writer.real(sum(column, k));
}

void TimeBins::load(StateReader& reader, std::size_t column) {
  for (std::size_t k = 0; k < kBins; ++k) sums_[column * kBins + k] = finite(reader);
}

void TimeBins::set_width(double width) {
  if (!std::isfinite(width) || width < 0) throw StateError("intervals of time have no length");
  width_ = width;
}

void Recording::save(std::uint32_t number, StateWriter& writer) const {
  const Watched& one = plan_->watched[number];
  if (one.sketch != kUnwatched) recorded_.sketches[one.sketch].save(writer);
  for (const std::uint32_t column : {one.column, one.sums}) {
    if (column != kUnwatched) recorded_.bins.save(writer, column);
  }
  for (const std::uint32_t series : one.series) {
    writer.real(totals_[series]);
    writer.count(recorded_.series[series].size());
    for (const double sample : recorded_.series[series]) writer.real(sample);
  }
}

void Recording::load(std::uint32_t number, StateReader& reader) {
  const Watched& one = plan_->watched[number];
  if (one.sketch != kUnwatched) recorded_.sketches[one.sketch].load(reader);
  for (const std::uint32_t column : {one.column, one.sums}) {
    if (column != kUnwatched) recorded_.bins.load(reader, column);
  }
  for (const std::uint32_t series : one.series) {
    totals_[series] = finite(reader);
    recorded_.series[series].resize(reader.items(1));
    for (double& sample : recorded_.series[series]) sample = finite(reader);
  }
}

void Recording::save(StateWriter& writer) const {
  writer.count(events_);
  writer.count(recorded_.series_cut ? 1 : 0);
  writer.real(next_check_);
  writer.real(recorded_.bins.width());
}

void Recording::load(StateReader& reader) {
  events_ = reader.count();
  recorded_.series_cut = reader.count() != 0;
  const double check = reader.real();
  if (plan_ != nullptr && plan_->satisfied) next_check_ = check;
  recorded_.bins.set_width(reader.real());
}

void Recorded::save(StateWriter& writer) const {
  writer.count(sketches.size());
  for (const QuantileSketch& sketch : sketches) sketch.save(writer);
  writer.count(series.size());
  for (const std::vector<double>& samples : series) {
    writer.count(samples.size());
    for (const double sample : samples) writer.real(sample);
  }
  writer.count(series_cut ? 1 : 0);
  writer.count(satisfied ? 1 : 0);
  writer.count(bins.columns());
  writer.real(bins.from());
  writer.real(bins.width());
  for (std::size_t column = 0; column < bins.columns(); ++column) bins.save(writer, column);
}

void Recorded::load(StateReader& reader) {
  sketches.resize(reader.items(4));
  for (QuantileSketch& sketch : sketches) sketch.load(reader);
  series.resize(reader.items(1));
  for (std::vector<double>& samples : series) {
    samples.resize(reader.items(1));
    for (double& sample : samples) sample = finite(reader);
  }
  series_cut = reader.count() != 0;
  satisfied = reader.count() != 0;
  const std::size_t columns = reader.items(TimeBins::kBins);
  const double from = finite(reader);
  const double width = reader.real();
  bins = TimeBins(from, from, columns);
  bins.set_width(width);
  for (std::size_t column = 0; column < columns; ++column) bins.load(reader, column);
}

}  // namespace petriloom
