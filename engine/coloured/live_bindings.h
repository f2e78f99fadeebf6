// SPDX-License-Identifier: Apache-2.0
// The bindings of timed transitions that have timers or may get some, and how many times each is
// enabled (docs/semantics.md, rule 12).
#pragma once

#include "engine/coloured/affected_bindings.h"
#include "engine/coloured/timed_marking.h"
#include "engine/containers/id_table.h"
#include "engine/enabling/firing.h"

namespace petriloom::coloured {

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
  double duration = 0;  ///< s, or work (TimedFacts::shares)
  double rate = 0;      ///< 1/s
};

/// A binding that is enabled, or not but remembers (memory `age`).
struct Live {
  TransitionId transition;
  std::uint32_t hash = 0;
  std::uint32_t group = IdTable::kNone;  ///< of servers
  std::uint32_t position = 0;            ///< in LiveBindings::of(transition)
  bool noted = false;
  bool rate_noted = false;
  bool used = false;
  Precedence precedence;
  std::int64_t degree = 0;  ///< how many times it is enabled
  std::vector<Word> binding;
  std::vector<std::uint32_t> watches;
  std::vector<std::uint32_t> timers;  ///< in the order in which they were started
  Tickets queued;                     ///< tickets in the queue of the group, oldest first
  /// Memory `age`: what is left of timers that were stopped, oldest first.
  std::vector<Drawn> rests;
  std::vector<AffectedBindings::Entry> affected;
};

/// What is the same for all bindings of a timed transition.
struct TimedFacts {
  bool varying = false;  ///< what a binding takes or reads depends on the marking
  bool simple = true;    ///< the watches alone decide whether a binding is enabled
  bool rated = false;    ///< exponential, of a rate that depends on the marking
  bool scheduled = false;
  bool shares = false;  ///< its time is work, done at a speed that it shares
};

class LiveBindings {
 public:
  static constexpr std::uint32_t kNone = IdTable::kNone;

  /// Both are kept by reference.
  LiveBindings(Firing& firing, const TimedMarking& marking);

  [[nodiscard]] Live& operator[](std::uint32_t id) { return lives_[id]; }
  [[nodiscard]] const Live& operator[](std::uint32_t id) const { return lives_[id]; }
  /// Numbers are below this; some are not used (Live::used).
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(lives_.size()); }
  /// How many there are.
  [[nodiscard]] std::size_t size() const { return table_.size(); }
  /// Those of a transition, and the same in order of their bindings.
  [[nodiscard]] const std::vector<std::uint32_t>& of(TransitionId transition) const {
    return transitions_[transition.index()].lives;
  }
  [[nodiscard]] std::vector<std::uint32_t> in_order(TransitionId transition) const;
  [[nodiscard]] const TimedFacts& facts(TransitionId transition) const { return transitions_[transition.index()].facts; }
  /// The order of transitions, then of bindings.
  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const;

  /// The one of a binding, or kNone.
  [[nodiscard]] std::uint32_t find(TransitionId transition, std::span<const Word> binding) const;
  /// A new one, which is in no group of servers; `frame` begins with its binding.
  std::uint32_t make(TransitionId transition, std::span<const Word> frame);
  void drop(std::uint32_t id);
  /// How many times it is enabled.
  std::int64_t degree(std::uint32_t id);
  /// Those whose enabling or rate counts tokens of `colour` by a dependency.
  [[nodiscard]] auto touched(TransitionId transition, std::size_t dependency, Word colour) {
    return affected_.find(transition, dependency, colour);
  }
  /// Calls `visit(id)` for those that need tokens of a slot.
  template <class Visit>
  void for_each_at(PlaceId place, Marking::Slot slot, const Visit& visit) const {
    const auto& heads = watchers_[place.index()];
    if (slot >= heads.size()) return;
    for (std::uint32_t watch = heads[slot]; watch != kNone; watch = watches_[watch].next) visit(watches_[watch].live);
  }

 private:
  /// What a binding needs in one place, and its membership in the list of those who watch that
  /// slot.
  struct Watch {
    Tokens tokens;
    bool takes = true;
    Marking::Slot slot = Marking::kNone;
    std::uint32_t live = 0;
    std::uint32_t previous = kNone;
    std::uint32_t next = kNone;
  };
  struct OfTransition {
    TimedFacts facts;
    std::vector<std::uint32_t> lives;
  };
  void make_watches(std::uint32_t id);
  void free_watches(Live& live);
  void link(std::uint32_t watch);
  void unlink(std::uint32_t watch);

  Firing& firing_;
  Enabling& enabling_;
  const Net& net_;
  const TimedMarking& marking_;
  std::vector<OfTransition> transitions_;
  AffectedBindings affected_;
  std::vector<Live> lives_;
  std::vector<std::uint32_t> free_lives_;
  IdTable table_;
  std::vector<std::vector<std::uint32_t>> watchers_;  // by place and slot: the first watch
  std::vector<Watch> watches_;
  std::vector<std::uint32_t> free_watches_;
  std::vector<Tokens> inputs_;
  std::vector<Word> frame_;
};

}  // namespace petriloom::coloured
