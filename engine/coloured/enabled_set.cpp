// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/enabled_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/containers/take_number.h"

namespace petriloom::coloured {

EnabledSet::EnabledSet(Firing& firing, const TimedMarking& marking)
    : firing_(firing), enabling_(firing.enabling()), net_(enabling_.net()), marking_(marking) {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    Key& key = keys_.emplace_back();
    key.arc = key_arc(net_, net_.transitions[t], enabling_.plans()[TransitionId(t)]);
    if (!key.arc) continue;
    for (const ExprId guard : net_.transitions[t].guards) key.guards.emplace_back(net_, guard);
  }
}

void EnabledSet::consider(TransitionId transition, std::size_t arc, Word colour) {
  if (can_wait(transition))
    return arc == keys_[transition.index()].arc ? enter_key(transition, colour) : wake(transition, arc, colour);
  if (!enabling_.possible(marking_.marking(), transition)) return;
  if (!weighted(transition) && enabling_.plans()[transition].by_arc[arc].first_is_best) {
    return enter_best(transition, static_cast<std::uint32_t>(arc), colour);
  }
  const bool only = enabling_.plans()[transition].binding_size == 0;
  if (only && keys_[transition.index()].found == version_) return;
  const auto enter_found = [&](TransitionId t, std::span<const Word> frame) {
    if (only) keys_[t.index()].found = version_;
    return enter(t, frame), true;
  };
  enabling_.for_each_using(marking_.marking(), transition, arc, colour, enter_found);
}

void EnabledSet::consider_all(TransitionId transition) {
  if (can_wait(transition)) {
    const PlaceId place = enabling_.plans()[transition].terms[*keys_[transition.index()].arc].place;
    for (Marking::Slot slot = 0; can_wait(transition) && slot < marking_.marking().slots(place); ++slot) {
      if (marking_.marking().available(place, slot) > 0) enter_key(transition, marking_.marking().colour(place, slot));
    }
    return;
  }
  const auto enter_found = [this](TransitionId t, std::span<const Word> frame) { return enter(t, frame), true; };
  enabling_.for_each(marking_.marking(), transition, enter_found);
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
  if (!find_best(items_[id])) {
    free_.push_back(id);
    return;
  }
  set_order(items_[id]);
  if (old != IdTable::kNone && !before(items_[id], items_[old])) {
    free_.push_back(id);
    return;
  }
  if (old != IdTable::kNone) replace(old);
  table_.insert(hash, id);
  push(id);
}

bool EnabledSet::find_best(Item& item) {
  const std::size_t size = enabling_.plans()[item.transition].binding_size;
  const auto keep = [&](TransitionId, std::span<const Word> frame) {
    item.binding.assign(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size));
    return false;
  };
  return enabling_.find_using(marking_.marking(), item.transition, item.arc, item.colour, keep);
}

void EnabledSet::set_order(Item& item) {
  item.has_arrivals = false;
  item.precedence = enabling_.precedence(item.transition, item.binding);
  item.version = version_;
}

void EnabledSet::find_arrivals(Item& item) {
  if (item.has_arrivals || item.version != version_) return;
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
  item.version = version_;
  fill_arrivals(item.inputs, item);
}

EnabledSet::Refreshed EnabledSet::refresh(Item& item) {
  if (!still_possible(item)) return Refreshed::gone;
  const bool enabled =
      item.arc == kConcrete ? enabling_.enabled(marking_.marking(), item.transition, item.binding) : find_best(item);
  if (!enabled) return Refreshed::gone;
  const bool compared = item.arc == kConcrete && item.has_arrivals;
  old_arrivals_.swap(item.arrivals);
  const Precedence old = item.precedence;
  set_order(item);
  if (!compared) return Refreshed::later;
  find_arrivals(item);
  // Of bindings with the same arrivals the next best one is not before its predecessor either.
  return old == item.precedence && old_arrivals_ == item.arrivals ? Refreshed::same : Refreshed::later;
}

bool EnabledSet::still_possible(const Item& item) const {
  const Marking& marking = marking_.marking();
  if (!enabling_.possible(marking, item.transition)) return false;
  const auto& terms = enabling_.plans()[item.transition].terms;
  if (item.arc >= terms.size() || terms[item.arc].kind == ArcKind::inhibitor) return true;
  return marking.available_of(terms[item.arc].place, item.colour) > 0;
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
    if (item.version == version_) {
      chosen_ = heap_.front();
      if (weighted(item.transition)) choose_by_weight(random);
      return true;
    }
    if (can_wait(item.transition)) {
      refresh_top();
      continue;
    }
    switch (refresh(item)) {
      case Refreshed::same:
        break;
      case Refreshed::later:
        sift_down(0);
        break;
      case Refreshed::gone:
        drop(take_top());
        break;
    }
  }
  return false;
}

void EnabledSet::choose_by_weight(Random& random) {
  const Precedence precedence = items_[chosen_].precedence;
  std::vector<Word> frame;
  candidates_.clear();
  for (const std::uint32_t id : heap_) {
    const Item& item = items_[id];
    if (item.replaced || item.precedence != precedence || !weighted(item.transition)) continue;
    if (item.version != version_ && !enabling_.enabled(marking_.marking(), item.transition, item.binding)) continue;
    candidates_.emplace_back(id, 0);
  }
  std::sort(candidates_.begin(), candidates_.end(), [&](const auto& a, const auto& b) {
    const Item& x = items_[a.first];
    const Item& y = items_[b.first];
    if (x.transition != y.transition) return x.transition < y.transition;
    return compare_bindings(net_, net_[x.transition], x.binding, y.binding, enabling_.pool()) < 0;
  });
  if (candidates_.size() == 1) {
    chosen_ = candidates_.front().first;
    return;
  }
  double sum = 0;
  for (auto& [id, weight] : candidates_) {
    const Item& item = items_[id];
    const Transition& transition = net_[item.transition];
    frame.assign(transition.variables.size(), 0);
    std::copy(item.binding.begin(), item.binding.end(), frame.begin());
    weight = real_of_word(enabling_.plans()[item.transition].weight.eval(enabling_.evaluator(), frame, &marking_.marking()));
    if (!std::isfinite(weight) || weight <= 0) {
      throw EvalError(transition.where, fmt::format("a weight must be finite and positive, not {}", weight));
    }
    sum += weight;
  }
  double drawn = random.uniform() * sum;
  for (const auto& [id, weight] : candidates_) {
    chosen_ = id;
    drawn -= weight;
    if (drawn < 0) return;
  }
}

}  // namespace petriloom::coloured
