// SPDX-License-Identifier: Apache-2.0
// One run of an unfolded net: the same events, numbers and results as a Replication of the net it
// was made from.
#pragma once

#include "engine/counts/choice.h"
#include "engine/counts/delay_queues.h"
#include "engine/counts/timers.h"
#include "engine/course/run_course.h"

namespace petriloom::counts {

class Replication : public RunCourse {
 public:
  /// As a Replication; `plan` is made for `net` and these options, and all must outlive this. A
  /// trace, for which the plan must be made, is told of firings alone;
  /// engine/simulate/token_teller.h tells of tokens.
  Replication(const Net& net, const Plan& plan, const RunOptions& options, std::uint64_t number, TraceSink* trace);

  bool go(std::uint64_t steps) override {
    return go_on(steps, [this] { return step(); });
  }
  /// The same as a coloured::Replication's, but arrivals that decide nothing are 0.
  [[nodiscard]] RunState save() override;
  /// Starts from a state that a Replication takes up with LoadMode::exact; to be called before
  /// anything else. False if it has a token or a binding that the unfolded net has not, after which
  /// the replication is of no use.
  bool load(const RunState& state);

 private:
  [[nodiscard]] std::int64_t& tokens(std::uint32_t place) { return tokens_[plan_.places[place].slot]; }
  [[nodiscard]] std::int64_t tokens(std::uint32_t place) const { return tokens_[plan_.places[place].slot]; }
  /// With those on their way.
  [[nodiscard]] std::int64_t all_tokens(std::uint32_t place) const { return tokens(unfolded_.all_of(place)); }
  /// Tokens more, or fewer, in a place. Throws TooManyTokens.
  void add(std::uint32_t slot, std::int64_t more) {
    if (__builtin_add_overflow(tokens_[slot], more, &tokens_[slot])) refuse(slot);
  }
  [[noreturn]] void refuse(std::uint32_t slot) const;
  void begin() override;
  [[nodiscard]] bool in_final_marking() override;
  void save_tokens(RunState& state) const;
  bool load_tokens(const RunState& state);
  bool load_timers(const RunState& state);
  void show_all();
  void put_all(std::uint32_t place, Marking& marking) const;
  template <class Look>
  auto seeing_all(const Look& look);
  double value_in_all(std::uint32_t member, double now);
  [[nodiscard]] std::uint32_t find_place(PlaceId coloured, const ColourValue& value);
  [[nodiscard]] std::uint32_t find_binding(TransitionId transition, const ColourValue& value);
  bool step();
  bool advance();
  void fire(std::uint32_t binding);
  void tell_fired(std::uint32_t binding);
  void reset(std::uint32_t binding);
  void put_later(Cursor& row);
  void arrive(std::uint32_t slot, std::int64_t count);
  void expect(std::uint32_t slot) const;
  void deliver();
  void settle_delivered(std::uint32_t binding);
  void count_firing(Cursor& row);
  void look_after(std::uint32_t binding, Cursor& row);
  void move_arrivals(std::uint32_t binding, Cursor& row);

  const Plan& plan_;
  const EventNet& unfolded_;
  Marking shown_;                     // of the places that measures and the stop condition look at
  MarkingView view_;                  // the same
  std::vector<std::int64_t> tokens_;  // by slot
  Arrivals arrivals_;
  DelayQueues arriving_;
  Choice choice_;
  Timers timers_;
  // Slots and numbers of tokens, while they are delivered.
  std::vector<std::pair<std::uint32_t, std::int64_t>> arrived_;
  // Slots of places in which tokens became available in this step.
  std::vector<std::uint32_t> delivered_;
};

}  // namespace petriloom::counts
