// SPDX-License-Identifier: Apache-2.0
// The timers of an unfolded net: race with enabling memory, and servers (docs/semantics.md, rules
// 11 to 13). Numbers are drawn in the order in which Timers draws them.
#pragma once

#include <limits>
#include <vector>

#include "engine/containers/timer_heap.h"
#include "engine/counts/plan.h"
#include "engine/random/rng.h"
#include "engine/state/run_state.h"

namespace petriloom::counts {

class Timers {
 public:
  /// All are kept by reference; `tokens` are those of the places, by slot.
  Timers(const Net& net, const Plan& plan, const std::vector<std::int64_t>& tokens, Random& random);

  /// Starts the timers of all that are enabled, at `now` (s), if they have none. Throws EvalError
  /// if a binding is enabled too often.
  void start_all(double now);
  /// Looks at what the firing of a binding at `now` affects, after it: its timed bindings, which
  /// are read from its row.
  void fired(Cursor& row, double now) {
    for (std::uint32_t k = row.number(); k > 0; --k) {
      const std::uint32_t number = row.timed();
      const std::int64_t servers = row.servers();
      const std::int64_t want = row.conditions().times(tokens_.data(), servers);
      if (bindings_[number].count != want) adjust(number, want, now);
    }
    heap_.settle(tie());
  }
  /// The same for several events at once: the rows are those of EventNet::affected.
  void fired_together(const std::vector<std::uint32_t>& rows, double now);
  /// When the next timer is due, s; infinity if there is none.
  [[nodiscard]] double next() const { return heap_.empty() ? std::numeric_limits<double>::infinity() : heap_.time(); }
  /// Takes the next timer and returns its binding, which is about to fire.
  std::uint32_t take();
  /// Writes down the timers, and tickets for what waits for a server.
  void save(const WordPool& pool, RunState& state) const;
  /// Takes up the timers of one binding. Before any other call.
  void load(std::uint32_t binding, const RunState::Binding& saved);
  /// Numbers from here on are for timers that are started.
  void number_from(std::uint64_t number) { numbers_ = number; }
  /// A timer has fired at this time (s).
  void strike(double time) { struck_ = time; }

 private:
  static constexpr std::uint32_t kNone = UnfoldedNet::kNone;
  /// A timed binding: its timers are a list from the youngest to the oldest.
  struct TimedState {
    std::int64_t count = 0;
    std::uint32_t youngest = kNone;
    Timing timing = Timing::exponential;
    double a = 0, b = 0;
  };
  struct Timer {
    std::uint32_t timed = 0;
    std::uint32_t older = kNone;
    std::uint32_t younger = kNone;
    std::uint64_t number = 0;
  };
  /// Order of timers of one binding, which has a rank of its own, that are due at the same time.
  struct Tie {
    const Timers& timers;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return timers.timers_[a].number < timers.timers_[b].number; }
  };
  [[nodiscard]] Tie tie() const { return {*this}; }

  void follow(std::uint32_t number, double now);
  void enter(std::uint32_t number, std::uint64_t timer_number, double due);
  void adjust(std::uint32_t number, std::int64_t want, double now);
  void start(std::uint32_t number, double now);
  void unlink(std::uint32_t timer);

  const Net& net_;
  const Plan& plan_;
  const EventNet& unfolded_;
  const std::vector<std::int64_t>& tokens_;
  Random& random_;
  TimerHeap heap_;
  std::vector<TimedState> bindings_;  // the timed ones
  std::vector<Timer> timers_;
  std::vector<std::uint32_t> free_;
  std::uint64_t numbers_ = 0;
  double struck_ = -1;  // when a timer fired last, s: docs/semantics.md, rule 24
  std::vector<std::uint32_t> together_;
};

}  // namespace petriloom::counts
