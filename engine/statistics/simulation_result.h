// SPDX-License-Identifier: Apache-2.0
// What a simulation gave: the means of measures over all runs with their intervals, and how the runs went.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/course/replication_result.h"
#include "engine/statistics/statistics_results.h"

namespace petriloom {

struct MeasureResult {
  std::string name;  ///< "node[3].cpu.energy"
  std::string unit;
  Estimate value;           ///< n is 0 if the measure had no value in any replication
  bool per_second = false;  ///< of the long run: a count, sum or integral
  double correlation = 0;   ///< of batches that follow each other
  bool dependent = false;   ///< that is too much for independent batches, so that the interval is too narrow
  bool in_total = false;    ///< of an observed array whose total is there, too
};

struct SimulationResult {
  Estimate time;                                     ///< s, model time at the end
  std::uint64_t firings = 0;                         ///< of all replications
  std::uint64_t firings_before = 0;                  ///< so many of them had been made when `SimulationOptions::from` was saved
  double wall_seconds = 0;                           ///< of all processes that went on with one checkpoint; not of `from`
  std::uint64_t peak_bytes = 0;                      ///< resident set of the process at its largest
  std::vector<MeasureResult> measures;               ///< in order of declaration, members in order of keys
  std::vector<MeasureResult> places;                 ///< observed (engine/measure/observed.h): mean tokens; totals of arrays last
  std::vector<MeasureResult> transitions;            ///< observed: firings per second; totals of arrays last
  bool antithetic = false;                           ///< observations are pairs of runs
  Ended ended = Ended::dead;                         ///< of replication 0; error if any ended with one
  Batches batches;                                   ///< if one long run was asked for
  std::vector<EmpiricalDistribution> distributions;  ///< in the order in which they were asked for
  std::vector<Series> series;
  std::vector<Precision> precision;
  Leaps leaps;
  Flowing flowing;
  std::vector<std::uint64_t> unfinished;  ///< numbers of replications that were cancelled, or not begun
  std::vector<std::size_t> lost_ranks;    ///< other processes that were lost; their replications were run again
  Diagnostics diagnostics;  ///< run-time errors (value out of range, loop without delay); if any, the rest is up to there

  /// What was fired in the time on the wall, in a second; nothing if that time is too short to tell.
  [[nodiscard]] std::optional<double> firings_per_second() const {
    if (!(wall_seconds > 0)) return std::nullopt;
    return static_cast<double>(firings - std::min(firings, firings_before)) / wall_seconds;
  }
};

}  // namespace petriloom
