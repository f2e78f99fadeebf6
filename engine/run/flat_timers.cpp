// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_timers.h"

#include <algorithm>

#include "engine/net/eval.h"
#include "engine/run/distributions.h"
#include "engine/run/timers.h"
#include "engine/run/variates.h"

namespace petriloom {

FlatTimers::FlatTimers(const Net& net, const FlatNet& flat, const std::vector<std::int64_t>& tokens, Random& random)
    : net_(net), flat_(flat), tokens_(tokens), random_(random) {
  for (const FlatTimed& timed : flat.timed) acts_.push_back({0, kNone, timed.timing, timed.a, timed.b});
}

void FlatTimers::follow(std::uint32_t number, double now) {
  const FlatTimed& timed = flat_.timed[number];
  words_.assign(1, static_cast<std::uint32_t>(timed.needs.size()));
  for (const FlatCondition& need : timed.needs) words_.insert(words_.end(), {need.cell, flat_test::encode(need)});
  const std::uint32_t* words = words_.data();
  const std::int64_t servers = timed.servers > 0 ? timed.servers : std::numeric_limits<std::int64_t>::max();
  const std::int64_t want = flat_test::times(words, tokens_.data(), servers);
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
  if (want > Timers::kMostDegree && act.count < want) {
    throw EvalError(net_[flat_.parts.transitions[flat_.timed_act[number]].transition].where,
                    "a binding of a timed transition is enabled more than ten million times at once");
  }
  while (act.count < want) start(number, now);
}

void FlatTimers::start(std::uint32_t number, double now) {
  Act& act = acts_[number];
  const double duration = act.timing == Timing::exponential && act.a > 0 ? standard_exponential(random_) / act.a
                                                                         : sample(act.timing, act.a, act.b, random_);
  auto timer = static_cast<std::uint32_t>(timers_.size());
  if (free_.empty()) {
    timers_.emplace_back();
  } else {
    timer = free_.back();
    free_.pop_back();
  }
  timers_[timer] = {number, act.youngest, kNone, numbers_++};
  if (act.youngest != kNone) timers_[act.youngest].younger = timer;
  act.youngest = timer;
  ++act.count;
  heap_.push(now + duration, timer, tie());
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
  heap_.leave();
  unlink(timer);
  return act;
}

}  // namespace petriloom
