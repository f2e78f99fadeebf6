// SPDX-License-Identifier: Apache-2.0
// What a simulation gave: the means of measures over all runs with their intervals, and how the
// runs went.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/course/replication_result.h"
#include "engine/critical_path/critical_path.h"
#include "engine/statistics/statistics_results.h"

namespace petriloom {

struct MeasureResult {
  std::string name;  ///< "node[3].cpu.energy"
  std::string unit;
  Estimate value;           ///< n is 0 if the measure had no value in any replication
  bool per_second = false;  ///< of the long run: a count, sum or integral
  double correlation = 0;   ///< of batches that follow each other
  /// That is too much for independent batches, so that the interval is too narrow.
  bool dependent = false;
  bool in_total = false;  ///< of an observed array whose total is there, too
};

struct SimulationResult {
  Estimate time;              ///< s, model time at the end
  std::uint64_t firings = 0;  ///< of all replications
  /// So many of them had been made when `SimulationOptions::from` was saved.
  std::uint64_t firings_before = 0;
  /// Of all processes that went on with one checkpoint; not of `from`.
  double wall_seconds = 0;
  std::string engine;            ///< what ran the net, and why, as the end of a sentence
  std::uint64_t peak_bytes = 0;  ///< resident set of the process at its largest
  /// In order of declaration, members in order of keys.
  std::vector<MeasureResult> measures;
  /// Observed (engine/measure/observed.h): mean tokens; totals of arrays last.
  std::vector<MeasureResult> places;
  /// Observed: firings per second; totals of arrays last.
  std::vector<MeasureResult> transitions;
  bool antithetic = false;  ///< observations are pairs of runs
  /// Of replication 0; error if any ended with one.
  Ended ended = Ended::dead;
  /// Runs that are stuck: ReplicationResult::dead_end.
  std::uint64_t dead_ends = 0;
  /// The net says in which markings it may end (`final when`).
  bool says_final = false;
  Batches batches;                                   ///< if one long run was asked for
  std::vector<EmpiricalDistribution> distributions;  ///< in the order in which they were asked for
  std::vector<Series> series;
  std::vector<Precision> precision;
  Leaps leaps;
  Flowing flowing;
  std::optional<CriticalPath> critical_path;  ///< of replication 0, if it was asked for
  /// Numbers of replications that were cancelled, or not begun.
  std::vector<std::uint64_t> unfinished;
  /// Other processes that were lost; their replications were run again.
  std::vector<std::size_t> lost_ranks;
  /// run-time errors (value out of range, loop without delay); if any, the rest is up to there.
  Diagnostics diagnostics;

  /// What was fired in the time on the wall, in a second; nothing if that time is too short to
  /// tell.
  [[nodiscard]] std::optional<double> firings_per_second() const {
    if (!(wall_seconds > 0)) return std::nullopt;
    return static_cast<double>(firings - std::min(firings, firings_before)) / wall_seconds;
  }
};

}  // namespace petriloom
