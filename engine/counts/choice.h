// SPDX-License-Identifier: Apache-2.0
// Which immediate acts of a flat net are enabled, and which goes first (docs/semantics.md, rules 9 and 10).
//
// An act is ready if its local conditions hold, and enabled if its gate is open as well. Ready acts are bits, by level and gate, so
// that a gate opens and closes in one step however many wait before it (an idle server that a thousand wait for).
#pragma once

#include <vector>

#include "engine/containers/ready_bits.h"
#include "engine/containers/sorted_runs.h"
#include "engine/containers/timer_heap.h"
#include "engine/counts/arrivals.h"
#include "engine/counts/plan.h"
#include "engine/random/rng.h"

namespace petriloom {

class FlatChoice {
 public:
  /// All are kept by reference; `tokens` are those of the cells, by slot.
  FlatChoice(const FlatPlan& plan, const std::vector<std::int64_t>& tokens, const FlatArrivals& arrivals);
  /// Looks at everything. Tokens and arrivals are those of the start.
  void start();
  /// Looks at what the firing of an act concerns, after it: its immediate acts and gates at `words` of `row`, which then stands
  /// behind them.
  void fired(const FlatRow& row, const std::uint32_t*& words) {
    for (std::uint32_t k = *words++; k > 0; --k) {
      const std::uint32_t slot = row.act + words[0];
      const std::uint32_t pool = row.pool + words[1];
      words += 2;
      const std::uint32_t* local = words;
      const bool ready = holds(row, words);
      if (ready != is_ready(slot)) turn(slot, pool, ready, {row.slot, local});
    }
    for (std::uint32_t k = *words++; k > 0; --k) look_at_gate(*words++);
  }
  /// Asks the memory for what `fired` will look at soon.
  void expect(const FlatRow& row) const {
    __builtin_prefetch(plan_.program.words(row));
    __builtin_prefetch(states_.data() + row.act);
    __builtin_prefetch(tokens_.data() + row.slot);
  }
  /// The act to fire, or FlatNet::kNone if none is enabled.
  std::uint32_t next(Random& random) { return enabled_ == 0 ? FlatNet::kNone : choose(random); }

 private:
  /// What the local conditions of an act take by arrival, if that is of one cell or two; else `one` has no count.
  struct Takes {
    FlatTake one, other;
  };
  /// An act that has become ready, by its slot (FlatPlan::act_slot).
  struct Fresh {
    std::uint32_t slot = 0;
    Takes takes;
  };
  /// The same and the act, by which those of the same arrivals are ordered.
  struct ActAt : Fresh {
    std::uint32_t act = 0;
  };
  // Its state.
  static constexpr std::uint8_t kReady = 1;
  static constexpr std::uint8_t kWaits = 2;  // it is fresh or in a queue
  /// An act in a queue, by the arrivals of the tokens that its local conditions take. Most keys are one run or two, and stand here
  /// whole.
  struct Waiting {
    ArrivalTimes times;
    ActAt act;
    bool whole = true;  // else the key is in keys_
  };
  [[nodiscard]] bool is_ready(std::uint32_t slot) const { return (states_[slot] & kReady) != 0; }
  /// The state of a FlatPool.
  struct Pool {
    explicit Pool(ReadyBits&& ready_bits) : bits(std::move(ready_bits)) {}
    ReadyBits bits;  // by position in the level, if it is ordered
    std::uint32_t level = 0;
    bool open = false;
    bool noted = false;  // in Level::noted
    std::uint32_t ready = 0;
    std::uint32_t active_at = FlatNet::kNone;  // in Level::active
    std::vector<Fresh> fresh;                  // acts that became ready and are not yet in the queue
    SortedRuns<Waiting> queue;  // by rule 9. Some are no longer ready, and none is before its place: while it waits, its tokens are
                                // only replaced by later ones
    bool offered = false;       // in the queue of its level, by its best act and that one's arrivals then
    std::uint32_t best = 0;
    std::uint64_t offered_for = 0;  // the choice for which it was looked at
    ArrivalKey key;
  };
  struct Level {
    std::uint32_t enabled = 0;
    bool by_arrival = false;
    bool alone = false;                 // there is one pool
    std::uint32_t words = 0;            // of the bits of its pools; 0 if acts are not ordered across them
    std::vector<std::uint32_t> active;  // pools with enabled acts
    std::vector<std::uint32_t> noted;   // pools to be offered
    TimerHeap queue;                    // of pools, by the first arrival; none is before its place either
  };

