// SPDX-License-Identifier: Apache-2.0
// Which immediate acts of a flat net are enabled, and which goes first (docs/semantics.md, rules 9 and 10).
//
// An act is ready if its local conditions hold, and enabled if its gate is open as well. Ready acts are bits, by level and gate, so
// that a gate opens and closes in one step however many wait before it (an idle server that a thousand wait for).
#pragma once

#include <vector>

#include "engine/run/flat_arrivals.h"
#include "engine/run/flat_plan.h"
#include "engine/run/rng.h"
#include "engine/run/timer_heap.h"

namespace petriloom {

class FlatChoice {
 public:
  /// All are kept by reference; `tokens` are those of the cells, by slot.
  FlatChoice(const FlatPlan& plan, const std::vector<std::int64_t>& tokens, const FlatArrivals& arrivals);
  /// Looks at everything. Tokens and arrivals are those of the start.
  void start();
  /// Looks at what the firing of an act concerns, after it: its immediate acts and gates at `words`, which then stands behind them.
  void fired(const std::uint32_t*& words) {
    for (std::uint32_t k = *words++; k > 0; --k) {
      const std::uint32_t* act = words;
      words += 4;
      const bool ready = flat_test::all_pass(words, tokens_.data());
      if (ready != is_ready(act[1])) turn({act[0], act[1]}, act[2], act[3], ready);
    }
    for (std::uint32_t k = *words++; k > 0; --k) look_at_gate(*words++);
  }
  /// The act to fire, or FlatNet::kNone if none is enabled.
  std::uint32_t next(Random& random) { return enabled_ == 0 ? FlatNet::kNone : choose(random); }

 private:
  using Bits = std::vector<std::uint64_t>;
  /// An immediate act: its number, by which acts of the same arrivals are ordered, and where its state stands (FlatPlan::act_slot).
  struct ActAt {
    std::uint32_t number = 0;
    std::uint32_t slot = 0;
  };
  /// The state of an immediate act, and what its local conditions take if that is of one queue.
  struct Act {
    std::uint32_t queue = FlatNet::kNone;
    std::uint32_t count = 0;
    bool ready = false;
    bool waits = false;  // fresh or in a queue
  };
  /// An act in a queue, by the arrivals of the tokens that its local conditions take. Most keys are one run, and stand here whole.
  struct Waiting {
    double first = 0;         // s; infinity if it takes nothing, so that it goes last
    std::uint32_t count = 0;  // of its first run, or kMany
    ActAt act;
    bool whole = true;  // that run is the key; else it is in keys_
    /// Whether the tokens are the same.
    [[nodiscard]] bool same(const Waiting& other) const {
      return first == other.first && count == other.count && whole == other.whole;
    }
  };
  static constexpr std::uint32_t kMany = 0xffffffffU;  // or more
  [[nodiscard]] bool is_ready(std::uint32_t slot) const { return acts_[slot].ready; }
  /// The state of a FlatPool.
  struct Pool {
    std::uint32_t level = 0;
    bool open = false;
    bool noted = false;  // in Level::noted
    std::uint32_t ready = 0;
    std::uint32_t active_at = FlatNet::kNone;  // in Level::active
    Bits bits;                                 // of ready acts, by position in the pool
    Bits summary;                              // of words of `bits` that are not 0
    std::vector<ActAt> fresh;                  // acts that became ready and are not yet in the queue
    std::vector<Waiting> queue;  // a heap, by rule 9. Some are no longer ready, and none is before its place: while it waits, its
                                 // tokens are only replaced by later ones
    bool offered = false;        // in the queue of its level, by its best act and that one's arrivals then
    std::uint32_t best = 0;
    std::uint64_t offered_for = 0;  // the choice for which it was looked at
    ArrivalKey key;
  };
  struct Level {
    std::uint32_t enabled = 0;
    bool by_arrival = false;
    bool alone = false;                 // there is one pool
    std::uint32_t words = 0;            // of the bits of its pools, if acts are ordered across them
    std::vector<std::uint32_t> active;  // pools with enabled acts
    std::vector<std::uint32_t> noted;   // pools to be offered
    TimerHeap queue;                    // of pools, by the first arrival; none is before its place either
  };

  void turn(ActAt act, std::uint32_t pool, std::uint32_t position, bool ready);
  [[nodiscard]] Waiting waiting(ActAt act);
  void enqueue(Pool& pool, const Waiting& waiting);
  std::uint32_t best_of(Pool& pool);
  void note(std::uint32_t number);
  void offer(std::uint32_t number);
  void withdraw(std::uint32_t number);
  void set_active(std::uint32_t number);
  [[nodiscard]] bool after(const Waiting& a, const Waiting& b) const;
  [[nodiscard]] bool pool_before(std::uint32_t a, std::uint32_t b) const;
  void look_at_gate(std::uint32_t gate);
  void count(std::uint32_t pool, std::int32_t more);
  [[nodiscard]] bool holds(std::span<const FlatCondition> conditions) const;
  std::uint32_t choose(Random& random);
  [[nodiscard]] std::uint32_t single(const Level& level) const;
  template <class Visit>
  void for_each_word(const Level& level, const Visit& visit) const;
  [[nodiscard]] std::uint32_t position_of(const Level& level, std::uint64_t number) const;
  void list(const Level& level);
  std::uint32_t choose_by_weight(Random& random);
  std::uint32_t choose_by_arrival(Level& level, Random& random);
  std::uint32_t first_come(Level& level);
  void add_arrivals(std::span<const FlatTake> takes, ArrivalKey& key) const;

  const FlatPlan& plan_;
  const FlatNet& net_;
  const std::vector<std::int64_t>& tokens_;
  const FlatArrivals& arrivals_;
  std::vector<Pool> pools_;
  std::vector<Level> levels_;
  std::vector<Act> acts_;  // by slot
  std::uint64_t enabled_ = 0;
  std::uint64_t choices_ = 0;  // between pools
  std::vector<std::uint32_t> candidates_;
  std::vector<ArrivalKey> keys_;  // by immediate act, of those in queues that have one of several runs
  ArrivalKey key_;
};

}  // namespace petriloom
