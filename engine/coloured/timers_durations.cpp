// SPDX-License-Identifier: Apache-2.0
// When timers are due: durations are drawn when a timer starts, and again where the rule says so (docs/semantics.md, rules 11 and
// 21).
#include <algorithm>

#include "engine/coloured/timers.h"
#include "engine/net/schedule.h"
#include "engine/random/durations.h"

namespace petriloom::coloured {

double Timers::parameter(const Code& code) {
  return code.valid() ? real_of_word(code.eval(enabling_.evaluator(), frame_, &marking_.marking())) : 0;
}

double Timers::rate(const Live& live) {
  std::copy(live.binding.begin(), live.binding.end(), frame_.begin());
  return parameter(enabling_.plans()[live.transition].a);
}

Timers::Drawn Timers::draw(const Live& live) {
  const Transition& transition = net_[live.transition];
  const TransitionPlan& plan = enabling_.plans()[live.transition];
  std::copy(live.binding.begin(), live.binding.end(), frame_.begin());
  const double a = parameter(plan.a);
  const double b = parameter(plan.b);
  const std::string wrong = check_parameters(transition.timing, a, b);
  if (!wrong.empty()) throw EvalError(transition.where, wrong);
  if (streams_ != nullptr) streams_->begin_duration(live.transition, live.binding);
  return {sample(transition.timing, a, b, random_), compiled_[live.transition.index()].rated ? a : 0};
}

double Timers::next_occasion(const Live& live, double now, bool still) {
  const Transition& transition = net_[live.transition];
  std::copy(live.binding.begin(), live.binding.end(), frame_.begin());
  times_.clear();
  for (const Code& time : enabling_.plans()[live.transition].times) times_.push_back(parameter(time));
  if (const auto fault = check_schedule(transition.timing, times_)) {
    throw EvalError(net_.exprs[transition.times[fault->time]].where, fault->what);
  }
  return next_time(transition.timing, times_, now, still);
}

Timers::Drawn Timers::next_duration(Live& live) {
  if (live.rests.empty()) return draw(live);
  const Drawn rest = live.rests.front();
  live.rests.erase(live.rests.begin());
  const bool rated = compiled_[live.transition.index()].rated;
  return rated && rate(live) != rest.rate ? draw(live) : rest;
}

void Timers::draw_again(std::uint32_t timer, double now) {
  const auto tie = [this](std::uint32_t a, std::uint32_t b) { return timer_before(a, b); };
  const Drawn drawn = draw(lives_[timers_[timer].live]);
  timers_[timer].rate = drawn.rate;
  heap_.remove(timer, tie);
  heap_.push(now + drawn.duration, timer, tie);
}

void Timers::resample(double now) {
  for (const TransitionId transition : resampling_) {
    std::vector<std::uint32_t> lives = lives_of_[transition.index()];
    std::sort(lives.begin(), lives.end(), [this](std::uint32_t a, std::uint32_t b) { return live_before(a, b); });
    for (const std::uint32_t id : lives) {
      for (const std::uint32_t timer : lives_[id].timers) draw_again(timer, now);
    }
  }
}

void Timers::note_rate(std::uint32_t id) {
  if (lives_[id].rate_noted) return;
  lives_[id].rate_noted = true;
  noted_rates_.push_back(id);
}

void Timers::follow_rates(double now) {
  std::sort(noted_rates_.begin(), noted_rates_.end(), [this](std::uint32_t a, std::uint32_t b) { return live_before(a, b); });
  for (const std::uint32_t id : noted_rates_) {
    lives_[id].rate_noted = false;
    if (lives_[id].timers.empty()) continue;
    const double now_right = rate(lives_[id]);
    for (const std::uint32_t timer : lives_[id].timers) {
      if (timers_[timer].rate != now_right) draw_again(timer, now);
    }
  }
  noted_rates_.clear();
}

}  // namespace petriloom::coloured
