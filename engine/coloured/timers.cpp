// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/timers.h"

#include <algorithm>

#include "engine/containers/take_number.h"
#include "engine/enabling/bound_terms.h"
#include "engine/questions/schedule.h"

namespace petriloom::coloured {

Timers::Timers(Firing& firing, const TimedMarking& marking, Random& random, TransitionStreams* streams)
    : enabling_(firing.enabling()),
      net_(enabling_.net()),
      marking_(marking),
      lives_(firing, marking),
      durations_(enabling_, marking, lives_, random, streams),
      work_(enabling_, marking.marking()) {
  std::size_t frame = 0;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const Transition& transition = net_.transitions[t];
    frame = std::max(frame, transition.variables.size());
    any_scheduled_ = any_scheduled_ || scheduled(transition.timing);
    any_shared_ = any_shared_ || shares(transition);
    any_precedence_ =
        any_precedence_ || (transition.timing != Timing::immediate && (transition.priority.valid() || transition.order.valid()));
    if (transition.timing != Timing::immediate && transition.memory == Memory::resampling) resampling_.emplace_back(t);
  }
  frame_.resize(frame);
}

void Timers::note(std::uint32_t id) {
  if (lives_[id].noted) return;
  lives_[id].noted = true;
  noted_.push_back(id);
}

void Timers::going(PlaceId place, Marking::Slot slot) {
  lives_.for_each_at(place, slot, [this](std::uint32_t id) { note(id); });
}

void Timers::consider(TransitionId transition, std::size_t arc, Word colour) {
  if (!enabling_.possible(marking_.marking(), transition)) return;
  const auto note_found = [this](TransitionId t, std::span<const Word> frame) {
    note(find_or_make(t, frame));
    return true;
  };
  enabling_.for_each_using(marking_.marking(), transition, arc, colour, note_found);
}

void Timers::consider_all(TransitionId transition) {
  const auto note_found = [this](TransitionId t, std::span<const Word> frame) {
    note(find_or_make(t, frame));
    return true;
  };
  enabling_.for_each(marking_.marking(), transition, note_found);
}

void Timers::suspect(TransitionId transition, std::size_t arc, Word colour) {
  const auto& lives = lives_.of(transition);
  if (lives.empty()) return;
  const TransitionPlan& plan = enabling_.plans()[transition];
  const Term& term = plan.terms[arc];
  if (term.kind == ArcKind::inhibitor && !plan.by_arc[arc].trigger.empty()) {
    const auto note_known = [this](TransitionId t, std::span<const Word> frame) {
      const std::uint32_t id = lives_.find(t, frame.first(enabling_.plans()[t].binding_size));
      if (id != kNone) note(id);
      return true;
    };
    enabling_.for_each_using(marking_.marking(), transition, arc, colour, note_known, true);
    return;
  }
  for (const std::uint32_t id : lives) {
    std::copy(lives_[id].binding.begin(), lives_[id].binding.end(), frame_.begin());
    if (term.each || matches(net_.colours, term.pattern, colour, enabling_.evaluator(), frame_)) note(id);
  }
}

void Timers::touched(TransitionId transition, std::size_t dependency, Word colour) {
  const TransitionPlan& plan = enabling_.plans()[transition];
  const Dependency& what = plan.dependencies[dependency];
  for (const std::uint32_t id : lives_.touched(transition, dependency, colour)) {
    if (what.enabling) note(id);
    if (what.rate) note_rate(id);
  }
  if (what.enabling) consider(transition, plan.terms.size() + dependency, colour);
}

std::uint32_t Timers::find_or_make(TransitionId transition, std::span<const Word> frame) {
  const auto binding = frame.first(enabling_.plans()[transition].binding_size);
  const std::uint32_t found = lives_.find(transition, binding);
  if (found != kNone) return found;
  const std::uint32_t id = lives_.make(transition, frame);
  if (net_[transition].servers > 0) lives_[id].group = group_of(transition, binding);
  return id;
}

std::uint32_t Timers::group_of(TransitionId transition, std::span<const Word> binding) {
  const auto key = binding.first(net_[transition].folded);
  const std::uint32_t hash = hash_words(transition.index(), key);
  const std::uint32_t found = group_table_.find(hash, [&](std::uint32_t id) {
    return groups_[id].transition == transition && std::equal(key.begin(), key.end(), groups_[id].key.begin());
  });
  if (found != kNone) return found;
  const auto id = static_cast<std::uint32_t>(groups_.size());
  groups_.push_back({transition, {key.begin(), key.end()}, 0, false, {}, 0});
  group_table_.insert(hash, id);
  return id;
}

