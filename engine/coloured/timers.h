// SPDX-License-Identifier: Apache-2.0
// The timers of enabled bindings of timed transitions: race, memory and servers (docs/semantics.md,
// rules 11 to 13).
//
// Within one step (a firing, or tokens becoming available) changes of the marking are only noted;
// `settle` then compares which bindings are enabled, and how often, with what it was before the
// step.
#pragma once

#include "engine/coloured/durations.h"
#include "engine/coloured/enabled_set.h"
#include "engine/containers/timer_heap.h"
#include "engine/sharing/shared_work.h"
#include "engine/state/run_state.h"

namespace petriloom::coloured {

class Timers {
 public:
  /// Durations are drawn from `random`; `streams` (may be null) is told before each.
  Timers(Firing& firing, const TimedMarking& marking, Random& random, TransitionStreams* streams = nullptr);

  /// Tokens of this slot are about to go. To be called before they do.
  void going(PlaceId place, Marking::Slot slot);
  /// A token of `colour` has come to arc `arc` (input, read), or gone from it (inhibitor): bindings
  /// may be enabled (more often).
  void consider(TransitionId transition, std::size_t arc, Word colour);
  /// A token of `colour` has come to the inhibitor arc `arc`, or gone from the read arc `arc` (if
  /// it has wildcards).
  void suspect(TransitionId transition, std::size_t arc, Word colour);
  void consider_all(TransitionId transition);
  /// Tokens of `colour` have come to or gone from what a dependency of the transition counts.
  void touched(TransitionId transition, std::size_t dependency, Word colour);
  /// Whether tokens of the place are a capacity that transitions use.
  [[nodiscard]] bool capacity(PlaceId place) const { return work_.capacity(place); }
  /// Available tokens of `colour` have come to a capacity, or gone.
  void capacity_changed(PlaceId place, Word colour) { work_.touched(place, colour); }
  /// The step is over. `fired`: it was a firing, which matters to memory `resampling`.
  void settle(double now, bool fired);

  /// When the next timer is due, s; infinity if there is none. To be asked when nothing immediate
  /// is enabled.
  double next();
  /// Takes the next timer: its binding is about to fire.
  void take();
  /// An enabled binding.
  struct Pending {
    TransitionId transition;
    std::vector<Word> binding;
    double due = 0;          ///< s: of its first timer; infinity if it has none
    std::size_t timers = 0;  ///< 0: it waits for a server
  };
  /// The enabled bindings in the order in which they are due, at most `most`; `complete` becomes
  /// false if there are more.
  [[nodiscard]] std::vector<Pending> pending(std::size_t most, bool& complete);
  /// Takes the timer of an enabled binding that is due first, whenever that is, at `now`; there
  /// must be one.
  void take(TransitionId transition, std::span<const Word> binding, double now);
  /// A binding with timers, for transitions whose timers are never due and taken by others.
  struct Running {
    std::vector<Word> binding;
    std::vector<std::pair<std::uint64_t, std::uint32_t>>
        timers;  ///< ascending: in which order they were started, and which they are
  };
  /// The bindings of a transition that have timers, in order.
  [[nodiscard]] std::vector<Running> running(TransitionId transition) const;
  /// Takes one of these timers, at `now`.
  void take(std::uint32_t timer, double now) {
    struck_ = now;
    take_timer(timer);
  }
  /// Something else than tokens that decides whether bindings of the transition are enabled has
  /// changed.
  void reconsider(TransitionId transition);
  /// Of the timer taken last.
  [[nodiscard]] TransitionId transition() const { return taken_; }
  [[nodiscard]] std::span<const Word> binding() const { return taken_binding_; }

  /// Writes down timers, queues and rests. To be called between steps.
  void save(RunState& state);
  /// Takes up those of a state, whose marking must be there already, and finds none there before.
  /// Throws StateError, EvalError.
  void load(const RunState& state, LoadMode mode);

 private:
  static constexpr std::uint32_t kNone = LiveBindings::kNone;
  struct Timer {
    std::uint32_t live = 0;
    std::uint64_t number = 0;
    double rate = 0;  ///< Drawn::rate
  };
  struct Ticket {
    std::uint32_t live = 0;
    std::uint64_t number = 0;
  };
  /// The servers of one transition (of one instance, if it is folded).
  struct Group {
    TransitionId transition;
    std::vector<Word> key;
    std::int64_t running = 0;
    bool noted = false;
    std::vector<Ticket> queue;
    std::size_t head = 0;
  };
  std::uint32_t find_or_make(TransitionId transition, std::span<const Word> frame);
  std::uint32_t group_of(TransitionId transition, std::span<const Word> binding);
  void note(std::uint32_t id);
  void note_rate(std::uint32_t id);
  void reduce(Live& live, double now);
  void resample(double now);
  void increase(std::uint32_t id, double now);
  void serve(double now);
  void start(std::uint32_t id, double now);
  void take_timer(std::uint32_t timer);
  [[nodiscard]] std::uint32_t first_timer(const Live& live) const;
  void stop(Live& live, std::uint32_t timer);
  [[nodiscard]] bool shared(const Live& live) const { return lives_.facts(live.transition).shares; }
  void follow_speeds();
  void draw_again(std::uint32_t timer, double now);
  void follow_rates(double now);
  void drop_if_idle(std::uint32_t id);
  std::uint32_t load_live(const RunState& state, std::size_t number);
  void load_queues();
  void expect_all_enabled();
  void enqueue(double due, std::uint32_t timer);
  /// Of timers that are due at once those of a lower rank go first; of the same rank, as
  /// `timer_before` says, which no rank contradicts.
  [[nodiscard]] std::uint32_t rank_of(const Live& live) const;
  [[nodiscard]] bool timer_before(std::uint32_t a, std::uint32_t b) const;

  Enabling& enabling_;
  const Net& net_;
  const TimedMarking& marking_;
  std::vector<TransitionId> resampling_;
  LiveBindings lives_;
  Durations durations_;
  SharedWork work_;
  std::vector<Timer> timers_;
  std::vector<std::uint32_t> free_timers_;
  TimerHeap heap_;
  std::vector<Group> groups_;
  IdTable group_table_;
  std::vector<std::uint32_t> noted_;
  std::vector<std::uint32_t> noted_rates_;
  std::vector<std::uint32_t> noted_groups_;
  std::vector<std::uint32_t> more_;
  std::vector<Word> frame_;
  bool any_scheduled_ = false;
  bool any_shared_ = false;
  bool speeds_to_follow_ = false;  ///< shared work has changed since `settled_`
  double settled_ = 0;             ///< s, when the last step was
  bool any_precedence_ = false;    // of a timed transition
  double struck_ = -1;             // when a timer fired last, s: rule 24
  std::uint64_t numbers_ = 0;
  TransitionId taken_;
  std::vector<Word> taken_binding_;
};

}  // namespace petriloom::coloured
