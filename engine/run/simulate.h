// SPDX-License-Identifier: Apache-2.0
// Event-driven simulation of a net (docs/semantics.md): one run, or independent replications with confidence intervals.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/net.h"
#include "engine/run/function_ref.h"
#include "engine/run/statistics_options.h"
#include "engine/run/statistics_results.h"

namespace petriloom {

struct LeapNet;
struct RecordingPlan;

/// Told of every firing of a traced run, in order.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  /// `now` in s; `binding` holds the words of the transition's first `binding_size` variables; `pool` resolves handles.
  virtual void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) = 0;
  /// Tokens put by the firing just reported: available from `available` (s).
  virtual void put(double now, double available, PlaceId place, Word colour, std::int64_t count) = 0;
  /// Tokens taken by the firing just reported, which had arrived at `arrival` (s).
  virtual void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) = 0;
  /// The run is over; flushes what is buffered.
  virtual void finish(double now) = 0;

  /// Between two steps the run goes on with another pool of lists and tuples: `moved` gives the word there of a colour of a place.
  /// For those who keep colours from one firing to the next.
  virtual void move_colours(FunctionRef<Word(PlaceId, Word)> moved) { static_cast<void>(moved); }
  /// Between two steps: flushes what was written and says what `load` needs to go on from there. Empty: this kind of trace cannot
  /// be gone on with.
  virtual std::optional<std::string> save() { return std::nullopt; }
  /// Goes on where `save` was called; to be called before anything else. Throws StateError.
  virtual void load(std::string_view) {}
};

class Messenger;
struct Checkpoint;
struct RunState;

/// How unfinished runs are kept.
struct CheckpointOptions {
  std::vector<std::pair<std::string, std::string>> settings;  ///< names and values of what must be the same to go on
  double every = 60;                                          ///< s, of the clock on the wall
  std::function<void(const std::string&)> write;  ///< keeps the text of a checkpoint in place of the last one; from any thread, one
                                                  ///< call at a time
  const Checkpoint* resume = nullptr;             ///< what to go on with; null: nothing
};

/// How a net is run. The results are the same.
enum class Engine : std::uint8_t {
  fastest,   ///< on counts if the net has a flat form (flat_net.h) and no trace is asked for, else on coloured tokens
  coloured,  ///< on coloured tokens
  flat,      ///< on counts if the net has a flat form; a trace is told of firings alone
};

struct SimulationOptions {
  static constexpr double kTolerance = 1e-8;

  double until = std::numeric_limits<double>::infinity();  ///< s, model time
  std::uint64_t max_firings = 0;                           ///< 0: no limit
  std::uint64_t seed = 1;
  std::uint64_t replications = 1;  ///< with `statistics.precision` the most
  std::size_t jobs = 1;            ///< threads; does not change the result
  bool antithetic = false;         ///< replications 2k and 2k + 1 are a pair, the second with 1 - u for every u of the first
  bool own_streams = false;        ///< every transition has numbers of its own (engine/run/streams.h)
  double confidence = 0.95;
  Engine engine = Engine::fastest;
  std::optional<double> tau_leap;  ///< epsilon, between 0 and 1: simulate with tau-leaping; without trace, checkpoint,
                                   ///< `from`, messenger and `own_streams`
  const LeapNet* leap = nullptr;   ///< for that; `simulate` makes it
  double tolerance = kTolerance;   ///< relative, of what flows: local errors of levels; above 0, below 1
  StatisticsOptions statistics;
  const RecordingPlan* recording = nullptr;                         ///< of one run; `simulate` makes it from `statistics`
  TraceSink* trace = nullptr;                                       ///< of replication 0
  const RunState* from = nullptr;                                   ///< where the runs start instead of the initial marking
  const CheckpointOptions* checkpoint = nullptr;                    ///< null: none are written
  Messenger* messenger = nullptr;                                   ///< to other processes of this run; null: there are none
  double patience = 60;                                             ///< s of silence after which such a process is lost
  std::function<bool()> cancelled;                                  ///< polled; may be empty
  std::function<void(std::uint64_t finished)> finished;             ///< told how many replications are over; one call at a time
  std::function<void(std::uint64_t firings, double now)> progress;  ///< called now and then from replication 0; may be empty
};

struct MeasureResult {
  std::string name;  ///< "node[3].cpu.energy"
  std::string unit;
  Estimate value;           ///< n is 0 if the measure had no value in any replication
  bool per_second = false;  ///< of the long run: a count, sum or integral
  double correlation = 0;   ///< of batches that follow each other
  bool dependent = false;   ///< that is too much for independent batches, so that the interval is too narrow
  bool in_total = false;    ///< of an observed array whose total is there, too
};

enum class Ended : std::uint8_t { until, dead, condition, firings, cancelled, precision, error };

struct SimulationResult {
  Estimate time;                                     ///< s, model time at the end
  std::uint64_t firings = 0;                         ///< of all replications
  std::uint64_t firings_before = 0;                  ///< so many of them had been made when `SimulationOptions::from` was saved
  double wall_seconds = 0;                           ///< of all processes that went on with one checkpoint; not of `from`
  std::uint64_t peak_bytes = 0;                      ///< resident set of the process at its largest
  std::vector<MeasureResult> measures;               ///< in order of declaration, members in order of keys
  std::vector<MeasureResult> places;                 ///< observed (engine/run/observed.h): mean tokens; totals of arrays last
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

/// Runs the replications and puts them together in order, so that threads do not change a byte. Run-time errors (a value outside
/// its colour set, a loop without delay) end the run and are in the diagnostics with their locations. With a messenger, processes
/// but that of rank 0 only work for it, and what they return is empty.
SimulationResult simulate(const Net& net, const SimulationOptions& options);

}  // namespace petriloom
