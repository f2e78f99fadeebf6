// SPDX-License-Identifier: Apache-2.0
// What one run of a net is asked for, whatever it runs on.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace petriloom {

struct RecordingPlan;

struct RunOptions {
  static constexpr double kTolerance = 1e-8;

  double until = std::numeric_limits<double>::infinity();  ///< s, model time
  std::uint64_t max_firings = 0;                           ///< 0: no limit
  std::uint64_t seed = 1;
  bool antithetic = false;         ///< replications 2k and 2k + 1 are a pair, the second with 1 - u for every u of the first
  bool own_streams = false;        ///< every transition has numbers of its own (engine/random/streams.h)
  std::optional<double> tau_leap;  ///< epsilon, between 0 and 1: simulate with tau-leaping; without trace, checkpoint,
                                   ///< `from`, messenger and `own_streams`
  double tolerance = kTolerance;   ///< relative, of what flows: local errors of levels; above 0, below 1
  const RecordingPlan* recording = nullptr;                         ///< `simulate` makes it from what is to be estimated
  std::function<bool()> cancelled;                                  ///< polled; may be empty
  std::function<void(std::uint64_t firings, double now)> progress;  ///< called now and then from replication 0; may be empty
};

}  // namespace petriloom
