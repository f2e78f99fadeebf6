// SPDX-License-Identifier: Apache-2.0
// The complete state of one run between two steps: what a run that goes on from it needs to take
// the same course as the run that it was saved from. Free of what an engine keeps for speed, so
// that any engine can save and load it.
//
// A step is a firing, or a move of the model time with the tokens that become available then
// (docs/semantics.md, rule 8). Which immediate transitions are enabled, and in which order they go,
// follows from the marking and its arrivals and is not part of it.
#pragma once

#include "engine/state/arrival_run.h"
#include "engine/state/colour_value.h"
#include "engine/state/state_numbers.h"

namespace petriloom {

struct RunState {
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
  /// 64-bit numbers that were drawn from the stream of (seed, replication).
  std::uint64_t random = 0;
  double now = 0;             ///< model time, s
  std::uint64_t firings = 0;  ///< so far
  TransitionId last;          ///< that fired; invalid if none has. Only messages name it

  /// Available tokens of one colour in one place.
  struct Held {
    PlaceId place;
    ColourValue colour;
    /// In the order in which they are taken; neighbours differ in arrival.
    std::vector<ArrivalRun> arrivals;
    friend bool operator==(const Held&, const Held&) = default;
  };
  /// Ascending by place, then colour (ColourTable::compare); no duplicates.
  std::vector<Held> held;

  /// Tokens on their way.
  struct Coming {
    PlaceId place;
    ColourValue colour;
    double time = 0;  ///< s, after `now`
    std::int64_t count = 0;
    friend bool operator==(const Coming&, const Coming&) = default;
  };
  /// In the order in which they become available: by time, then by when they were put.
  std::vector<Coming> coming;

  struct Timer {
    double due = 0;            ///< s; infinity with rate 0
    std::uint64_t number = 0;  ///< of its start: those started earlier have a lower one
    /// 1/s, by which it was drawn if the rate of the transition looks at the marking, else 0.
    double rate = 0;
    /// Of a transition that shares (rule 30): the work that was left at `since` (s), and the speed
    /// from then on; infinity if nothing limits it.
    double work = 0;
    double since = 0;
    double speed = 0;
    friend bool operator==(const Timer&, const Timer&) = default;
  };
  /// What is left of a timer that was stopped (memory `age`).
  struct Rest {
    double duration = 0;  ///< s, or work
    double rate = 0;      ///< as in Timer
    friend bool operator==(const Rest&, const Rest&) = default;
  };
  /// A binding of a timed transition that is enabled, or not but has rests. It is enabled as often
  /// as it has timers and tickets.
  struct Binding {
    TransitionId transition;
    ColourValue binding;        ///< the values of its variables, one after the other
    std::vector<Timer> timers;  ///< ascending by number
    /// Numbers in the queue for a server of the transition (and index), ascending.
    std::vector<std::uint64_t> tickets;
    std::vector<Rest> rests;  ///< in the order in which they are used
    friend bool operator==(const Binding&, const Binding&) = default;
  };
  /// Ascending by transition, then binding (compare_bindings); no duplicates.
  std::vector<Binding> bindings;
  /// Rule 24: a timer has fired at `now`; false if no transition is scheduled.
  bool struck = false;
  /// The next number of a timer or ticket, which share them; above all that are given.
  std::uint64_t numbers = 0;

  /// Rule 14: firings since the model time moved, and, in the second half of those allowed, which
  /// transitions fired.
  struct Loop {
    std::uint64_t firings = 0;
    std::vector<TransitionId> seen;  ///< ascending
    friend bool operator==(const Loop&, const Loop&) = default;
  };
  Loop loop;

  /// What each measure has gathered: the numbers of its accumulators, member by member
  /// (engine/measure/measure.h). Derived ones: none.
  std::vector<std::vector<SavedNumber>> measures;

  friend bool operator==(const RunState&, const RunState&) = default;
};

/// How a state is taken up.
enum class LoadMode : std::uint8_t {
  /// The timers must be those of the bindings that the marking enables: the run goes on as the
  /// saved one would have.
  exact,
  /// The marking may have been changed since: timers of what is no longer enabled stop, those of
  /// what is are started.
  settle,
};

}  // namespace petriloom
