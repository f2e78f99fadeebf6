// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/recording.h"

#include <algorithm>
#include <cmath>

namespace petriloom {

Recording::Recording(const RecordingPlan* plan) : plan_(plan) {
  if (plan == nullptr) return;
  recorded_.sketches.resize(plan->sketches);
  recorded_.series.resize(plan->series.size());
  totals_.resize(plan->series.size());
  if (plan->columns > 0) recorded_.bins = TimeBins(plan->from, plan->until, plan->columns);
  if (plan->satisfied) next_check_ = std::nextafter(plan->from, std::numeric_limits<double>::infinity());
}

std::uint32_t Recording::number(std::size_t measure, std::size_t row) const {
  return plan_ == nullptr || plan_->numbers.empty() ? kUnwatched : plan_->numbers[measure][row];
}

// Samples at all times before a time, or also at it.
void Recording::sample(std::uint32_t series, double before, bool including, double value) {
  std::vector<double>& samples = recorded_.series[series];
  const double interval = plan_->series[series].interval;
  for (;;) {
    const double time = static_cast<double>(samples.size()) * interval;
    if (including ? time > before : time >= before) return;
    if (samples.size() >= kMostSamples) {
      recorded_.series_cut = true;
      return;
    }
    samples.push_back(value);
  }
}

void Recording::held(std::uint32_t number, double since, double now, double value) {
  const Watched& one = plan_->watched[number];
  for (const std::uint32_t series : one.series) {
    sample(series, now, false, value);
    totals_[series] = value;
  }
  add_held(one, since, now, value);
}

void Recording::flowed(std::uint32_t number, double since, double now, double mean, FunctionRef<double(double)> at) {
  const Watched& one = plan_->watched[number];
  for (const std::uint32_t series : one.series) {
    const double interval = plan_->series[series].interval;
    for (;;) {
      const std::size_t taken = recorded_.series[series].size();
      const double time = static_cast<double>(taken) * interval;
      if (!(time < now) || taken >= kMostSamples) break;
      sample(series, std::nextafter(time, now), false, at(std::max(time, since)));
    }
    totals_[series] = at(now);
  }
  add_held(one, since, now, mean);
}

void Recording::add_held(const Watched& one, double since, double now, double value) {
  since = std::max(since, plan_->from);
  if (!(now > since)) return;
  ++events_;
  if (one.sketch != kUnwatched) recorded_.sketches[one.sketch].add(value, now - since);
  if (one.column != kUnwatched) recorded_.bins.hold(one.column, since, now, value);
}

void Recording::counted(std::uint32_t number, double now, double value, std::uint64_t times) {
  const Watched& one = plan_->watched[number];
  const auto weight = static_cast<double>(times);
  events_ += times;
  for (const std::uint32_t series : one.series) {
    sample(series, now, false, totals_[series]);
    totals_[series] += weight * value;
  }
  if (one.sketch != kUnwatched) recorded_.sketches[one.sketch].add(value, weight);
  if (one.column != kUnwatched) recorded_.bins.add(one.column, now, weight);
  if (one.sums != kUnwatched) recorded_.bins.add(one.sums, now, weight * value);
}

bool Recording::satisfied(double now) {
  constexpr double kGrowth = 1.25;  // of the length of the run between looks
  // Changes of values, before which a variance says nothing.
  constexpr std::uint64_t kLeast = 20'000;
  recorded_.satisfied = events_ >= kLeast && plan_->satisfied(recorded_.bins, now);
  next_check_ = plan_->from + (now - plan_->from) * kGrowth;
  return recorded_.satisfied;
}

Recorded Recording::finish(double now) {
  for (std::uint32_t series = 0; series < recorded_.series.size(); ++series) sample(series, now, true, totals_[series]);
  return std::move(recorded_);
}

}  // namespace petriloom
