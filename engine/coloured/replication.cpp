// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/replication.h"

#include <algorithm>
#include <limits>

#include "engine/coloured/loop_cycle.h"
#include "engine/enabling/ever_possible.h"
#include "engine/marking/too_many_tokens.h"
#include "engine/questions/fluid.h"

namespace petriloom::coloured {

Replication::Replication(const Net& net, const RunOptions& options, std::uint64_t number, TraceSink* trace, LevelSink* levels)
    : RunCourse(net, options, number, trace, net.pool),
      consumers_(net.places.size()),
      levels_(levels),
      truths_(enabling_),
      marking_(net, enabling_.indices(), pool_),
      view_(marking_.marking(), enabling_),
      firing_(enabling_),
      streams_(options.own_streams ? std::optional<TransitionStreams>(std::in_place, net, options.seed, number, options.antithetic)
                                   : std::nullopt),
      draws_(streams_ ? streams_->random() : random_),
      enabled_set_(firing_, marking_),
      timers_(firing_, marking_, streams_ ? streams_->random() : random_, streams_ ? &*streams_ : nullptr) {
  if (const auto fluid = levels == nullptr ? find_fluid(net) : std::nullopt)
    throw EvalError(fluid->where, fluid->what + ", and this runs nets of tokens alone");
  enabling_.evaluator().set_state(&view_);
  enabling_.evaluator().set_random(&draws_);
}

void Replication::find_consumers() {
  for (std::size_t p = 0; p < consumers_.size(); ++p) {
    consumers_[p] = {};
    consumers_[p].capacity = timers_.capacity(PlaceId(p));
  }
  clocked_.clear();
  const std::vector<bool> possible = ever_possible(enabling_, marking_.marking());
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    if (possible[t]) add_consumers(TransitionId(t));
  }
}

void Replication::add_consumers(TransitionId transition) {
  const TransitionPlan& plan = enabling_.plans()[transition];
  const bool immediate = net_[transition].timing == Timing::immediate;
  const std::vector<ExprId>& guards = net_[transition].guards;
  if (std::any_of(guards.begin(), guards.end(), [this](ExprId guard) { return net_.exprs.looks(guard, look::time); })) {
    clocked_.push_back(transition);
  }
  for (const Term& term : plan.terms) {
    if (term.never) continue;
    Consumers& consumers = consumers_[term.place.index()];
    const bool counted = !term.count.valid() || term.count.constant();
    const std::int64_t count = term.count.valid() && counted ? term.count.constant_value() : 1;
    const bool skip = counted && !term.each && !term.pattern.wildcards && !plan.joined_inputs;
    const Consumer consumer{transition, term.arc, immediate, skip ? count : 0};
    if (term.kind == ArcKind::input || term.kind == ArcKind::read) consumers.takers.push_back(consumer);
    if (term.kind == ArcKind::inhibitor) consumers.inhibited.push_back(consumer);
    if (term.kind == ArcKind::read && term.pattern.wildcards && !term.each && !immediate) consumers.wild_reads.push_back(consumer);
  }
  for (std::uint32_t d = 0; d < plan.dependencies.size(); ++d) {
    consumers_[plan.dependencies[d].place.index()].dependents.push_back({transition, d, immediate, 0});
  }
}

void Replication::begin() {
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial)
      marking_.put(PlaceId(p), tokens.colour, tokens.count, 0, tokens.available);
  }
  find_consumers();
  rewards_.start(marking_.marking());
  marking_.begin_step();
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const bool immediate = net_.transitions[t].timing == Timing::immediate;
    immediate ? enabled_set_.consider_all(TransitionId(t)) : timers_.consider_all(TransitionId(t));
  }
  timers_.settle(0, false);
}

ReplicationResult Replication::run() {
  while (!go(std::numeric_limits<std::uint64_t>::max())) continue;
  ReplicationResult result = finish();
  tell_loop(net_, options_, result);
  return result;
}

bool Replication::step() {
  if (enabled_set_.next(random_)) {
    fire(enabled_set_.transition(), enabled_set_.binding(), enabled_set_.inputs());
  } else if (timers_.next() <= now_) {
    timers_.take();
    fire(timers_.transition(), timers_.binding());
  } else {
    return advance();
  }
  return no_loop();
}

bool Replication::advance() {
  if (!move_on(std::min(marking_.next_arrival(), timers_.next()))) return false;
  deliver();
  look_again();
  return true;
}

void Replication::deliver() {
  if (marking_.next_arrival() > now_) return;
  marking_.begin_step();
  while (marking_.next_arrival() <= now_) {
    const TimedMarking::Arrived arrived = marking_.deliver();
    changes_.push_back({ChangeKind::arrived, arrived.place, arrived.colour, arrived.before});
  }
  settle(false);
}

// The time has moved, and with it what guards that look at it say.
void Replication::look_again() {
  if (clocked_.empty()) return;
  enabling_.evaluator().set_now(now_);
  marking_.begin_step();
  for (const TransitionId transition : clocked_) enabled_set_.consider_all(transition);
}

void Replication::fire(TransitionId transition, std::span<const Word> binding, std::span<const Tokens> inputs) {
  firing_now_ = transition;
  enabling_.evaluator().set_now(now_);
  if (streams_) streams_->begin_firing(transition, binding);
  effects_.takes.assign(inputs.begin(), inputs.end());
  if (inputs.empty()) firing_.input_tokens(marking_.marking(), transition, binding, effects_.takes);
  firing_.effects_beside(marking_.marking(), transition, binding, true, effects_);
  if (levels_ != nullptr) levels_->prepare(transition, firing_.frame());
  find_reset_slots(transition, binding);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  rewards_.fired(transition, frame_, now_);
  if (trace_ != nullptr) trace_->fired(now_, transition, binding, pool_);
  marking_.begin_step();
  enabled_set_.taken(binding, take_all());
  put_all();
  if (levels_ != nullptr) levels_->moved();
  ++result_.firings;
  settle(true);
}

