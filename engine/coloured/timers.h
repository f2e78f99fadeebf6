// SPDX-License-Identifier: Apache-2.0
// The timers of enabled bindings of timed transitions: race, memory and servers (docs/semantics.md, rules 11 to 13).
//
// Within one step (a firing, or tokens becoming available) changes of the marking are only noted; `settle` then compares which
// bindings are enabled, and how often, with what it was before the step.
#pragma once

#include "engine/coloured/affected_bindings.h"
#include "engine/coloured/enabled_set.h"
#include "engine/containers/timer_heap.h"
#include "engine/random/streams.h"
#include "engine/state/run_state.h"

namespace petriloom::coloured {

class Timers {
 public:
  /// Durations are drawn from `random`; `streams` (may be null) is told before each.
  Timers(Firing& firing, const TimedMarking& marking, Random& random, TransitionStreams* streams = nullptr);

  /// Tokens of this slot are about to go. To be called before they do.
  void going(PlaceId place, Marking::Slot slot);
  /// A token of `colour` has come to arc `arc` (input, read), or gone from it (inhibitor): bindings may be enabled (more often).
  void consider(TransitionId transition, std::size_t arc, Word colour);
  /// A token of `colour` has come to the inhibitor arc `arc`, or gone from the read arc `arc` (if it has wildcards).
  void suspect(TransitionId transition, std::size_t arc, Word colour);
  void consider_all(TransitionId transition);
  /// Tokens of `colour` have come to or gone from what a dependency of the transition counts.
  void touched(TransitionId transition, std::size_t dependency, Word colour);
  /// The step is over. `fired`: it was a firing, which matters to memory `resampling`.
  void settle(double now, bool fired);

  /// When the next timer is due, s; infinity if there is none.
  [[nodiscard]] double next() const;
  /// Takes the next timer: its binding is about to fire.
  void take();
  /// An enabled binding.
  struct Pending {
    TransitionId transition;
    std::vector<Word> binding;
    double due = 0;          ///< s: of its first timer; infinity if it has none
    std::size_t timers = 0;  ///< 0: it waits for a server
  };
  /// The enabled bindings in the order in which they are due, at most `most`; `complete` becomes false if there are more.
  [[nodiscard]] std::vector<Pending> pending(std::size_t most, bool& complete) const;
  /// Takes the timer of an enabled binding that is due first, whenever that is, at `now`; there must be one.
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
  /// Something else than tokens that decides whether bindings of the transition are enabled has changed.
  void reconsider(TransitionId transition);
  /// Of the timer taken last.
  [[nodiscard]] TransitionId transition() const { return taken_; }
  [[nodiscard]] std::span<const Word> binding() const { return taken_binding_; }

  /// Writes down timers, queues and rests. To be called between steps.
  void save(RunState& state) const;
  /// Takes up those of a state, whose marking must be there already, and finds none there before. Throws StateError, EvalError.
  void load(const RunState& state, LoadMode mode);

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  /// What a binding needs in one place, and its membership in the list of those who watch that slot.
  struct Watch {
    Tokens tokens;
    bool takes = true;
    Marking::Slot slot = Marking::kNone;
    std::uint32_t live = 0;
    std::uint32_t previous = kNone;
    std::uint32_t next = kNone;
  };
  /// Numbers that leave at the front as a rule and at the back as an exception.
  class Tickets {
   public:
    [[nodiscard]] bool empty() const { return head_ == numbers_.size(); }
    [[nodiscard]] std::size_t size() const { return numbers_.size() - head_; }
    [[nodiscard]] std::uint64_t front() const { return numbers_[head_]; }
    void push_back(std::uint64_t number) { numbers_.push_back(number); }
    void pop_back() { numbers_.pop_back(); }
    [[nodiscard]] std::span<const std::uint64_t> all() const { return std::span(numbers_).subspan(head_); }
    void pop_front() {
      if (++head_ * 2 <= numbers_.size()) return;
      numbers_.erase(numbers_.begin(), numbers_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }

   private:
    std::vector<std::uint64_t> numbers_;
    std::size_t head_ = 0;
  };
  /// A duration, and the rate by which it was drawn if the rate depends on the marking (else 0).
  struct Drawn {
    double duration = 0;  ///< s
    double rate = 0;      ///< 1/s
  };
  /// A binding that is enabled, or not but remembers (memory `age`).
  struct Live {
    TransitionId transition;
    std::uint32_t hash = 0;
    std::uint32_t group = kNone;  ///< of servers
    std::uint32_t position = 0;   ///< in lives_of_[transition]
    bool noted = false;
    bool rate_noted = false;
    bool used = false;
    std::int64_t degree = 0;  ///< how many times it is enabled
    std::vector<Word> binding;
    std::vector<std::uint32_t> watches;
    std::vector<std::uint32_t> timers;  ///< in the order in which they were started
    Tickets queued;                     ///< tickets in the queue of the group, oldest first
    std::vector<Drawn> rests;           ///< memory `age`: what is left of timers that were stopped, oldest first
    std::vector<AffectedBindings::Entry> affected;
  };
  struct Timer {
    std::uint32_t live = 0;
    std::uint64_t number = 0;
    double rate = 0;  ///< see Drawn
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
  struct Compiled {
    std::int64_t priority = 0;
    bool varying = false;  ///< what a binding takes or reads depends on the marking
    bool simple = true;    ///< the watches alone decide whether a binding is enabled
    bool rated = false;    ///< exponential, of a rate that depends on the marking
    bool scheduled = false;
  };

