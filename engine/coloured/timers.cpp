// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/timers.h"

#include <algorithm>

#include "engine/enabling/input_tokens.h"

namespace petriloom::coloured {

namespace {

bool decided_by_watches(const Net& net, const Transition& transition, const TransitionPlan& plan) {
  const auto levels = [&](ExprId guard) { return net.exprs[guard].stateful && reaches(net, guard, Op::level); };
  if (std::any_of(transition.guards.begin(), transition.guards.end(), levels)) return false;
  if (std::any_of(plan.dependencies.begin(), plan.dependencies.end(), [](const Dependency& d) { return d.enabling; })) return false;
  return std::none_of(plan.terms.begin(), plan.terms.end(), [](const Term& term) {
    return term.kind == ArcKind::inhibitor || (term.kind == ArcKind::read && term.pattern.wildcards && !term.each);
  });
}

}  // namespace

Timers::Timers(Firing& firing, const TimedMarking& marking, Random& random, TransitionStreams* streams)
    : firing_(firing),
      enabling_(firing.enabling()),
      net_(enabling_.net()),
      marking_(marking),
      random_(random),
      streams_(streams),
      affected_(net_, enabling_.plans(), enabling_.pool()),
      watchers_(net_.places.size()),
      lives_of_(net_.transitions.size()) {
  std::size_t frame = 0;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const Transition& transition = net_.transitions[t];
    frame = std::max(frame, transition.variables.size());
    const TransitionPlan& plan = enabling_.plans()[TransitionId(t)];
    const bool rated = std::any_of(plan.dependencies.begin(), plan.dependencies.end(), [](const Dependency& d) { return d.rate; });
    compiled_.push_back({priority_of(transition, enabling_.evaluator()), plan.varying_inputs,
                         decided_by_watches(net_, transition, plan), rated, scheduled(transition.timing)});
    any_scheduled_ = any_scheduled_ || scheduled(transition.timing);
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
  const auto& heads = watchers_[place.index()];
  if (slot >= heads.size()) return;
  for (std::uint32_t watch = heads[slot]; watch != kNone; watch = watches_[watch].next) note(watches_[watch].live);
}

void Timers::consider(TransitionId transition, std::size_t arc, Word colour) {
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
  const auto& lives = lives_of_[transition.index()];
  if (lives.empty()) return;
  const TransitionPlan& plan = enabling_.plans()[transition];
  const Term& term = plan.terms[arc];
  if (term.kind == ArcKind::inhibitor && !plan.by_arc[arc].trigger.empty()) {
    const auto note_known = [this](TransitionId t, std::span<const Word> frame) {
      const std::uint32_t id = find(t, frame.first(enabling_.plans()[t].binding_size));
      if (id != IdTable::kNone) note(id);
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
  for (const std::uint32_t id : affected_.find(transition, dependency, colour)) {
    if (what.enabling) note(id);
    if (what.rate) note_rate(id);
  }
  if (what.enabling) consider(transition, plan.terms.size() + dependency, colour);
}

std::uint32_t Timers::find(TransitionId transition, std::span<const Word> binding) const {
  return live_table_.find(hash_words(transition.index(), binding), [&](std::uint32_t id) {
    return lives_[id].transition == transition && std::equal(binding.begin(), binding.end(), lives_[id].binding.begin());
  });
}

std::uint32_t Timers::find_or_make(TransitionId transition, std::span<const Word> frame) {
  const auto binding = frame.first(enabling_.plans()[transition].binding_size);
  const std::uint32_t hash = hash_words(transition.index(), binding);
  const std::uint32_t found = find(transition, binding);
  if (found != IdTable::kNone) return found;
  std::uint32_t id = static_cast<std::uint32_t>(lives_.size());
  if (free_lives_.empty()) {
    lives_.emplace_back();
  } else {
    id = free_lives_.back();
    free_lives_.pop_back();
  }
  Live& live = lives_[id];
  live.transition = transition;
  live.hash = hash;
  live.used = true;
  live.degree = 0;
  live.binding.assign(binding.begin(), binding.end());
  live.group = net_[transition].servers > 0 ? group_of(transition, binding) : kNone;
  live.position = static_cast<std::uint32_t>(lives_of_[transition.index()].size());
  lives_of_[transition.index()].push_back(id);
  live_table_.insert(hash, id);
  make_watches(id);
  affected_.add(id, transition, live.binding, live.affected);
  return id;
}

std::uint32_t Timers::group_of(TransitionId transition, std::span<const Word> binding) {
  const auto key = binding.first(net_[transition].folded);
  const std::uint32_t hash = hash_words(transition.index(), key);
  const std::uint32_t found = group_table_.find(hash, [&](std::uint32_t id) {
    return groups_[id].transition == transition && std::equal(key.begin(), key.end(), groups_[id].key.begin());
  });
  if (found != IdTable::kNone) return found;
  const auto id = static_cast<std::uint32_t>(groups_.size());
  groups_.push_back({transition, {key.begin(), key.end()}, 0, false, {}, 0});
  group_table_.insert(hash, id);
  return id;
}

void Timers::make_watches(std::uint32_t id) {
  Live& live = lives_[id];
  const auto add = [&](const Tokens& tokens, bool takes) {
    std::uint32_t watch = static_cast<std::uint32_t>(watches_.size());
    if (free_watches_.empty()) {
      watches_.emplace_back();
    } else {
      watch = free_watches_.back();
      free_watches_.pop_back();
    }
    watches_[watch] = {tokens, takes, Marking::kNone, id, kNone, kNone};
    live.watches.push_back(watch);
  };
  firing_.input_tokens(marking_.marking(), live.transition, live.binding, inputs_);
  for (const Tokens& tokens : inputs_) add(tokens, true);
  std::copy(live.binding.begin(), live.binding.end(), frame_.begin());
  collect_reads(net_, enabling_.plans()[live.transition], enabling_.evaluator(), frame_, marking_.marking(), inputs_);
  for (const Tokens& tokens : inputs_) add(tokens, false);
}

void Timers::free_watches(Live& live) {
  for (const std::uint32_t watch : live.watches) {
    unlink(watch);
    free_watches_.push_back(watch);
  }
  live.watches.clear();
}

void Timers::link(std::uint32_t number) {
  Watch& watch = watches_[number];
  auto& heads = watchers_[watch.tokens.place.index()];
  if (heads.size() <= watch.slot) heads.resize(watch.slot + 1, kNone);
  watch.previous = kNone;
  watch.next = heads[watch.slot];
  if (watch.next != kNone) watches_[watch.next].previous = number;
  heads[watch.slot] = number;
}

void Timers::unlink(std::uint32_t number) {
  Watch& watch = watches_[number];
  if (watch.slot == Marking::kNone) return;
  (watch.previous == kNone ? watchers_[watch.tokens.place.index()][watch.slot] : watches_[watch.previous].next) = watch.next;
  if (watch.next != kNone) watches_[watch.next].previous = watch.previous;
  watch.slot = Marking::kNone;
}

std::int64_t Timers::degree(std::uint32_t id) {
  const Live& live = lives_[id];
  const Marking& marking = marking_.marking();
  bool decided = compiled_[live.transition.index()].simple;
  if (compiled_[live.transition.index()].varying) {
    // What it needs is asked only of an enabled binding: where a guard forbids it, a count may have no value.
    if (!enabling_.enabled(marking, live.transition, live.binding)) return 0;
    free_watches(lives_[id]);
    make_watches(id);
    decided = true;
  }
  std::int64_t result = std::numeric_limits<std::int64_t>::max();
  for (const std::uint32_t number : live.watches) {
    Watch& watch = watches_[number];
    const Marking::Slot slot = marking.find(watch.tokens.place, watch.tokens.colour);
    if (slot != watch.slot) {
      unlink(number);
      watch.slot = slot;
      if (slot != Marking::kNone) link(number);
    }
    const std::int64_t there = slot == Marking::kNone ? 0 : marking.available(watch.tokens.place, slot);
    if (watch.takes) {
      result = std::min(result, there / watch.tokens.count);
    } else if (there < watch.tokens.count) {
      result = 0;
    }
  }
  if (result > 0 && !decided && !enabling_.enabled(marking, live.transition, live.binding)) return 0;
  // At each of its times a binding fires once.
  return result == std::numeric_limits<std::int64_t>::max() || compiled_[live.transition.index()].scheduled
             ? std::min<std::int64_t>(result, 1)
             : result;
}

void Timers::settle(double now, bool fired) {
  for (const std::uint32_t id : noted_) {
    lives_[id].degree = degree(id);
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
    std::sort(more_.begin(), more_.end(), [this](std::uint32_t a, std::uint32_t b) { return live_before(a, b); });
  for (const std::uint32_t id : more_) increase(id, now);
  serve(now);
  for (const std::uint32_t id : noted_) {
    lives_[id].noted = false;
    drop_if_idle(id);
  }
  noted_.clear();
}

// What is enabled fewer times loses first what waits for a server, then what runs, the youngest first.
void Timers::reduce(Live& live, double now) {
  while (live.degree < static_cast<std::int64_t>(live.timers.size() + live.queued.size())) {
    if (!live.queued.empty()) {
      live.queued.pop_back();
      continue;
    }
    const std::uint32_t timer = live.timers.back();
    if (net_[live.transition].memory == Memory::age) live.rests.push_back({heap_.time_of(timer) - now, timers_[timer].rate});
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
      if (live.queued.empty() || live.queued.front() != ticket.number) continue;  // no longer enabled
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
  const bool scheduled = compiled_[live.transition.index()].scheduled;
  const Drawn drawn = scheduled ? Drawn() : next_duration(live);
  // Rule 24: the time at which it becomes enabled counts as long as no timer has fired then.
  const double due = scheduled ? next_occasion(live, now, struck_ != now) : now + drawn.duration;
  std::uint32_t timer = static_cast<std::uint32_t>(timers_.size());
  if (free_timers_.empty()) {
    timers_.emplace_back();
  } else {
    timer = free_timers_.back();
    free_timers_.pop_back();
  }
  timers_[timer] = {id, numbers_++, drawn.rate};
  live.timers.push_back(timer);
  if (live.group != kNone) ++groups_[live.group].running;
  heap_.push(due, timer, [this](std::uint32_t a, std::uint32_t b) { return timer_before(a, b); });
}

void Timers::stop(Live& live, std::uint32_t timer) {
  heap_.remove(timer, [this](std::uint32_t a, std::uint32_t b) { return timer_before(a, b); });
  free_timers_.push_back(timer);
  if (live.group == kNone) return;
  Group& group = groups_[live.group];
  --group.running;
  if (!group.noted) noted_groups_.push_back(live.group);
  group.noted = true;
}

double Timers::next() const { return heap_.empty() ? std::numeric_limits<double>::infinity() : heap_.time(); }

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
  Live& live = lives_[id];
  if (live.degree > 0 || !live.rests.empty()) return;
  free_watches(live);
  affected_.remove(
      live.affected, [this](std::uint32_t other) -> auto& { return lives_[other].affected; });
  auto& lives = lives_of_[live.transition.index()];
  lives[live.position] = lives.back();
  lives_[lives.back()].position = live.position;
  lives.pop_back();
  live_table_.erase(live.hash, id);
  live.used = false;
  free_lives_.push_back(id);
}

bool Timers::live_before(std::uint32_t a, std::uint32_t b) const {
  const Live& x = lives_[a];
  const Live& y = lives_[b];
  if (x.transition != y.transition) return x.transition < y.transition;
  return compare_bindings(net_, net_[x.transition], x.binding, y.binding, enabling_.pool()) < 0;
}

bool Timers::timer_before(std::uint32_t a, std::uint32_t b) const {
  const Live& x = lives_[timers_[a].live];
  const Live& y = lives_[timers_[b].live];
  const std::int64_t priority_x = compiled_[x.transition.index()].priority;
  const std::int64_t priority_y = compiled_[y.transition.index()].priority;
  if (priority_x != priority_y) return priority_x > priority_y;
  if (x.transition != y.transition) return x.transition < y.transition;
  const int order = compare_bindings(net_, net_[x.transition], x.binding, y.binding, enabling_.pool());
  return order != 0 ? order < 0 : timers_[a].number < timers_[b].number;
}

}  // namespace petriloom::coloured