void Replication::find_reset_slots(TransitionId transition, std::span<const Word> binding) {
  if (effects_.resets.empty()) return reset_slots_.clear();
  const Marking& marking = marking_.marking();
  firing_.find_resets(marking, transition, binding, effects_, reset_slots_);
  // Slots are given in order of history; a trace shows colours in their own order.
  std::sort(reset_slots_.begin(), reset_slots_.end(), [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    return net_.colours.compare(net_[a.first].colour, marking.colour(a.first, a.second), marking.colour(b.first, b.second), pool_) <
           0;
  });
}

bool Replication::take_all() {
  const auto report = [this](PlaceId place, Word colour) {
    for (const ArrivalRun& run : taken_) trace_->taken(now_, run.arrival, place, colour, run.count);
  };
  bool used_up = false;
  for (const Tokens& take : effects_.takes) {
    const Marking::Slot slot = marking_.marking().find(take.place, take.colour);
    timers_.going(take.place, slot);
    taken_.clear();
    marking_.take(take.place, slot, take.count, taken_);
    used_up = used_up || marking_.marking().available(take.place, slot) < take.count;
    changes_.push_back({ChangeKind::gone, take.place, take.colour, 0});
    if (trace_ != nullptr) report(take.place, take.colour);
  }
  for (const auto& [place, slot] : reset_slots_) {
    if (marking_.marking().total(place, slot) == 0) continue;
    const Word colour = marking_.marking().colour(place, slot);
    timers_.going(place, slot);
    taken_.clear();
    marking_.arrivals(place, slot, marking_.marking().available(place, slot), taken_);
    marking_.remove(place, slot);
    changes_.push_back({ChangeKind::gone, place, colour, 0});
    if (trace_ != nullptr) report(place, colour);
  }
  return used_up;
}

void Replication::put_all() {
  for (const Effects::Put& put : effects_.puts) {
    const std::int64_t before = marking_.marking().available_of(put.place, put.colour);
    const double available = now_ + put.delay;
    try {
      marking_.put(put.place, put.colour, put.count, now_, available);
    } catch (const TooManyTokens& error) {
      throw TooManyTokens(net_, error.place(), firing_now_);
    }
    changes_.push_back({ChangeKind::came, put.place, put.colour, 0});
    if (available <= now_) changes_.push_back({ChangeKind::arrived, put.place, put.colour, before});
    if (trace_ != nullptr) trace_->put(now_, available, put.place, put.colour, put.count);
  }
}

void Replication::settle(bool fired) {
  enabling_.evaluator().set_now(now_);
  ++steps_;
  for (const Change& change : changes_) notify(change);
  changes_.clear();
  timers_.settle(now_, fired);
  rewards_.settle(now_);
}

void Replication::notify(const Change& change) {
  const Consumers& consumers = consumers_[change.place.index()];
  if (consumers.capacity && change.kind != ChangeKind::came) timers_.capacity_changed(change.place, change.colour);
  if (change.kind == ChangeKind::arrived) {
    for (const Consumer& taker : consumers.takers) {
      if (!taker.immediate) {
        timers_.consider(taker.transition, taker.arc, change.colour);
      } else if (taker.need == 0 || change.before < taker.need) {
        enabled_set_.consider(taker.transition, taker.arc, change.colour);
      }
    }
    return;
  }
  rewards_.changed(change.place, change.colour);
  if (!consumers.dependents.empty()) notify_dependents(change);
  for (const Consumer& inhibited : consumers.inhibited) {
    if (change.kind == ChangeKind::came) {
      if (!inhibited.immediate) timers_.suspect(inhibited.transition, inhibited.arc, change.colour);
    } else if (inhibited.immediate) {
      enabled_set_.consider(inhibited.transition, inhibited.arc, change.colour);
    } else {
      timers_.consider(inhibited.transition, inhibited.arc, change.colour);
    }
  }
  if (change.kind == ChangeKind::came) return;
  for (const Consumer& reader : consumers.wild_reads) timers_.suspect(reader.transition, reader.arc, change.colour);
}

void Replication::notify_dependents(const Change& change) {
  for (Dependent& dependent : consumers_[change.place.index()].dependents) {
    const TransitionPlan& plan = enabling_.plans()[dependent.transition];
    const Dependency& counted = plan.dependencies[dependent.number];
    const Pattern& pattern = counted.pattern;
    const bool enables = change.kind == ChangeKind::came ? counted.coming : counted.going;
    if (dependent.immediate && (!enables || !enabling_.possible(marking_.marking(), dependent.transition))) {
      truths_.pass_over(dependent.transition, dependent.number);
      continue;
    }
    if (!key_of_colour(net_.colours, pattern, change.colour, pool_, key_)) continue;
    // Without variables one search finds everything, whatever the colour.
    if (key_.empty() && dependent.looked == steps_) continue;
    dependent.looked = steps_;
    if (truths_.unchanged(marking_.marking(), dependent.transition, dependent.number, key_)) continue;
    if (!dependent.immediate) {
      timers_.touched(dependent.transition, dependent.number, change.colour);
    } else {
      enabled_set_.consider(dependent.transition, plan.terms.size() + dependent.number, pattern.parts.empty() ? 0 : change.colour);
    }
  }
}

}  // namespace petriloom::coloured
