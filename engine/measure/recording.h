// SPDX-License-Identifier: Apache-2.0
// What a run records of chosen measures beside their values: distributions, samples at intervals,
// sums for batch means.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "engine/containers/function_ref.h"
#include "engine/measure/quantile_sketch.h"
#include "engine/measure/time_bins.h"
#include "engine/net/net.h"

namespace petriloom {

inline constexpr std::uint32_t kUnwatched = 0xffffffffU;

/// One member of a measure of which more than the value is recorded. Numbers of what does not
/// affect it are kUnwatched.
struct Watched {
  std::uint32_t measure = 0;
  std::uint32_t row = 0;
  std::uint32_t sketch = kUnwatched;  ///< its distribution within a run
  std::uint32_t column = kUnwatched;  ///< in the bins: integral, or number of firings
  std::uint32_t sums = kUnwatched;    ///< in the bins: sum of the values of firings
  std::vector<std::uint32_t> series;
};
struct WatchedSeries {
  std::uint32_t watched = 0;
  double interval = 0;  ///< s
};

/// What every run of a simulation records; made once (engine/statistics/statistics.h).
struct RecordingPlan {
  /// In s; what happens before is not measured.
  double from = 0;
  /// In s: the end of a run, where it is known.
  double until = std::numeric_limits<double>::infinity();
  std::vector<Watched> watched;
  /// In `watched`, by measure and row; kUnwatched.
  std::vector<std::vector<std::uint32_t>> numbers;
  std::vector<WatchedSeries> series;
  std::size_t sketches = 0;
  std::size_t columns = 0;  ///< of the bins; 0: no bins
  /// Asked now and then with the bins and the time; the run ends when it says yes. May be empty.
  std::function<bool(const TimeBins& bins, double now)> satisfied;
};

/// What one run recorded, in the order of the plan.
struct Recorded {
  std::vector<QuantileSketch> sketches;
  std::vector<std::vector<double>> series;  ///< samples at 0, interval ...
  bool series_cut = false;                  ///< there would have been more than kMostSamples
  TimeBins bins;
  bool satisfied = false;

  /// As every accumulator (engine/state/state_numbers.h).
  void save(StateWriter& writer) const;
  void load(StateReader& reader);
};

class Recording {
 public:
  static constexpr std::size_t kMostSamples = 1'000'000;  ///< of one series

  /// `plan` must outlive it; null: nothing is recorded.
  explicit Recording(const RecordingPlan* plan);

  /// Number of a member for the functions below; kUnwatched if nothing of it is recorded.
  [[nodiscard]] std::uint32_t number(std::size_t measure, std::size_t row) const;
  /// From when on is measured, s.
  [[nodiscard]] double from() const { return plan_ == nullptr ? 0 : plan_->from; }

  /// A state measure had a value from `since` to `now`. Calls follow each other in time.
  void held(std::uint32_t number, double since, double now, double value);
  /// A state measure had values of this mean from `since` to `now`, at each time that of `at`.
  /// Calls follow each other in time.
  void flowed(std::uint32_t number, double since, double now, double mean, FunctionRef<double(double)> at);
  /// A measure of firings counted so many, of this value each.
  void counted(std::uint32_t number, double now, double value, std::uint64_t times);
  /// Whether it is time to ask `satisfied`; what state measures held must be told up to `now`
  /// before.
  [[nodiscard]] bool due(double now) const { return now >= next_check_; }
  /// Asks `satisfied`.
  bool satisfied(double now);
  /// The run is over. Returns what was recorded.
  Recorded finish(double now);

  /// What was recorded of one member so far, as every accumulator (engine/state/state_numbers.h).
  void save(std::uint32_t number, StateWriter& writer) const;
  void load(std::uint32_t number, StateReader& reader);
  /// What is common to all members; to be loaded before them.
  void save(StateWriter& writer) const;
  void load(StateReader& reader);

 private:
  void sample(std::uint32_t series, double before, bool including, double value);
  void add_held(const Watched& one, double since, double now, double value);

  const RecordingPlan* plan_;
  Recorded recorded_;
  // By series: a count or sum until now, or the value that a state measure has.
  std::vector<double> totals_;
  std::uint64_t events_ = 0;
  double next_check_ = std::numeric_limits<double>::infinity();
};

}  // namespace petriloom