  /// Local conditions as they stand in the program, with slots from `first` on.
  struct Local {
    std::uint32_t first = 0;
    const std::uint32_t* words = nullptr;
  };
  // Whether local conditions hold that begin at `words` of a row, which then stands behind them.
  [[nodiscard]] bool holds(const FlatRow& row, const std::uint32_t*& words) {
    const std::uint32_t number = *words++;
    if (number == FlatProgram::kFar) [[unlikely]]
      return holds_far(*words++);
    return flat_test::all_pass(words, number & ((1U << FlatProgram::kTakes) - 1), tokens_.data(), row.slot);
  }
  bool holds_far(std::uint32_t number);
  void turn(std::uint32_t slot, std::uint32_t pool, bool ready, const Local& local);
  [[nodiscard]] Takes takes(const Local& local, std::uint32_t slot) const;
  void stop_waiting(std::uint32_t slot) { states_[slot] &= static_cast<std::uint8_t>(~kWaits); }
  bool find_times(const ActAt& act, ArrivalTimes& times);
  [[nodiscard]] int compare_slowly(const Waiting& a, const Waiting& b) const;
  void enqueue(Pool& pool, const ActAt& act, const ArrivalTimes& times, bool whole);
  std::uint32_t best_of(Pool& pool);
  void expect(const Pool& pool) const;
  void note(std::uint32_t number);
  void offer(std::uint32_t number);
  void withdraw(std::uint32_t number);
  void set_active(std::uint32_t number);
  [[nodiscard]] bool after(const Waiting& a, const Waiting& b) const;
  [[nodiscard]] auto order() const {
    return [this](const Waiting& a, const Waiting& b) { return after(a, b); };
  }
  [[nodiscard]] bool pool_before(std::uint32_t a, std::uint32_t b) const;
  void look_at_gate(std::uint32_t gate);
  void count(std::uint32_t pool, std::int32_t more);
  [[nodiscard]] bool holds(std::span<const FlatCondition> conditions) const;
  std::uint32_t choose(Random& random);
  std::uint32_t single(const Level& level);
  template <class Visit>
  void for_each_word(const Level& level, const Visit& visit) const;
  [[nodiscard]] std::uint32_t position_of(const Level& level, std::uint32_t number) const;
  void list(const Level& level);
  std::uint32_t choose_by_weight(Random& random);
  std::uint32_t choose_by_arrival(Level& level, Random& random);
  std::uint32_t first_come(Level& level);
  void add_arrivals(std::span<const FlatTake> takes, ArrivalKey& key) const;
  [[nodiscard]] std::span<const FlatTake> local_takes(std::uint32_t act) const { return plan_.local_takes[net_.immediate_of[act]]; }
  [[nodiscard]] const ArrivalKey& long_key(std::uint32_t act) const { return keys_[net_.immediate_of[act]]; }

  const FlatPlan& plan_;
  const FlatNet& net_;
  const std::vector<std::int64_t>& tokens_;
  const FlatArrivals& arrivals_;
  std::vector<Pool> pools_;
  std::vector<Level> levels_;
  std::vector<std::uint8_t> states_;   // by slot
  std::vector<std::uint32_t> failed_;  // of far acts: the condition that failed last
  std::uint64_t enabled_ = 0;
  std::uint64_t choices_ = 0;  // between pools
  std::vector<std::uint32_t> candidates_;
  std::vector<ArrivalKey> keys_;  // by immediate act, of those in queues that do not stand there whole
  ArrivalKey key_;
};

}  // namespace petriloom
