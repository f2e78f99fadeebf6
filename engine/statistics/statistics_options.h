// SPDX-License-Identifier: Apache-2.0
// What a simulation is asked to estimate beyond the mean of every measure (docs/statistics.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace petriloom {

/// Names of measures may hold `*` for any text, so that `node[*].busy` is a whole family.
struct DistributionRequest {
  std::string name;
  std::vector<double> probabilities;  ///< of the quantiles, 0..1; may be empty
  std::size_t intervals = 0;          ///< of the histogram; 0: none
};

/// A state measure, a count or a sum at the times 0, interval, 2 * interval ...
struct SeriesRequest {
  std::string name;
  double interval = 0;  ///< s
};

/// Simulate until the half width of the interval is at most this share of the mean.
struct PrecisionRequest {
  std::string name;
  double relative = 0;
};

struct StatisticsOptions {
  double warm_up = 0;         ///< s; what happens before is not measured
  bool find_warm_up = false;  ///< with batches: found by MSER-5, after `warm_up`
  std::size_t batches = 0;    ///< of one long run; 0: independent replications
  std::vector<DistributionRequest> distributions;
  std::vector<SeriesRequest> series;
  std::vector<PrecisionRequest> precision;
  /// With `precision`; the most is the number of replications.
  std::uint64_t least_replications = 20;

  [[nodiscard]] bool records() const { return batches > 0 || !distributions.empty() || !series.empty(); }
};

}  // namespace petriloom
