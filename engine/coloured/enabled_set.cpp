// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/enabled_set.h"

#include <algorithm>

#include "engine/containers/take_number.h"
#include "engine/random/variates.h"

namespace petriloom::coloured {

EnabledSet::EnabledSet(Firing& firing, const TimedMarking& marking)
    : firing_(firing), enabling_(firing.enabling()), net_(enabling_.net()), marking_(marking) {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const TransitionPlan& plan = enabling_.plans()[TransitionId(t)];
    Facts& facts = facts_.emplace_back();
    facts.weighted = net_.transitions[t].weight.valid();
    facts.only = plan.binding_size == 0;
    for (const Plan& by_arc : plan.by_arc) facts.first_is_best.push_back(by_arc.first_is_best ? 1 : 0);
    facts.key_arc = key_arc(net_, net_.transitions[t], plan);
    if (!facts.key_arc) continue;
    for (const ExprId guard : net_.transitions[t].guards) facts.guards.emplace_back(net_, guard);
  }
}

bool EnabledSet::found_elsewhere(TransitionId transition, std::size_t arc) const {
  const std::span<const PlaceId> needed = enabling_.needed(transition);
  const auto place = std::find_if(needed.begin(), needed.end(), [this](PlaceId p) { return marking_.all_new(p); });
  if (place == needed.end()) return false;
  const std::vector<Term>& terms = enabling_.plans()[transition].terms;
  return arc >= terms.size() || terms[arc].place != *place;
}

void EnabledSet::consider(TransitionId transition, std::size_t arc, Word colour) {
  Facts& facts = facts_[transition.index()];
  if (facts.key_arc) return arc == facts.key_arc ? enter_key(transition, colour) : wake(transition, arc, colour);
  if (!enabling_.possible(marking_.marking(), transition) || found_elsewhere(transition, arc)) return;
  if (!facts.weighted && facts.first_is_best[arc] != 0) return enter_best(transition, static_cast<std::uint32_t>(arc), colour);
  if (facts.only && facts.found == marking_.step()) return;
  const auto enter_found = [&](TransitionId t, std::span<const Word> frame) {
    facts.found = marking_.step();
    return enter(t, frame), true;
  };
  enabling_.for_each_using(marking_.marking(), transition, arc, colour, enter_found);
}

void EnabledSet::consider_all(TransitionId transition) {
  if (can_wait(transition)) {
    const PlaceId place = enabling_.plans()[transition].terms[*facts_[transition.index()].key_arc].place;
    for (Marking::Slot slot = 0; can_wait(transition) && slot < marking_.marking().slots(place); ++slot) {
      if (marking_.marking().available(place, slot) > 0) enter_key(transition, marking_.marking().colour(place, slot));
    }
    return;
  }
  enabling_.for_each(marking_.marking(), transition,
                     [this](TransitionId t, std::span<const Word> frame) { return enter(t, frame), true; });
}

std::uint32_t EnabledSet::obtain(TransitionId transition, std::uint32_t arc, Word colour, std::uint32_t hash) {
  const std::uint32_t id = take_number(items_, free_);
  Item& item = items_[id];
  item.transition = transition;
  item.arc = arc;
  item.colour = colour;
  item.hash = hash;
  item.replaced = false;
  item.list = kNoList;
  return id;
}

void EnabledSet::enter(TransitionId transition, std::span<const Word> frame) {
  const auto binding = frame.first(enabling_.plans()[transition].binding_size);
  const std::uint32_t hash = hash_words(transition.index(), binding);
  const auto equal = [&](std::uint32_t id) {
    const Item& item = items_[id];
    return item.transition == transition && item.arc == kConcrete &&
           std::equal(binding.begin(), binding.end(), item.binding.begin());
  };
  const std::uint32_t found = table_.find(hash, equal);
  if (found != IdTable::kNone && !replace_if_better(found)) return;
  const std::uint32_t id = obtain(transition, kConcrete, 0, hash);
  Item& item = items_[id];
  item.binding.assign(binding.begin(), binding.end());
  enabling_.inputs_seen(transition, item.inputs);
  set_order(item);
  table_.insert(hash, id);
  push(id);
}

