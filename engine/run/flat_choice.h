// SPDX-License-Identifier: Apache-2.0
// Which immediate acts of a flat net are enabled, and which goes first (docs/semantics.md, rules 9 and 10).
//
// An act is ready if its local conditions hold, and enabled if its gate is open as well. Ready acts are bits, by level and gate, so
// that a gate opens and closes in one step however many wait before it (an idle server that a thousand wait for).
#pragma once

#include <vector>

#include "engine/run/binding_order.h"
#include "engine/run/flat_program.h"
#include "engine/run/rng.h"
#include "engine/run/timer_heap.h"

namespace petriloom {

/// When the tokens of some cells arrived, earliest first.
class FlatArrivals {
 public:
  explicit FlatArrivals(const FlatNet& net);
  [[nodiscard]] bool kept(std::uint32_t cell) const { return queue_of_[cell] != FlatNet::kNone; }
  /// Whether any are kept.
  [[nodiscard]] bool any() const { return !queues_.empty(); }
  /// `count` tokens arrive at `now` (s).
  void put(std::uint32_t cell, std::int64_t count, double now);
  /// The `count` earliest go.
  void take(std::uint32_t cell, std::int64_t count);
  void clear(std::uint32_t cell);
  /// Appends the arrivals of the `count` earliest.
  void earliest(std::uint32_t cell, std::int64_t count, std::vector<ArrivalRun>& out) const;

 private:
  struct Queue {
    std::vector<ArrivalRun> runs;
    std::size_t head = 0;
  };
  std::vector<std::uint32_t> queue_of_;  // by cell
  std::vector<Queue> queues_;
};

class FlatChoice {
 public:
  /// All are kept by reference; `tokens` are those of the cells.
  FlatChoice(const FlatNet& net, const std::vector<std::int64_t>& tokens, const FlatArrivals& arrivals);
  /// Looks at everything. Tokens and arrivals are those of the start.
  void start();
  /// Looks at what the firing of an act concerns, after it: its immediate acts and gates at `words`, which then stands behind them.
  void fired(const std::uint32_t*& words) {
    for (std::uint32_t k = *words++; k > 0; --k) {
      const std::uint32_t* act = words;
      words += 3;
      const bool ready = flat_test::all_pass(words, tokens_.data());
      if (ready != (ready_[act[0]] != 0)) turn(act[0], act[1], act[2], ready);
    }
    for (std::uint32_t k = *words++; k > 0; --k) look_at_gate(*words++);
  }
  /// The pool of each immediate act, for the program.
  [[nodiscard]] const std::vector<std::uint32_t>& pool_of() const { return pool_of_; }
  /// The act to fire, or FlatNet::kNone if none is enabled.
  std::uint32_t next(Random& random) { return enabled_ == 0 ? FlatNet::kNone : choose(random); }

 private:
  using Bits = std::vector<std::uint64_t>;
  /// An act in a queue, by the first arrival of the tokens that its local conditions take (s).
  struct Waiting {
    double first = 0;
    std::uint32_t number = 0;
  };
  /// The acts of one level behind one gate. What the gate's conditions take is the same for all of them, so that their local
  /// conditions alone decide which of them goes first.
  struct Pool {
    std::uint32_t level = 0;
    std::uint32_t gate = 0;
    bool open = false;
    std::uint32_t ready = 0;
    std::uint32_t active_at = FlatNet::kNone;  // in Level::active
    Bits bits;                                 // of ready acts, by position in the level
    Bits summary;                              // of words of `bits` that are not 0
    std::vector<Waiting> queue;  // a heap, by rule 9. Some are no longer ready, and none is before its place: while it waits, its
                                 // tokens are only replaced by later ones
    bool noted = false;          // in Level::noted
    bool offered = false;        // in the queue of its level, by its best act and that one's arrivals then
    std::uint32_t best = 0;
    std::vector<ArrivalRun> key;
  };
  struct Level {
    std::uint32_t enabled = 0;
    bool by_arrival = false;
    bool alone = false;  // there is one pool
    std::vector<std::uint32_t> pools;
    std::vector<std::uint32_t> active;  // pools with enabled acts
    std::vector<std::uint32_t> noted;   // pools to be offered
    TimerHeap queue;                    // of pools, by the first arrival; none is before its place either
  };

  void turn(std::uint32_t number, std::uint32_t pool, std::uint32_t position, bool ready);
  void enqueue(Pool& pool, std::uint32_t number);
  std::uint32_t best_of(Pool& pool);
  void note(std::uint32_t number);
  void offer(std::uint32_t number);
  void set_active(std::uint32_t number);
  [[nodiscard]] bool after(const Waiting& a, const Waiting& b) const;
  void look_at_gate(std::uint32_t gate);
  void count(std::uint32_t pool, std::int32_t more);
  [[nodiscard]] bool holds(std::span<const FlatCondition> conditions) const;
  std::uint32_t choose(Random& random);
  template <class Visit>
  void for_each_word(const Level& level, const Visit& visit) const;
  [[nodiscard]] std::uint32_t position_of(const Level& level, std::uint64_t number) const;
  void list(const Level& level);
  std::uint32_t choose_by_weight(Random& random);
  std::uint32_t choose_by_arrival(Level& level, Random& random);
  std::uint32_t first_come(Level& level);
  void add_arrivals(std::span<const FlatCondition> conditions, std::vector<ArrivalRun>& out) const;
  static double first_of(const std::vector<ArrivalRun>& key);

  const FlatNet& net_;
  const std::vector<std::int64_t>& tokens_;
  const FlatArrivals& arrivals_;
  std::vector<Pool> pools_;
  std::vector<Level> levels_;
  std::vector<std::uint32_t> pool_of_;                // by immediate act
  std::vector<std::vector<std::uint32_t>> pools_at_;  // by gate
  std::vector<std::uint8_t> ready_;                   // by immediate act
  std::uint64_t enabled_ = 0;
  std::vector<std::uint32_t> candidates_;
  std::vector<std::uint8_t> queued_;           // by immediate act
  std::vector<std::vector<ArrivalRun>> keys_;  // of those in queues
  std::vector<ArrivalRun> key_;
};

}  // namespace petriloom
