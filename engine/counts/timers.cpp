// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/timers.h"

#include <algorithm>

#include "engine/enabling/priority.h"
#include "engine/expr/eval.h"
#include "engine/net/schedule.h"
#include "engine/random/distributions.h"
#include "engine/random/variates.h"

namespace petriloom {

FlatTimers::FlatTimers(const Net& net, const FlatPlan& plan, const std::vector<std::int64_t>& tokens, Random& random)
    : net_(net), plan_(plan), flat_(plan.flat), tokens_(tokens), random_(random) {
  for (const FlatTimed& timed : flat_.timed) acts_.push_back({0, kNone, timed.timing, timed.a, timed.b});
}

void FlatTimers::follow(std::uint32_t number, double now) {
  const FlatRow row = plan_.program.timed(number);
  const std::uint32_t* words = plan_.program.words(row);
  const std::int64_t servers = FlatProgram::servers(*words++);
  const std::int64_t want = flat_test::times(words, tokens_.data(), row.slot, servers);
  if (acts_[number].count != want) adjust(number, want, now);
}

void FlatTimers::start_all(double now) {
  for (const bool limited : {false, true}) {
    for (std::uint32_t number = 0; number < acts_.size(); ++number) {
      if ((flat_.timed[number].servers > 0) == limited) follow(number, now);
    }
  }
}

void FlatTimers::fired_together(const std::vector<std::uint32_t>& rows, double now) {
  together_.clear();
  for (const std::uint32_t row : rows) {
    const auto timed = flat_.timed_after[row];
    together_.insert(together_.end(), timed.begin(), timed.end());
  }
  const auto limited = [&](std::uint32_t number) { return flat_.timed[number].servers > 0; };
  std::sort(together_.begin(), together_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return limited(a) != limited(b) ? limited(b) : a < b; });
  together_.erase(std::unique(together_.begin(), together_.end()), together_.end());
  for (const std::uint32_t number : together_) follow(number, now);
  heap_.settle(tie());
}

void FlatTimers::adjust(std::uint32_t number, std::int64_t want, double now) {
  Act& act = acts_[number];
  while (act.count > want) {  // the youngest go first
    const std::uint32_t timer = act.youngest;
    heap_.remove(timer, tie());
    unlink(timer);
  }
  if (want > kMostEnablingDegree && act.count < want) {
    throw EvalError(net_[flat_.parts.transitions[flat_.timed_act[number]].transition].where,
                    "a binding of a timed transition is enabled more than ten million times at once");
  }
  while (act.count < want) start(number, now);
}

void FlatTimers::start(std::uint32_t number, double now) {
  const Act& act = acts_[number];
  double due = 0;
  if (act.timing == Timing::exponential && act.a > 0) {
    due = now + standard_exponential(random_) / act.a;
  } else if (scheduled(act.timing)) {
    due = next_time(act.timing, flat_.times[number], now, struck_ != now);
  } else {
    due = now + sample(act.timing, act.a, act.b, random_);
  }
  enter(number, numbers_++, due);
}

void FlatTimers::enter(std::uint32_t number, std::uint64_t timer_number, double due) {
  auto timer = static_cast<std::uint32_t>(timers_.size());
  if (free_.empty()) {
    timers_.emplace_back();
  } else {
    timer = free_.back();
    free_.pop_back();
  }
  Act& act = acts_[number];
  timers_[timer] = {number, act.youngest, kNone, timer_number};
  if (act.youngest != kNone) timers_[act.youngest].younger = timer;
  act.youngest = timer;
  ++act.count;
  heap_.push(due, timer, tie(), flat_.timed[number].rank);
}

void FlatTimers::unlink(std::uint32_t number) {
  const Timer& timer = timers_[number];
  Act& act = acts_[timer.timed];
  if (timer.older != kNone) timers_[timer.older].younger = timer.younger;
  (timer.younger == kNone ? act.youngest : timers_[timer.younger].older) = timer.older;
  --act.count;
  free_.push_back(number);
}

std::uint32_t FlatTimers::take() {
  const std::uint32_t timer = heap_.top();
  const std::uint32_t act = flat_.timed_act[timers_[timer].timed];
  struck_ = heap_.time();
  heap_.leave();
  unlink(timer);
  return act;
}

void FlatTimers::save(const WordPool& pool, RunState& state) const {
  std::uint64_t next = numbers_;
  for (std::uint32_t number = 0; number < acts_.size(); ++number) {
    const bool once = scheduled(acts_[number].timing);
    if (once) state.struck = struck_ == state.now;
    const FlatRow row = plan_.program.timed(number);
    const std::uint32_t* needs = plan_.program.words(row) + 1;
    const std::int64_t times =
        flat_test::times(needs, tokens_.data(), row.slot, once ? 1 : std::numeric_limits<std::int64_t>::max());
    if (times == 0) continue;
    const std::uint32_t act = flat_.timed_act[number];
    RunState::Binding& saved = state.bindings.emplace_back();
    saved.transition = flat_.parts.transitions[act].transition;
    const std::span<const Word> binding = flat_.parts.binding(net_, act);
    for (std::size_t k = 0; k < binding.size(); ++k) {
      append_value(net_.colours, net_[saved.transition].variables[k].colour, binding[k], pool, saved.binding);
    }
    for (std::uint32_t timer = acts_[number].youngest; timer != kNone; timer = timers_[timer].older) {
      saved.timers.push_back({heap_.time_of(timer), timers_[timer].number, 0});
    }
    std::reverse(saved.timers.begin(), saved.timers.end());
    // Who waits for the servers of one binding is all the same.
    for (std::int64_t waits = times - acts_[number].count; waits > 0; --waits) saved.tickets.push_back(next++);
  }
  state.numbers = next;
}

void FlatTimers::load(std::uint32_t act, const RunState::Binding& saved) {
  for (const RunState::Timer& timer : saved.timers) enter(flat_.timed_of[act], timer.number, timer.due);
}

}  // namespace petriloom
