// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/durations.h"

#include <algorithm>

#include "engine/questions/schedule.h"
#include "engine/random/durations.h"

namespace petriloom::coloured {

Durations::Durations(Enabling& enabling, const TimedMarking& marking, const LiveBindings& lives, Random& random,
                     TransitionStreams* streams)
    : enabling_(enabling), net_(enabling.net()), marking_(marking), lives_(lives), random_(random), streams_(streams) {
  std::size_t frame = 0;
  for (const Transition& transition : net_.transitions) frame = std::max(frame, transition.variables.size());
  frame_.resize(frame);
}

double Durations::parameter(const Code& code) {
  return code.valid() ? real_of_word(code.eval(enabling_.evaluator(), frame_, &marking_.marking())) : 0;
}

double Durations::rate(const Live& live) {
  std::copy(live.binding.begin(), live.binding.end(), frame_.begin());
  return parameter(enabling_.plans()[live.transition].a);
}

Drawn Durations::draw(const Live& live) {
  const Transition& transition = net_[live.transition];
  const TransitionPlan& plan = enabling_.plans()[live.transition];
  std::copy(live.binding.begin(), live.binding.end(), frame_.begin());
  const double a = parameter(plan.a);
  const double b = parameter(plan.b);
  const std::string wrong = check_parameters(transition.timing, a, b);
  if (!wrong.empty()) throw EvalError(transition.where, wrong);
  if (streams_ != nullptr) streams_->begin_duration(live.transition, live.binding);
  return {sample(transition.timing, a, b, random_), lives_.facts(live.transition).rated ? a : 0};
}

double Durations::next_occasion(const Live& live, double now, bool still) {
  const Transition& transition = net_[live.transition];
  std::copy(live.binding.begin(), live.binding.end(), frame_.begin());
  times_.clear();
  for (const Code& time : enabling_.plans()[live.transition].times) times_.push_back(parameter(time));
  if (const auto fault = check_schedule(transition.timing, times_)) {
    throw EvalError(net_.exprs[transition.times[fault->time]].where, fault->what);
  }
  return next_time(transition.timing, times_, now, still);
}

Drawn Durations::next(Live& live) {
  if (live.rests.empty()) return draw(live);
  const Drawn rest = live.rests.front();
  live.rests.erase(live.rests.begin());
  const bool rated = lives_.facts(live.transition).rated;
  return rated && rate(live) != rest.rate ? draw(live) : rest;
}

}  // namespace petriloom::coloured