void Timers::settle(double now, bool fired) {
  for (const std::uint32_t id : noted_) {
    lives_[id].degree = lives_.degree(id);
    reduce(lives_[id], now);
  }
  if (fired) resample(now);
  if (!noted_rates_.empty()) follow_rates(now);
  more_.clear();
  for (const std::uint32_t id : noted_) {
    const Live& live = lives_[id];
    if (live.degree > static_cast<std::int64_t>(live.timers.size() + live.queued.size())) more_.push_back(id);
  }
  if (more_.size() > 1)
    std::sort(more_.begin(), more_.end(), [this](std::uint32_t a, std::uint32_t b) { return lives_.before(a, b); });
  for (const std::uint32_t id : more_) increase(id, now);
  serve(now);
  settled_ = now;
  speeds_to_follow_ = any_shared_;
  for (const std::uint32_t id : noted_) {
    lives_[id].noted = false;
    drop_if_idle(id);
  }
  noted_.clear();
}

// What is enabled fewer times loses first what waits for a server, then what runs, the youngest
// first.
void Timers::reduce(Live& live, double now) {
  while (live.degree < static_cast<std::int64_t>(live.timers.size() + live.queued.size())) {
    if (!live.queued.empty()) {
      live.queued.pop_back();
      continue;
    }
    const std::uint32_t timer = live.timers.back();
    if (net_[live.transition].memory == Memory::age) {
      const double rest = shared(live) ? work_.left(timer, now) : heap_.time_of(timer) - now;
      live.rests.push_back({rest, timers_[timer].rate});
    }
    stop(live, timer);
    live.timers.pop_back();
  }
}

void Timers::increase(std::uint32_t id, double now) {
  Live& live = lives_[id];
  if (live.degree > kMostEnablingDegree) {
    throw EvalError(net_[live.transition].where, "a binding of a timed transition is enabled more than ten million times at once");
  }
  while (live.degree > static_cast<std::int64_t>(live.timers.size() + live.queued.size())) {
    if (live.group == kNone) {
      start(id, now);
      continue;
    }
    Group& group = groups_[live.group];
    live.queued.push_back(numbers_);
    group.queue.push_back({id, numbers_++});
    if (!group.noted) noted_groups_.push_back(live.group);
    group.noted = true;
  }
}

void Timers::serve(double now) {
  if (noted_groups_.empty()) return;
  std::sort(noted_groups_.begin(), noted_groups_.end(), [this](std::uint32_t a, std::uint32_t b) {
    const Group& x = groups_[a];
    const Group& y = groups_[b];
    if (x.transition != y.transition) return x.transition < y.transition;
    const Transition& transition = net_[x.transition];
    for (std::size_t k = 0; k < x.key.size(); ++k) {
      const int order = net_.colours.compare(transition.variables[k].colour, x.key[k], y.key[k], enabling_.pool());
      if (order != 0) return order < 0;
    }
    return false;
  });
  for (const std::uint32_t number : noted_groups_) {
    Group& group = groups_[number];
    group.noted = false;
    while (group.head < group.queue.size() && group.running < net_[group.transition].servers) {
      const Ticket ticket = group.queue[group.head++];
      Live& live = lives_[ticket.live];
      // No longer enabled.
      if (live.queued.empty() || live.queued.front() != ticket.number) continue;
      live.queued.pop_front();
      start(ticket.live, now);
    }
    if (group.head * 2 > group.queue.size()) {
      group.queue.erase(group.queue.begin(), group.queue.begin() + static_cast<std::ptrdiff_t>(group.head));
      group.head = 0;
    }
  }
  noted_groups_.clear();
}

void Timers::start(std::uint32_t id, double now) {
  Live& live = lives_[id];
  const bool scheduled = lives_.facts(live.transition).scheduled;
  const Drawn drawn = scheduled ? Drawn() : durations_.next(live);
  // Rule 24: the time at which it becomes enabled counts as long as no timer has fired then.
  const double due = scheduled ? durations_.next_occasion(live, now, struck_ != now) : now + drawn.duration;
  const std::uint32_t timer = take_number(timers_, free_timers_);
  timers_[timer] = {id, numbers_++, drawn.rate};
  live.timers.push_back(timer);
  if (live.group != kNone) ++groups_[live.group].running;
  if (shared(live)) work_.start(timer, live.transition, live.binding, drawn.duration, now);
  // When shared work ends its speed says.
  enqueue(shared(live) ? std::numeric_limits<double>::infinity() : due, timer);
}

void Timers::enqueue(double due, std::uint32_t timer) {
  const auto tie = [this](std::uint32_t a, std::uint32_t b) { return timer_before(a, b); };
  heap_.push(due, timer, tie, rank_of(lives_[timers_[timer].live]));
}

