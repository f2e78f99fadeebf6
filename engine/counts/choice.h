// SPDX-License-Identifier: Apache-2.0
// Which immediate bindings of an unfolded net are enabled, and which goes first (docs/semantics.md,
// rules 9 and 10).
//
// A binding is ready if its local conditions hold, and enabled if its shared condition is open as
// well. Ready bindings are bits, by priority and shared condition, so that a shared condition opens
// and closes in one step however many wait before it (an idle server that a thousand wait for).
#pragma once

#include <vector>

#include "engine/containers/ready_bits.h"
#include "engine/containers/sorted_runs.h"
#include "engine/containers/timer_heap.h"
#include "engine/counts/arrivals.h"
#include "engine/counts/plan.h"
#include "engine/random/rng.h"

namespace petriloom::counts {

class Choice {
 public:
  /// All are kept by reference; `tokens` are those of the places, by slot.
  Choice(const Plan& plan, const std::vector<std::int64_t>& tokens, const Arrivals& arrivals);
  /// Looks at everything. Tokens and arrivals are those of the start.
  void start();
  /// Looks at what the firing of a binding affects, after it: its immediate bindings and shared
  /// conditions, which are read from its row.
  void fired(Cursor& row) {
    for (std::uint32_t k = row.number(); k > 0; --k) {
      const std::uint32_t slot = row.binding();
      const LocalConditions local = row.local();
      const bool ready = holds(local);
      if (ready != is_ready(slot)) turn(slot, ready, &local);
    }
    for (std::uint32_t k = row.number(); k > 0; --k) look_at_shared(row.shared());
  }
  /// Asks the memory for what `fired` will look at soon.
  void expect(const Cursor& row) const { row.expect(states_.data(), tokens_.data()); }
  /// The binding to fire, or UnfoldedNet::kNone if none is enabled.
  std::uint32_t next(Random& random) { return enabled_ == 0 ? UnfoldedNet::kNone : choose(random); }

 private:
  /// What the local conditions of a binding take by arrival, if that is of one place or two; else
  /// `one` has no count.
  struct Takes {
    Take one, other;
  };
  /// A binding that has become ready, by its slot (PlannedImmediate::slot).
  struct Fresh {
    std::uint32_t slot = 0;
    Takes takes;
  };
  /// The same and the binding, by which those of the same arrivals are ordered.
  struct BindingAt : Fresh {
    std::uint32_t binding = 0;
  };
  // Its state.
  static constexpr std::uint8_t kReady = 1;
  static constexpr std::uint8_t kWaits = 2;  // it is fresh or in a queue
  /// A binding in a queue, by the arrivals of the tokens that its local conditions take. Most keys
  /// are one run or two, and stand here whole.
  struct Waiting {
    ArrivalTimes times;
    BindingAt binding;
    bool whole = true;  // else the key is in keys_
  };
  [[nodiscard]] bool is_ready(std::uint32_t slot) const { return (states_[slot] & kReady) != 0; }
  /// The state of a ConflictClass.
  struct ClassState {
    explicit ClassState(ReadyBits&& ready_bits) : bits(std::move(ready_bits)) {}
    ReadyBits bits;  // by position in the priority, if it is ordered
    std::uint32_t priority = 0;
    bool open = false;
    bool noted = false;  // in PriorityState::noted
    std::uint32_t ready = 0;
    std::uint32_t active_at = UnfoldedNet::kNone;  // in PriorityState::active
    // Bindings that became ready and are not yet in the queue.
    std::vector<Fresh> fresh;
    // By rule 9. Some are no longer ready, and none is before its place: while it waits, its tokens
    // are only replaced by later ones.
    SortedRuns<Waiting> queue;
    // In the queue of its priority, by its best binding and that one's arrivals then.
    bool offered = false;
    std::uint32_t best = 0;
    std::uint64_t offered_for = 0;  // the choice for which it was looked at
    ArrivalKey key;
  };
  struct PriorityState {
    std::uint32_t enabled = 0;
    bool by_arrival = false;
    bool alone = false;  // there is one conflict class
    // Of the bits of its conflict classes; 0 if bindings are not ordered across them.
    std::uint32_t words = 0;
    std::vector<std::uint32_t> active;  // conflict classes with enabled bindings
    std::vector<std::uint32_t> noted;   // conflict classes to be offered
    // Of conflict classes, by the first arrival; none is before its place either.
    TimerHeap queue;
  };

  [[nodiscard]] bool holds(const LocalConditions& local) {
    if (local.elsewhere()) [[unlikely]]
      return holds_far(local.number());
    return local.all_hold(tokens_.data());
  }
  bool holds_far(std::uint32_t number);
  void turn(std::uint32_t slot, bool ready, const LocalConditions* local);
  [[nodiscard]] Takes takes(const LocalConditions* local, std::uint32_t slot) const;
  void stop_waiting(std::uint32_t slot) { states_[slot] &= static_cast<std::uint8_t>(~kWaits); }
  bool find_times(const BindingAt& binding, ArrivalTimes& times);
  [[nodiscard]] int compare_slowly(const Waiting& a, const Waiting& b) const;
  void enqueue(ClassState& conflict, const BindingAt& binding, const ArrivalTimes& times, bool whole);
  std::uint32_t best_of(ClassState& conflict);
  void expect(const ClassState& conflict) const;
  void note(std::uint32_t number);
  void offer(std::uint32_t number);
  void withdraw(std::uint32_t number);
  void set_active(std::uint32_t number);
  [[nodiscard]] bool after(const Waiting& a, const Waiting& b) const;
  [[nodiscard]] auto order() const {
    return [this](const Waiting& a, const Waiting& b) { return after(a, b); };
  }
  [[nodiscard]] bool conflict_before(std::uint32_t a, std::uint32_t b) const;
  void look_at_shared(std::uint32_t shared);
  void count(std::uint32_t conflict, std::int32_t more);
  [[nodiscard]] bool holds(std::span<const Condition> conditions) const;
  std::uint32_t choose(Random& random);
  std::uint32_t single(const PriorityState& priority);
  template <class Visit>
  void for_each_word(const PriorityState& priority, const Visit& visit) const;
  [[nodiscard]] std::uint32_t position_of(const PriorityState& priority, std::uint32_t number) const;
  void list(const PriorityState& priority);
  std::uint32_t choose_by_weight(Random& random);
  std::uint32_t choose_by_arrival(PriorityState& priority, Random& random);
  std::uint32_t first_come(PriorityState& priority);
  void add_arrivals(std::span<const Take> takes, ArrivalKey& key) const;
  [[nodiscard]] std::span<const Take> local_takes(std::uint32_t binding) const {
    return plan_.local_takes[net_.classes[binding].number];
  }
  [[nodiscard]] const ArrivalKey& long_key(std::uint32_t binding) const { return keys_[net_.classes[binding].number]; }

  const Plan& plan_;
  const EventNet& net_;
  const std::vector<std::int64_t>& tokens_;
  const Arrivals& arrivals_;
  std::vector<ClassState> conflicts_;
  std::vector<PriorityState> priorities_;
  std::vector<std::uint8_t> states_;   // by slot
  std::vector<std::uint32_t> failed_;  // of far bindings: the condition that failed last
  std::uint64_t enabled_ = 0;
  std::uint64_t choices_ = 0;  // between conflict classes
  std::vector<std::uint32_t> candidates_;
  // By immediate binding, of those in queues that do not stand there whole.
  std::vector<ArrivalKey> keys_;
  ArrivalKey key_;
};

}  // namespace petriloom::counts
