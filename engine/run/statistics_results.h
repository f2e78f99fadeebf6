// SPDX-License-Identifier: Apache-2.0
// What a simulation estimates beyond the mean of every measure (docs/statistics.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/estimate.h"

namespace petriloom {

struct Quantile {
  double probability = 0;
  double value = 0;
  double half_width = 0;  ///< 0 if it is not known
};
/// Values above `from` (the first interval, and whole numbers: at it, too) up to `to`.
struct HistogramInterval {
  double from = 0;
  double to = 0;
  double share = 0;
};
/// What is distributed: the values of firings, the values in time, or one number for each run.
enum class Over : unsigned char { values, time, runs };

struct EmpiricalDistribution {
  std::string name;
  std::string unit;
  Over over = Over::values;
  double total = 0;  ///< number of values or runs, or s; 0: there were none
  double least = 0;
  double most = 0;
  double error = 0;  ///< largest relative error of `quantiles`; 0: none
  std::vector<Quantile> quantiles;
  std::vector<HistogramInterval> histogram;
};

struct Series {
  std::string name;
  std::string unit;
  double interval = 0;            ///< s
  std::vector<Estimate> samples;  ///< at 0, interval ...; over the runs that lasted so long
};

struct Precision {
  std::string name;
  double wanted = 0;   ///< largest relative half width
  double reached = 0;  ///< infinity if there is no interval
  [[nodiscard]] bool met() const { return reached <= wanted; }
};

/// How runs with tau-leaping went (docs/approximation.md), all together.
struct Leaps {
  double epsilon = 0;             ///< largest relative change of a propensity in a leap; 0: all firings were single ones
  std::uint64_t leaps = 0;        ///< many firings at once
  std::uint64_t exact_steps = 0;  ///< single firings where leaps do not pay
  std::uint64_t rejected = 0;     ///< leaps that would have led to fewer tokens than none, or over a threshold

  /// Those of another run as well.
  void add(const Leaps& other) {
    leaps += other.leaps;
    exact_steps += other.exact_steps;
    rejected += other.rejected;
  }
};

/// How levels were integrated (docs/fluid.md), in all runs together.
struct Flowing {
  double tolerance = 0;         ///< relative, of the integrator; 0: the net has no fluid places
  std::uint64_t steps = 0;      ///< between events
  std::uint64_t crossings = 0;  ///< conditions on levels that changed

  /// Those of another run as well.
  void add(const Flowing& other) {
    steps += other.steps;
    crossings += other.crossings;
  }
};

/// The batches of one long run.
struct Batches {
  std::size_t number = 0;  ///< 0: the run was too short, or replications were made
  double warm_up = 0;      ///< s; left out at the start
  double length = 0;       ///< s; of a batch
  bool found = false;      ///< by MSER-5
  bool settled = true;     ///< false: the best truncation is as late as it may be, so that the run is too short to tell
};

}  // namespace petriloom
