// SPDX-License-Identifier: Apache-2.0
// What one run of a net is asked for, whatever it runs on.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

namespace petriloom {

struct CompiledTransitions;
struct RecordingPlan;

struct RunOptions {
  static constexpr double kTolerance = 1e-8;

  double until = std::numeric_limits<double>::infinity();  ///< s, model time
  std::uint64_t max_firings = 0;                           ///< 0: no limit
  std::uint64_t seed = 1;
  /// Replications 2k and 2k + 1 are a pair, the second with 1 - u for every u of the first.
  bool antithetic = false;
  /// Every transition has numbers of its own (engine/random/streams.h).
  bool own_streams = false;
  /// Epsilon, between 0 and 1: simulate with tau-leaping; without trace, checkpoint, `from`,
  /// messenger and `own_streams`.
  std::optional<double> tau_leap;
  /// Relative, of what flows: local errors of levels; above 0, below 1.
  double tolerance = kTolerance;
  /// `simulate` makes it from what is to be estimated.
  const RecordingPlan* recording = nullptr;
  /// The transitions of the net that is run; null: the run compiles them.
  std::shared_ptr<const CompiledTransitions> compiled;
  std::function<bool()> cancelled;  ///< polled; may be empty
  /// Called now and then from replication 0; may be empty.
  std::function<void(std::uint64_t firings, double now)> progress;
};

}  // namespace petriloom