  [[nodiscard]] std::uint32_t find(TransitionId transition, std::span<const Word> binding) const;
  std::uint32_t find_or_make(TransitionId transition, std::span<const Word> frame);
  std::uint32_t group_of(TransitionId transition, std::span<const Word> binding);
  void make_watches(std::uint32_t id);
  void free_watches(Live& live);
  void link(std::uint32_t watch);
  void unlink(std::uint32_t watch);
  void note(std::uint32_t id);
  void note_rate(std::uint32_t id);
  std::int64_t degree(std::uint32_t id);
  void reduce(Live& live, double now);
  void resample(double now);
  void increase(std::uint32_t id, double now);
  void serve(double now);
  void start(std::uint32_t id, double now);
  void take_timer(std::uint32_t timer);
  [[nodiscard]] std::uint32_t first_timer(const Live& live) const;
  void stop(Live& live, std::uint32_t timer);
  Drawn draw(const Live& live);
  Drawn next_duration(Live& live);
  double next_occasion(const Live& live, double now, bool still);
  double parameter(const Code& code);
  double rate(const Live& live);
  void draw_again(std::uint32_t timer, double now);
  void follow_rates(double now);
  void drop_if_idle(std::uint32_t id);
  std::uint32_t load_live(const RunState& state, std::size_t number);
  void load_queues();
  void expect_all_enabled();
  [[nodiscard]] bool live_before(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] bool timer_before(std::uint32_t a, std::uint32_t b) const;

  Firing& firing_;
  Enabling& enabling_;
  const Net& net_;
  const TimedMarking& marking_;
  Random& random_;
  TransitionStreams* streams_;
  std::vector<Compiled> compiled_;  // by transition
  AffectedBindings affected_;
  std::vector<std::vector<std::uint32_t>> watchers_;  // by place and slot: the first watch
  std::vector<std::vector<std::uint32_t>> lives_of_;  // by transition
  std::vector<TransitionId> resampling_;
  std::vector<Live> lives_;
  std::vector<std::uint32_t> free_lives_;
  IdTable live_table_;
  std::vector<Watch> watches_;
  std::vector<std::uint32_t> free_watches_;
  std::vector<Timer> timers_;
  std::vector<std::uint32_t> free_timers_;
  TimerHeap heap_;
  std::vector<Group> groups_;
  IdTable group_table_;
  std::vector<std::uint32_t> noted_;
  std::vector<std::uint32_t> noted_rates_;
  std::vector<std::uint32_t> noted_groups_;
  std::vector<std::uint32_t> more_;
  std::vector<Tokens> inputs_;
  std::vector<Word> frame_;
  std::vector<double> times_;
  bool any_scheduled_ = false;
  double struck_ = -1;  // when a timer fired last, s: rule 24
  std::uint64_t numbers_ = 0;
  TransitionId taken_;
  std::vector<Word> taken_binding_;
};

}  // namespace petriloom::coloured
