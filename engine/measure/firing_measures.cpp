// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/firing_measures.h"

#include <algorithm>

namespace petriloom {

FiringMeasures::FiringMeasures(Enabling& enabling, Recording& recording)
    : enabling_(enabling),
      net_(enabling.net()),
      recording_(recording),
      from_(recording.from()),
      first_(net_.measures.size()),
      of_transition_(net_.transitions.size()) {}

void FiringMeasures::add(std::uint32_t number) {
  const Measure& measure = net_.measures[number];
  first_[number] = static_cast<std::uint32_t>(tallies_.size());
  for (std::size_t row = 0; row < member_count(measure); ++row) tallies_.emplace_back().watched = recording_.number(number, row);
  for (const MeasuredFirings& of : measure.until) look(number, of, true);
  for (const MeasuredFirings& of : measure.firings) look(number, of, false);
}

void FiringMeasures::look(std::uint32_t measure, const MeasuredFirings& of, bool ends) {
  Looked& looked = of_transition_[of.transition.index()].emplace_back();
  looked.measure = measure;
  looked.ends = ends;
  looked.value = Code(net_, of.value);
  looked.rows = FiringRows(net_, net_.measures[measure], of);
  if (!looked.rows.decides()) looked.condition = Code(net_, of.condition);
}

// Sums are compensated (W. Kahan, 1965): runs are long and their terms small.
void FiringMeasures::tally(const Measure& measure, Tally& tally, double value, double now, std::uint64_t times) {
  if (tally.watched != kUnwatched) recording_.counted(tally.watched, now, measure.kind == MeasureKind::count ? 1 : value, times);
  if (now < from_) return;
  const double term = value * static_cast<double>(times) - tally.compensation;
  const double sum = tally.sum + term;
  tally.compensation = (sum - tally.sum) - term;
  tally.sum = sum;
  if (tally.count == 0) tally.first = tally.least = tally.most = value;
  tally.least = std::min(tally.least, value);
  tally.most = std::max(tally.most, value);
  tally.last = value;
  tally.count += times;
}

void FiringMeasures::record(Looked& looked, std::span<Word> frame, double now, std::uint64_t times) {
  const Measure& measure = net_.measures[looked.measure];
  Evaluator& evaluator = enabling_.evaluator();
  looked.rows.for_each(frame, [&](std::uint32_t row) {
    if (looked.condition.valid() && looked.condition.eval(evaluator, frame) == 0) return;
    Tally& one = tallies_[first_[looked.measure] + row];
    if (measure.kind != MeasureKind::delay)
      return tally(measure, one, looked.value.valid() ? real_of_word(looked.value.eval(evaluator, frame)) : 0, now, times);
    if (!looked.ends) return one.begun.push(now);
    if (one.begun.empty()) return;
    tally(measure, one, now - one.begun.front(), now);
    one.begun.pop();
  });
}

bool FiringMeasures::tallies_of(TransitionId transition, std::span<const Word> binding, std::vector<std::uint32_t>& tallies) const {
  for (const Looked& looked : of_transition_[transition.index()]) {
    const bool counts = net_.measures[looked.measure].kind == MeasureKind::count && looked.rows.decides();
    if (!counts || looked.value.valid()) return false;
    const std::uint32_t row = looked.rows.row_of(binding);
    if (row != IdTable::kNone) tallies.push_back(first_[looked.measure] + row);
  }
  return true;
}

std::optional<double> FiringMeasures::value(std::size_t measure, std::size_t row) const {
  const Tally& tally = tallies_[first_[measure] + row];
  const MeasureKind kind = net_.measures[measure].kind;
  if (kind == MeasureKind::count) return static_cast<double>(tally.count);
  if (kind == MeasureKind::sum) return tally.sum;
  if (tally.count == 0) return std::nullopt;
  switch (kind) {
    case MeasureKind::minimum:
      return tally.least;
    case MeasureKind::maximum:
      return tally.most;
    case MeasureKind::first:
      return tally.first;
    case MeasureKind::last:
      return tally.last;
    default:
      return tally.sum / static_cast<double>(tally.count);
  }
}

void FiringMeasures::save(std::size_t measure, std::size_t row, StateWriter& writer) const {
  const Tally& one = tallies_[first_[measure] + row];
  writer.count(one.count);
  for (const double number : {one.sum, one.compensation, one.least, one.most, one.first, one.last}) writer.real(number);
  writer.count(one.begun.size());
  for (const double start : one.begun) writer.real(start);
}

void FiringMeasures::load(std::size_t measure, std::size_t row, StateReader& reader) {
  Tally& one = tallies_[first_[measure] + row];
  one.count = reader.count();
  for (double* number : {&one.sum, &one.compensation, &one.least, &one.most, &one.first, &one.last}) *number = reader.real();
  one.begun.clear();
  for (std::size_t left = reader.items(1); left > 0; --left) one.begun.push(reader.real());
}

}  // namespace petriloom