// Transition and first variable, as far as they fit. Where many timers are due at once, as in steps
// that all ranks take together, the heap then seldom looks at bindings, which lie elsewhere.
std::uint32_t Timers::rank_of(const Live& live) const {
  constexpr std::uint32_t kBitsOfVariable = 22;
  constexpr std::size_t kMostTransitions = (std::size_t{1} << (32 - kBitsOfVariable)) - 1;
  constexpr Word kMostVariable = (Word{1} << kBitsOfVariable) - 1;
  if (any_precedence_) return 0;
  const std::size_t number = std::min(live.transition.index(), kMostTransitions);
  const auto rank = static_cast<std::uint32_t>(number << kBitsOfVariable);
  const Transition& transition = net_[live.transition];
  if (number == kMostTransitions || transition.binding_size == 0) return rank;
  const ColourSet& colours = net_.colours[transition.variables[0].colour];
  if (colours.pooled() || colours.kind == ColourKind::real) return rank;
  return rank | static_cast<std::uint32_t>(std::clamp(live.binding[0], Word{0}, kMostVariable));
}

// Rule 30: work that goes on at another speed ends at another time.
void Timers::follow_speeds() {
  if (!speeds_to_follow_) return;
  speeds_to_follow_ = false;
  const auto tie = [this](std::uint32_t a, std::uint32_t b) { return timer_before(a, b); };
  work_.settle(settled_, [&](std::uint32_t timer, double end) { heap_.move(timer, end, tie); });
}

void Timers::stop(Live& live, std::uint32_t timer) {
  if (shared(live)) work_.stop(timer);
  heap_.remove(timer, [this](std::uint32_t a, std::uint32_t b) { return timer_before(a, b); });
  free_timers_.push_back(timer);
  if (live.group == kNone) return;
  Group& group = groups_[live.group];
  --group.running;
  if (!group.noted) noted_groups_.push_back(live.group);
  group.noted = true;
}

// Where many flows begin or end at an instant, speeds are found once: what is due by now is so at
// any speed, and only work that has just begun may come to be.
double Timers::next() {
  const bool due = !heap_.empty() && heap_.time() <= settled_;
  if (!due || work_.begun()) follow_speeds();
  return heap_.empty() ? std::numeric_limits<double>::infinity() : heap_.time();
}

void Timers::take() {
  struck_ = heap_.time();
  take_timer(heap_.top());
}

void Timers::take_timer(std::uint32_t timer) {
  const std::uint32_t id = timers_[timer].live;
  Live& live = lives_[id];
  taken_ = live.transition;
  taken_binding_.assign(live.binding.begin(), live.binding.end());
  live.timers.erase(std::find(live.timers.begin(), live.timers.end(), timer));
  stop(live, timer);
  note(id);
}

void Timers::drop_if_idle(std::uint32_t id) {
  if (lives_[id].degree <= 0 && lives_[id].rests.empty()) lives_.drop(id);
}

bool Timers::timer_before(std::uint32_t a, std::uint32_t b) const {
  const Live& x = lives_[timers_[a].live];
  const Live& y = lives_[timers_[b].live];
  if (x.precedence != y.precedence) return goes_before(x.precedence, y.precedence);
  if (x.transition != y.transition) return x.transition < y.transition;
  const int order = compare_bindings(net_, net_[x.transition], x.binding, y.binding, enabling_.pool());
  return order != 0 ? order < 0 : timers_[a].number < timers_[b].number;
}

void Timers::draw_again(std::uint32_t timer, double now) {
  const Drawn drawn = durations_.draw(lives_[timers_[timer].live]);
  timers_[timer].rate = drawn.rate;
  if (shared(lives_[timers_[timer].live])) return work_.renew(timer, drawn.duration, now);
  heap_.remove(timer, [this](std::uint32_t a, std::uint32_t b) { return timer_before(a, b); });
  enqueue(now + drawn.duration, timer);
}

void Timers::resample(double now) {
  for (const TransitionId transition : resampling_) {
    for (const std::uint32_t id : lives_.in_order(transition)) {
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
  std::sort(noted_rates_.begin(), noted_rates_.end(), [this](std::uint32_t a, std::uint32_t b) { return lives_.before(a, b); });
  for (const std::uint32_t id : noted_rates_) {
    lives_[id].rate_noted = false;
    if (lives_[id].timers.empty()) continue;
    const double now_right = durations_.rate(lives_[id]);
    for (const std::uint32_t timer : lives_[id].timers) {
      if (timers_[timer].rate != now_right) draw_again(timer, now);
    }
  }
  noted_rates_.clear();
}

}  // namespace petriloom::coloured