bool EnabledSet::replace_if_better(std::uint32_t id) {
  Item& item = items_[id];
  if (!enabling_.plans()[item.transition].varying_inputs || !item.has_arrivals) return false;
  old_arrivals_.swap(item.arrivals);
  firing_.input_tokens(marking_.marking(), item.transition, item.binding, inputs_);
  fill_arrivals(inputs_, item);
  const bool better = compare_arrivals(item.arrivals, old_arrivals_) < 0;
  // In the heap it keeps its place, so what it is compared by stays too.
  item.arrivals.swap(old_arrivals_);
  if (!better) return false;
  replace(id);
  return true;
}

void EnabledSet::enter_best(TransitionId transition, std::uint32_t arc, Word colour) {
  const Word key[2] = {static_cast<Word>(arc), colour};
  const std::uint32_t hash = hash_words(transition.index() + net_.transitions.size(), key);
  const auto equal = [&](std::uint32_t id) {
    const Item& item = items_[id];
    return item.transition == transition && item.arc == arc && item.colour == colour;
  };
  const std::uint32_t old = table_.find(hash, equal);
  // A token that comes finds no better binding than those before it. One that goes may: of a term
  // that forbids fewer bindings then, or of what is counted.
  const auto& terms = enabling_.plans()[transition].terms;
  const bool comes = arc < terms.size() && terms[arc].kind != ArcKind::inhibitor;
  if (old != IdTable::kNone && comes) return;
  const std::uint32_t id = obtain(transition, arc, colour, hash);
  bool goes_first = find_best(items_[id]);
  if (goes_first) set_order(items_[id]);
  goes_first = goes_first && (old == IdTable::kNone || before(items_[id], items_[old]));
  if (!goes_first) return free_.push_back(id);
  if (old != IdTable::kNone) replace(old);
  table_.insert(hash, id);
  push(id);
}

bool EnabledSet::find_best(Item& item) {
  const std::size_t size = enabling_.plans()[item.transition].binding_size;
  const auto keep = [&](TransitionId transition, std::span<const Word> frame) {
    item.binding.assign(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size));
    enabling_.inputs_seen(transition, item.inputs);
    return false;
  };
  return enabling_.find_using(marking_.marking(), item.transition, item.arc, item.colour, keep);
}

void EnabledSet::set_order(Item& item) {
  item.has_arrivals = false;
  item.precedence = enabling_.precedence(item.transition, item.binding);
  item.step = marking_.step();
}

void EnabledSet::find_arrivals(Item& item) {
  if (item.has_arrivals || item.step != marking_.step()) return;
  if (!item.inputs.empty()) return fill_arrivals(item.inputs, item);
  firing_.input_tokens(marking_.marking(), item.transition, item.binding, compared_inputs_);
  fill_arrivals(compared_inputs_, item);
}

void EnabledSet::fill_arrivals(std::span<const Tokens> inputs, Item& item) {
  item.arrivals.clear();
  for (const Tokens& need : inputs) {
    marking_.arrivals(need.place, marking_.marking().find(need.place, need.colour), need.count, item.arrivals);
  }
  normalise(item.arrivals);
  item.has_arrivals = true;
}

void EnabledSet::set_order_by_inputs(Item& item) {
  item.step = marking_.step();
  fill_arrivals(item.inputs, item);
}

bool EnabledSet::untouched(const Item& item) const {
  const Enabling::Decided& decided = enabling_.decided_by(item.transition);
  const auto same = [&](PlaceId place) { return marking_.changed_in(place) <= item.step; };
  return !decided.more && std::all_of(decided.places.begin(), decided.places.end(), same);
}

EnabledSet::Refreshed EnabledSet::refresh(Item& item) {
  if (!still_possible(item)) return Refreshed::gone;
  const bool enabled =
      item.arc == kConcrete ? enabling_.enabled(marking_.marking(), item.transition, item.binding) : find_best(item);
  if (!enabled) return Refreshed::gone;
  const bool compared = item.arc == kConcrete && item.has_arrivals;
  old_arrivals_.swap(item.arrivals);
  item.has_arrivals = false;
  item.step = marking_.step();
  // That of a binding is always the same.
  if (item.arc != kConcrete) item.precedence = enabling_.precedence(item.transition, item.binding);
  if (!compared) return Refreshed::later;
  find_arrivals(item);
  return old_arrivals_ == item.arrivals ? Refreshed::same : Refreshed::later;
}

bool EnabledSet::still_possible(const Item& item) const {
  if (!enabling_.possible(marking_.marking(), item.transition)) return false;
  const auto& terms = enabling_.plans()[item.transition].terms;
  return item.arc >= terms.size() || terms[item.arc].kind == ArcKind::inhibitor ||
         marking_.marking().available_of(terms[item.arc].place, item.colour) > 0;
}

