// SPDX-License-Identifier: Apache-2.0
// A run of a net that is led by hand: the next firing as the simulator would choose it, or another
// one, or another marking.
//
// The run uses the same numbers as the replication of the same seed and number; as long as nothing
// is done by hand its firings are those of simulate().
#pragma once

#include <memory>

#include "engine/coloured/replication.h"
#include "engine/state/run_state.h"

namespace petriloom {

/// An enabled binding.
struct Choice {
  TransitionId transition;
  std::vector<Word> binding;
  bool timed = false;
  /// In s. Timed ones: when the first of its timers fires; infinity if it waits for a server or
  /// never fires.
  double due = 0;
  std::size_t timers = 0;  ///< how many timers it has
  /// Others go before it: immediate transitions (of a higher priority), or it waits for a
  /// server, or never fires.
  bool waits = false;
};

/// The enabled bindings.
struct Choices {
  /// Immediate ones in order of declaration and binding, then timed ones by when they are due.
  std::vector<Choice> list;
  bool complete = true;  ///< false: there are more
};

/// How a step ended.
enum class Stepped : std::uint8_t {
  fired,
  dead,       ///< nothing can happen any more
  until,      ///< the time asked for is reached
  condition,  ///< the stop condition of the net holds
  failed,     ///< a run-time error, see `diagnostics`; nothing can be done with the game any more
};

class TokenGame {
 public:
  /// Starts in the initial marking. `net` and `trace` (may be null) must outlive this. Throws
  /// EvalError if the net cannot be compiled; a run-time error of the initial marking leaves a game
  /// that has failed.
  TokenGame(const Net& net, std::uint64_t seed, std::uint64_t replication, TraceSink* trace);
  /// Starts from a state of the net. Throws EvalError as above, and StateError if it cannot be a
  /// state of the net.
  TokenGame(const Net& net, const RunState& state, TraceSink* trace, LoadMode mode = LoadMode::exact);
  ~TokenGame();
  TokenGame(const TokenGame&) = delete;
  TokenGame& operator=(const TokenGame&) = delete;

  [[nodiscard]] double now() const;
  [[nodiscard]] std::uint64_t firings() const;
  [[nodiscard]] const Marking& marking() const;
  [[nodiscard]] const coloured::TimedMarking& timed_marking() const;
  /// When the next tokens become available, s; infinity if none will.
  [[nodiscard]] double next_arrival();
  [[nodiscard]] WordPool& pool();
  [[nodiscard]] Enabling& enabling();
  [[nodiscard]] const Diagnostics& diagnostics() const;
  [[nodiscard]] bool failed() const { return diagnostics().has_errors(); }

  /// The enabled bindings, at most `most` of them.
  Choices choices(std::size_t most);
  /// Goes on as the simulator does until the next firing. At the end of the run it says why and
  /// changes nothing more.
  Stepped step();
  /// The same, but stays at `time` if nothing fires until then.
  Stepped step_until(double time);
  /// Fires a binding that is enabled and does not wait, now; of a timed one, the timer that is due
  /// first. False if it is not so.
  bool fire(TransitionId transition, std::span<const Word> binding);
  /// The place holds these tokens from now on and no others; `available` counts from now. One step,
  /// in which timers start and stop. False if that fails.
  bool set_tokens(PlaceId place, std::span<const InitialTokens> tokens);
  /// The state, from which simulate() and another game go on. The game must not have failed.
  RunState save();
  /// The measures up to now; derived ones are empty.
  MeasureValues measures();

 private:
  class Led;
  template <class Action>
  bool guarded(const Action& action);
  void add_immediate(std::size_t most, Choices& choices);
  void add_timed(std::size_t most, Choices& choices);
  RunOptions options_;
  std::unique_ptr<Led> run_;
};

}  // namespace petriloom
