// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/timers.h"

#include <algorithm>

#include "engine/containers/take_number.h"
#include "engine/enabling/priority.h"
#include "engine/expr/eval.h"
#include "engine/questions/schedule.h"
#include "engine/random/durations.h"
#include "engine/random/variates.h"

namespace petriloom::counts {

Timers::Timers(const Net& net, const Plan& plan, const std::vector<std::int64_t>& tokens, Random& random)
    : net_(net), plan_(plan), unfolded_(plan.unfolded), tokens_(tokens), random_(random) {
  for (const TimedBinding& timed : unfolded_.timed) bindings_.push_back({0, kNone, timed.timing, timed.a, timed.b});
}

void Timers::follow(std::uint32_t number, double now) {
  Cursor row = plan_.program.timed(number);
  const std::int64_t servers = row.servers();
  const std::int64_t want = row.conditions().times(tokens_.data(), servers);
  if (bindings_[number].count != want) adjust(number, want, now);
}

void Timers::start_all(double now) {
  for (const bool limited : {false, true}) {
    for (std::uint32_t number = 0; number < bindings_.size(); ++number) {
      if ((unfolded_.timed[number].servers > 0) == limited) follow(number, now);
    }
  }
}

void Timers::fired_together(const std::vector<std::uint32_t>& rows, double now) {
  together_.clear();
  for (const std::uint32_t row : rows) {
    const auto timed = unfolded_.affected.timed[row];
    together_.insert(together_.end(), timed.begin(), timed.end());
  }
  const auto limited = [&](std::uint32_t number) { return unfolded_.timed[number].servers > 0; };
  std::sort(together_.begin(), together_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return limited(a) != limited(b) ? limited(b) : a < b; });
  together_.erase(std::unique(together_.begin(), together_.end()), together_.end());
  for (const std::uint32_t number : together_) follow(number, now);
  heap_.settle(tie());
}

void Timers::adjust(std::uint32_t number, std::int64_t want, double now) {
  TimedState& binding = bindings_[number];
  while (binding.count > want) {  // the youngest go first
    const std::uint32_t timer = binding.youngest;
    heap_.remove(timer, tie());
    unlink(timer);
  }
  if (want > kMostEnablingDegree && binding.count < want) {
    throw EvalError(net_[unfolded_.transition_of(unfolded_.timed[number].binding)].where,
                    "a binding of a timed transition is enabled more than ten million times at once");
  }
  while (binding.count < want) start(number, now);
}

void Timers::start(std::uint32_t number, double now) {
  const TimedState& binding = bindings_[number];
  double due = 0;
  if (binding.timing == Timing::exponential && binding.a > 0) {
    due = now + standard_exponential(random_) / binding.a;
  } else if (scheduled(binding.timing)) {
    due = next_time(binding.timing, unfolded_.times[number], now, struck_ != now);
  } else {
    due = now + sample(binding.timing, binding.a, binding.b, random_);
  }
  enter(number, numbers_++, due);
}

void Timers::enter(std::uint32_t number, std::uint64_t timer_number, double due) {
  const std::uint32_t timer = take_number(timers_, free_);
  TimedState& binding = bindings_[number];
  timers_[timer] = {number, binding.youngest, kNone, timer_number};
  if (binding.youngest != kNone) timers_[binding.youngest].younger = timer;
  binding.youngest = timer;
  ++binding.count;
  heap_.push(due, timer, tie(), unfolded_.timed[number].rank);
}

void Timers::unlink(std::uint32_t number) {
  const Timer& timer = timers_[number];
  TimedState& binding = bindings_[timer.timed];
  if (timer.older != kNone) timers_[timer.older].younger = timer.younger;
  (timer.younger == kNone ? binding.youngest : timers_[timer.younger].older) = timer.older;
  --binding.count;
  free_.push_back(number);
}

std::uint32_t Timers::take() {
  const std::uint32_t timer = heap_.top();
  const std::uint32_t binding = unfolded_.timed[timers_[timer].timed].binding;
  struck_ = heap_.time();
  heap_.leave();
  unlink(timer);
  return binding;
}

void Timers::save(const WordPool& pool, RunState& state) const {
  std::uint64_t next = numbers_;
  for (std::uint32_t number = 0; number < bindings_.size(); ++number) {
    const bool once = scheduled(bindings_[number].timing);
    if (once) state.struck = struck_ == state.now;
    Cursor row = plan_.program.timed(number);
    row.servers();  // as many as there may be wait, too
    const std::int64_t times = row.conditions().times(tokens_.data(), once ? 1 : std::numeric_limits<std::int64_t>::max());
    if (times == 0) continue;
    const std::uint32_t binding = unfolded_.timed[number].binding;
    RunState::Binding& saved = state.bindings.emplace_back();
    saved.transition = unfolded_.transition_of(binding);
    const std::span<const Word> values = unfolded_.parts.binding(net_, binding);
    for (std::size_t k = 0; k < values.size(); ++k) {
      append_value(net_.colours, net_[saved.transition].variables[k].colour, values[k], pool, saved.binding);
    }
    for (std::uint32_t timer = bindings_[number].youngest; timer != kNone; timer = timers_[timer].older) {
      saved.timers.push_back({heap_.time_of(timer), timers_[timer].number, 0});
    }
    std::reverse(saved.timers.begin(), saved.timers.end());
    // Who waits for the servers of one binding is all the same.
    for (std::int64_t waits = times - bindings_[number].count; waits > 0; --waits) saved.tickets.push_back(next++);
  }
  state.numbers = next;
}

void Timers::load(std::uint32_t binding, const RunState::Binding& saved) {
  for (const RunState::Timer& timer : saved.timers) enter(unfolded_.classes[binding].number, timer.number, timer.due);
}

}  // namespace petriloom::counts
