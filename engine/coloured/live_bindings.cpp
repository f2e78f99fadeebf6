// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/live_bindings.h"

#include <algorithm>

#include "engine/containers/take_number.h"
#include "engine/enabling/binding_order.h"
#include "engine/enabling/bound_terms.h"
#include "engine/questions/schedule.h"

namespace petriloom::coloured {

namespace {

bool decided_by_watches(const Net& net, const Transition& transition, const TransitionPlan& plan) {
  const auto levels = [&](ExprId guard) { return net.exprs.looks(guard, look::levels); };
  if (std::any_of(transition.guards.begin(), transition.guards.end(), levels)) return false;
  if (std::any_of(plan.dependencies.begin(), plan.dependencies.end(), [](const Dependency& d) { return d.enabling; })) return false;
  return std::none_of(plan.terms.begin(), plan.terms.end(), [](const Term& term) {
    return term.kind == ArcKind::inhibitor || (term.kind == ArcKind::read && term.pattern.wildcards && !term.each);
  });
}

}  // namespace

LiveBindings::LiveBindings(Firing& firing, const TimedMarking& marking)
    : firing_(firing),
      enabling_(firing.enabling()),
      net_(enabling_.net()),
      marking_(marking),
      affected_(net_, enabling_.plans(), enabling_.pool()),
      watchers_(net_.places.size()) {
  std::size_t frame = 0;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const Transition& transition = net_.transitions[t];
    frame = std::max(frame, transition.variables.size());
    const TransitionPlan& plan = enabling_.plans()[TransitionId(t)];
    const bool rated = std::any_of(plan.dependencies.begin(), plan.dependencies.end(), [](const Dependency& d) { return d.rate; });
    transitions_.push_back(
        {{plan.varying_inputs, decided_by_watches(net_, transition, plan), rated, scheduled(transition.timing), shares(transition)},
         {}});
  }
  frame_.resize(frame);
}

std::uint32_t LiveBindings::find(TransitionId transition, std::span<const Word> binding) const {
  return table_.find(hash_words(transition.index(), binding), [&](std::uint32_t id) {
    return lives_[id].transition == transition && std::equal(binding.begin(), binding.end(), lives_[id].binding.begin());
  });
}

std::uint32_t LiveBindings::make(TransitionId transition, std::span<const Word> frame) {
  const auto binding = frame.first(enabling_.plans()[transition].binding_size);
  const std::uint32_t hash = hash_words(transition.index(), binding);
  const std::uint32_t id = take_number(lives_, free_lives_);
  Live& live = lives_[id];
  live.transition = transition;
  live.hash = hash;
  live.used = true;
  live.degree = 0;
  live.binding.assign(binding.begin(), binding.end());
  live.precedence = enabling_.precedence(transition, live.binding);
  live.group = kNone;
  live.position = static_cast<std::uint32_t>(transitions_[transition.index()].lives.size());
  transitions_[transition.index()].lives.push_back(id);
  table_.insert(hash, id);
  make_watches(id);
  affected_.add(id, transition, live.binding, live.affected);
  return id;
}

void LiveBindings::make_watches(std::uint32_t id) {
  Live& live = lives_[id];
  const auto add = [&](const Tokens& tokens, bool takes) {
    const std::uint32_t watch = take_number(watches_, free_watches_);
    watches_[watch] = {tokens, takes, Marking::kNone, id, kNone, kNone};
    live.watches.push_back(watch);
  };
  firing_.input_tokens(marking_.marking(), live.transition, live.binding, inputs_);
  for (const Tokens& tokens : inputs_) add(tokens, true);
  std::copy(live.binding.begin(), live.binding.end(), frame_.begin());
  collect_reads(net_, enabling_.plans()[live.transition], enabling_.evaluator(), frame_, marking_.marking(), inputs_);
  for (const Tokens& tokens : inputs_) add(tokens, false);
}

void LiveBindings::free_watches(Live& live) {
  for (const std::uint32_t watch : live.watches) {
    unlink(watch);
    free_watches_.push_back(watch);
  }
  live.watches.clear();
}

void LiveBindings::link(std::uint32_t number) {
  Watch& watch = watches_[number];
  auto& heads = watchers_[watch.tokens.place.index()];
  if (heads.size() <= watch.slot) heads.resize(watch.slot + 1, kNone);
  watch.previous = kNone;
  watch.next = heads[watch.slot];
  if (watch.next != kNone) watches_[watch.next].previous = number;
  heads[watch.slot] = number;
}

void LiveBindings::unlink(std::uint32_t number) {
  Watch& watch = watches_[number];
  if (watch.slot == Marking::kNone) return;
  (watch.previous == kNone ? watchers_[watch.tokens.place.index()][watch.slot] : watches_[watch.previous].next) = watch.next;
  if (watch.next != kNone) watches_[watch.next].previous = watch.previous;
  watch.slot = Marking::kNone;
}

std::int64_t LiveBindings::degree(std::uint32_t id) {
  const Live& live = lives_[id];
  const Marking& marking = marking_.marking();
  bool decided = facts(live.transition).simple;
  if (facts(live.transition).varying) {
    // What it needs is asked only of an enabled binding: where a guard forbids it, a count may have
    // no value.
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
  return result == std::numeric_limits<std::int64_t>::max() || facts(live.transition).scheduled ? std::min<std::int64_t>(result, 1)
                                                                                                : result;
}

void LiveBindings::drop(std::uint32_t id) {
  Live& live = lives_[id];
  free_watches(live);
  affected_.remove(
      live.affected, [this](std::uint32_t other) -> auto& { return lives_[other].affected; });
  auto& lives = transitions_[live.transition.index()].lives;
  lives[live.position] = lives.back();
  lives_[lives.back()].position = live.position;
  lives.pop_back();
  table_.erase(live.hash, id);
  live.used = false;
  free_lives_.push_back(id);
}

bool LiveBindings::before(std::uint32_t a, std::uint32_t b) const {
  const Live& x = lives_[a];
  const Live& y = lives_[b];
  if (x.transition != y.transition) return x.transition < y.transition;
  return compare_bindings(net_, net_[x.transition], x.binding, y.binding, enabling_.pool()) < 0;
}

std::vector<std::uint32_t> LiveBindings::in_order(TransitionId transition) const {
  std::vector<std::uint32_t> all = of(transition);
  std::sort(all.begin(), all.end(), [this](std::uint32_t a, std::uint32_t b) { return before(a, b); });
  return all;
}

}  // namespace petriloom::coloured
