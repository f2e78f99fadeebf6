// SPDX-License-Identifier: Apache-2.0
// Puts the runs of a simulation together, in the order of their numbers (docs/statistics.md).
#pragma once

#include <optional>

#include "engine/statistics/batch_means.h"
#include "engine/statistics/simulation_result.h"
#include "engine/statistics/statistics_options.h"

namespace petriloom {

class Statistics {
 public:
  /// Finds the measures that are asked for by name; intervals have this `confidence`. Errors: a
  /// name that is none, what cannot be asked of its kind. All must outlive it.
  Statistics(const Net& net, const RunOptions& run, const StatisticsOptions& asked, double confidence,
             const DerivedMeasures& derived, Diagnostics& diagnostics);
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;

  /// What each run has to record; null if nothing.
  [[nodiscard]] const RecordingPlan* plan() const { return asked_.records() || plan_.from > 0 ? &plan_ : nullptr; }
  /// The next run; fills in its derived measures. Runs that were cancelled are left out, but for
  /// the first.
  void add(ReplicationResult& run);
  /// The observation that the last `add` completed: the values of the run, or the means of an
  /// antithetic pair; null after the first of a pair and after a run that was left out.
  [[nodiscard]] const MeasureValues* observed() const { return complete_ ? &observed_ : nullptr; }
  /// Whether every measure has the precision that is asked for; false if none is. Of replications.
  [[nodiscard]] bool precise() const;
  /// All runs were added.
  void finish(SimulationResult& result) const;

 private:
  /// A member of a measure.
  struct Place {
    std::size_t measure = 0;
    std::size_t row = 0;
  };
  struct Shape {
    Place place;
    const DistributionRequest* request = nullptr;
    Over over = Over::values;
    std::uint32_t sketch = kUnwatched;  ///< of a run
    QuantileSketch whole;
    std::vector<Estimator> quantiles;  ///< of single runs
  };
  struct Curve {
    Place place;
    double interval = 0;
    std::vector<Estimator> samples;
  };
  struct Wanted {
    Place place;
    double relative = 0;
  };

  std::vector<Place> find(std::string_view option, const std::string& name, Diagnostics& diagnostics) const;
  Watched& watch(Place place);
  void add_distributions(Diagnostics& diagnostics);
  void add_series(Diagnostics& diagnostics);
  void add_batches(Diagnostics& diagnostics);
  void make_rates(MeasureValues& values, double duration) const;
  void observe(ReplicationResult& run);
  void add_to(Shape& shape, const ReplicationResult& run);
  [[nodiscard]] bool precise(const TimeBins& bins, double now) const;
  [[nodiscard]] bool precise(const BatchEstimates& estimates) const;
  [[nodiscard]] EmpiricalDistribution distribution(const Shape& shape) const;
  void finish_batches(SimulationResult& result) const;
  void tell_dead_ends(SimulationResult& result) const;
  void set_observed_apart(SimulationResult& result) const;

  const Net& net_;
  const RunOptions& run_;
  const StatisticsOptions& asked_;
  double confidence_;
  const DerivedMeasures& derived_;
  RecordingPlan plan_;
  BatchMeans batch_means_;
  MeasureValues observed_;
  double observed_time_ = 0;
  bool complete_ = false;
  bool timed_ = false;
  Estimator time_;
  std::vector<std::vector<Estimator>> measures_;
  std::vector<Shape> shapes_;
  std::vector<Curve> curves_;
  std::vector<Wanted> wanted_;
  std::uint64_t added_ = 0;
  std::uint64_t firings_ = 0;
  Leaps leaps_;
  Flowing flowing_;
  Ended ended_ = Ended::dead;
  std::uint64_t dead_ends_ = 0;
  bool series_cut_ = false;
  TimeBins bins_;
  double end_ = 0;
  Diagnostics diagnostics_;
};

}  // namespace petriloom
