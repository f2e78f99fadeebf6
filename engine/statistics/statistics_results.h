// SPDX-License-Identifier: Apache-2.0
// What a simulation estimates beyond the mean of every measure (docs/statistics.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/statistics/estimate.h"

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

/// The batches of one long run.
struct Batches {
  std::size_t number = 0;  ///< 0: the run was too short, or replications were made
  double warm_up = 0;      ///< s; left out at the start
  double length = 0;       ///< s; of a batch
  bool found = false;      ///< by MSER-5
  /// False: the best truncation is as late as it may be, so that the run is too short to tell.
  bool settled = true;
};

}  // namespace petriloom
