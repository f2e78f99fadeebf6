// SPDX-License-Identifier: Apache-2.0
// What one run of a net gave, and how it ended.
#pragma once

#include <optional>

#include "engine/course/run_options.h"
#include "engine/measure/measure.h"
#include "engine/state/run_state.h"

namespace petriloom {

/// Why a run ended (docs/semantics.md, Ending).
enum class Ended : std::uint8_t { until, dead, condition, firings, cancelled, precision, error };

/// How runs with tau-leaping went (docs/approximation.md), all together.
struct Leaps {
  /// Largest relative change of a propensity in a leap; 0: all firings were single ones.
  double epsilon = 0;
  std::uint64_t leaps = 0;        ///< many firings at once
  std::uint64_t exact_steps = 0;  ///< single firings where leaps do not pay
  /// Leaps that would have led to fewer tokens than none, or over a threshold.
  std::uint64_t rejected = 0;

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

/// What one replication gave.
struct ReplicationResult {
  double time = 0;
  std::uint64_t firings = 0;
  Ended ended = Ended::dead;
  bool dead_end = false;   ///< nothing can happen any more, and the marking is none of `final when`
  MeasureValues measures;  ///< derived ones empty
  Recorded recorded;       ///< what `RunOptions::recording` asks for
  Leaps leaps;             ///< with `RunOptions::tau_leap`
  Flowing flowing;         ///< of nets with fluid places
  /// The run ended after so many firings without a delay that it is taken for a loop: the state in
  /// which it is. Whoever has the result adds what goes on there (engine/coloured/loop_cycle.h).
  std::optional<RunState> stuck;
  Diagnostics diagnostics;
};

/// Until when a run is measured, s. One that nothing can happen in any more stays in its last
/// marking until the end that was set for it, if one was (docs/semantics.md, Ending); every other
/// one is measured until its own end.
double measured_until(const ReplicationResult& run, const RunOptions& options);

}  // namespace petriloom
