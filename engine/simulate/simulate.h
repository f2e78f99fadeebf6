// SPDX-License-Identifier: Apache-2.0
// Event-driven simulation of a net (docs/semantics.md): one run, or independent replications with
// confidence intervals.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/course/run_options.h"
#include "engine/net/net.h"
#include "engine/statistics/simulation_result.h"
#include "engine/statistics/statistics_options.h"
#include "engine/trace/sink.h"

namespace petriloom {

namespace leap {
struct RateNet;
}

class Messenger;
struct Checkpoint;
struct RunState;

/// How unfinished runs are kept.
struct CheckpointOptions {
  /// Names and values of what must be the same to go on.
  std::vector<std::pair<std::string, std::string>> settings;
  double every = 60;  ///< s, of the clock on the wall
  /// Keeps the text of a checkpoint in place of the last one; from any thread, one call at a time.
  std::function<void(const std::string&)> write;
  const Checkpoint* resume = nullptr;  ///< what to go on with; null: nothing
};

/// How a net is run. The results are the same.
enum class Engine : std::uint8_t {
  /// On coloured tokens, and on counts as soon as that has paid (engine/simulate/engine_choice.h).
  fastest,
  coloured,  ///< on coloured tokens
  counts,    ///< on counts if the net can be
};

struct SimulationOptions : RunOptions {
  std::uint64_t replications = 1;  ///< with `statistics.precision` the most
  std::size_t jobs = 1;            ///< threads; does not change the result
  double confidence = 0.95;
  Engine engine = Engine::fastest;
  bool engine_or_none = false;          ///< an error where that engine cannot run the net
  const leap::RateNet* leap = nullptr;  ///< for `tau_leap`; `simulate` makes it
  StatisticsOptions statistics;
  TraceSink* trace = nullptr;  ///< of replication 0
  bool critical_path = false;  ///< of replication 0 is wanted; without checkpoint
  /// Where the runs start instead of the initial marking.
  const RunState* from = nullptr;
  const CheckpointOptions* checkpoint = nullptr;  ///< null: none are written
  /// To other processes of this run; null: there are none.
  Messenger* messenger = nullptr;
  /// Seconds of silence after which such a process is lost.
  double patience = 60;
  /// Told how many replications are over; one call at a time.
  std::function<void(std::uint64_t finished)> finished;
};

/// Runs the replications and puts them together in order, so that threads do not change a byte.
/// Run-time errors (a value outside its colour set, a loop without delay) end the run and are in
/// the diagnostics with their locations. With a messenger, processes but that of rank 0 only work
/// for it, and what they return is empty.
SimulationResult simulate(const Net& net, const SimulationOptions& options);

}  // namespace petriloom
