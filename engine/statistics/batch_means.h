// SPDX-License-Identifier: Apache-2.0
// Estimates of the long run from one run: its warm-up is left out, the rest is cut into batches of
// equal time, and the estimate is the jackknife over batches, which for averages and rates is the
// mean of the batches (docs/statistics.md).
#pragma once

#include "engine/measure/derived.h"
#include "engine/measure/recording.h"
#include "engine/statistics/statistics_options.h"
#include "engine/statistics/statistics_results.h"

namespace petriloom {

/// Whether a measure of this kind has a value in the long run. Counts, sums and integrals are per
/// second there.
bool in_long_run(MeasureKind kind);
/// Whether its value in the long run is per second.
bool per_second(MeasureKind kind);

struct BatchEstimate {
  Estimate value;          ///< `n` is the number of batches; 0 if there is none
  double correlation = 0;  ///< of batches that follow each other
};
struct BatchEstimates {
  Batches batches;
  std::vector<std::vector<BatchEstimate>> measures;  ///< by measure and row
};

class BatchMeans {
 public:
  /// All must outlive it.
  BatchMeans(const Net& net, const DerivedMeasures& derived, const RecordingPlan& plan, const StatisticsOptions& options,
             double confidence)
      : net_(net), derived_(derived), plan_(plan), options_(options), confidence_(confidence) {}

  /// Estimates from what was gathered until `now` (s), from as many batches as the options say.
  [[nodiscard]] BatchEstimates estimate(const TimeBins& bins, double now) const { return estimate(bins, now, options_.batches); }
  /// The same from so many batches.
  [[nodiscard]] BatchEstimates estimate(const TimeBins& bins, double now, std::size_t number) const;
  /// The correlation of `number` independent batches is above this in one case of a hundred.
  static double most_correlation(std::size_t number);

 private:
  [[nodiscard]] std::size_t warm_up(const TimeBins& bins, std::size_t full) const;
  [[nodiscard]] MeasureValues values(const std::vector<double>& sums, double duration) const;
  void jackknife(const std::vector<MeasureValues>& without, const MeasureValues& whole, BatchEstimates& result) const;

  const Net& net_;
  const DerivedMeasures& derived_;
  const RecordingPlan& plan_;
  const StatisticsOptions& options_;
  double confidence_;
};

}  // namespace petriloom