bool EnabledSet::before(Item& a, Item& b) {
  if (a.precedence != b.precedence) return goes_before(a.precedence, b.precedence);
  find_arrivals(a);
  find_arrivals(b);
  if (a.has_arrivals != b.has_arrivals) return b.has_arrivals;
  const int arrivals = a.has_arrivals ? compare_arrivals(a.arrivals, b.arrivals) : 0;
  if (arrivals != 0) return arrivals < 0;
  if (a.transition != b.transition) return a.transition < b.transition;
  return compare_bindings(net_, net_[a.transition], a.binding, b.binding, enabling_.pool()) < 0;
}

void EnabledSet::push(std::uint32_t id) {
  std::size_t at = heap_.size();
  heap_.push_back(id);
  while (at > 0 && before(items_[id], items_[heap_[(at - 1) / 2]])) {
    heap_[at] = heap_[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  heap_[at] = id;
}

void EnabledSet::sift_down(std::size_t at) {
  const std::uint32_t id = heap_[at];
  for (;;) {
    std::size_t child = 2 * at + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && before(items_[heap_[child + 1]], items_[heap_[child]])) ++child;
    if (!before(items_[heap_[child]], items_[id])) break;
    heap_[at] = heap_[child];
    at = child;
  }
  heap_[at] = id;
}

std::uint32_t EnabledSet::take_top() {
  const std::uint32_t id = heap_.front();
  heap_.front() = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_down(0);
  return id;
}

void EnabledSet::drop(std::uint32_t id) {
  if (!items_[id].replaced) table_.erase(items_[id].hash, id);
  free_.push_back(id);
}

void EnabledSet::replace(std::uint32_t id) {
  items_[id].replaced = true;
  table_.erase(items_[id].hash, id);
}

bool EnabledSet::next(Random& random) {
  while (!heap_.empty()) {
    Item& item = items_[heap_.front()];
    if (item.replaced) {
      drop(take_top());
      continue;
    }
    if (item.step != marking_.step() && untouched(item)) {
      item.step = marking_.step();
      // Without arrivals it went before others of its precedence.
      if (!item.has_arrivals) sift_down(0);
      continue;
    }
    if (item.step == marking_.step()) {
      chosen_ = heap_.front();
      if (weighted(item.transition)) choose_by_weight(random);
      return true;
    }
    if (can_wait(item.transition)) {
      refresh_top();
      continue;
    }
    const Refreshed refreshed = refresh(item);
    if (refreshed == Refreshed::later) sift_down(0);
    if (refreshed == Refreshed::gone) drop(take_top());
  }
  return false;
}

void EnabledSet::taken(std::span<const Word> fired, bool used_up) {
  if (!used_up || heap_.empty() || heap_.front() != chosen_ || items_[chosen_].binding.data() != fired.data()) return;
  const Item& item = items_[chosen_];
  if (!can_wait(item.transition) && (item.arc == kConcrete || !still_possible(item))) drop(take_top());
}

void EnabledSet::choose_by_weight(Random& random) {
  const Precedence precedence = items_[chosen_].precedence;
  candidates_.clear();
  for (const std::uint32_t id : heap_) {
    const Item& item = items_[id];
    if (item.replaced || item.precedence != precedence || !weighted(item.transition)) continue;
    if (item.step == marking_.step() || enabling_.enabled(marking_.marking(), item.transition, item.binding))
      candidates_.emplace_back(id, 0);
  }
  std::sort(candidates_.begin(), candidates_.end(), [&](const auto& a, const auto& b) {
    const Item& x = items_[a.first];
    const Item& y = items_[b.first];
    if (x.transition != y.transition) return x.transition < y.transition;
    return compare_bindings(net_, net_[x.transition], x.binding, y.binding, enabling_.pool()) < 0;
  });
  chosen_ = candidates_.front().first;
  if (candidates_.size() == 1) return;
  for (auto& [id, weight] : candidates_) weight = enabling_.weight(marking_.marking(), items_[id].transition, items_[id].binding);
  chosen_ = candidates_[drawn_by_weight(
                            candidates_.size(), [this](std::size_t k) { return candidates_[k].second; }, random)]
                .first;
}

}  // namespace petriloom::coloured
