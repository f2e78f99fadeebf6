// SPDX-License-Identifier: Apache-2.0
// Bindings that wait for tokens.
//
// All of a list lack the same tokens: whenever these come, their arrivals are the same for all of
// them. Two sequences of arrivals keep their order when the same arrivals are sorted into both. So
// a list stands in the order of the other tokens, and its first is before the rest of it in the
// heap, too. A binding that is found to lack another token goes to the list of those that lack that
// as well, and so moves no more often than it takes tokens.
#include <algorithm>

#include "engine/coloured/enabled_set.h"

namespace petriloom::coloured {

namespace {

/// Of a binding that waits, which goes to another list for each that it lacks.
constexpr std::size_t kMostInputs = 4096;

}  // namespace

void EnabledSet::enter_key(TransitionId transition, Word colour) {
  if (!bind_key(transition, colour)) return;
  const std::uint32_t hash = hash_words(transition.index(), key_binding_);
  const auto equal = [&](std::uint32_t id) {
    return items_[id].transition == transition && items_[id].arc == kConcrete && items_[id].binding == key_binding_;
  };
  if (table_.find(hash, equal) != IdTable::kNone) return;
  const std::uint32_t id = obtain(transition, kConcrete, colour, hash);
  Item& item = items_[id];
  item.binding = key_binding_;
  table_.insert(hash, id);
  try {
    if (!look_first(item)) return drop(id);
    if (item.inputs.size() > kMostInputs) {
      drop(id);
      return search_from_now_on(transition);
    }
  } catch (const EvalError&) {
    // It ends the run only if its tokens are there (docs/semantics.md, rule 4), as searches say.
    drop(id);
    return search_from_now_on(transition);
  }
  switch (look(item)) {
    case Lack::nothing:
      set_order_by_inputs(item);
      return push(id);
    case Lack::key:
      return drop(id);
    case Lack::token:
      wait(id, kNoList);
  }
  if (facts_[transition.index()].waiting >= facts_[transition.index()].sweep_at) sweep(transition);
}

// False if no binding takes such a token.
bool EnabledSet::bind_key(TransitionId transition, Word colour) {
  const TransitionPlan& plan = enabling_.plans()[transition];
  const std::vector<PatternPart>& parts = plan.terms[*facts_[transition.index()].key_arc].pattern.parts;
  key_binding_.assign(plan.binding_size, 0);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const PatternPart& part = parts[k];
    const std::optional<Word> word = matched_word(net_.colours, part, colour, enabling_.pool());
    if (!word) return false;
    const bool variable = part.kind == PatternPart::Kind::variable;
    const auto bound = [&](const PatternPart& other) {
      return other.kind == PatternPart::Kind::variable && other.slot == part.slot;
    };
    const bool known = !variable || std::any_of(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(k), bound);
    if (known && *word != (variable ? key_binding_[part.slot] : part.word)) return false;
    if (variable) key_binding_[part.slot] = *word;
  }
  return true;
}

bool EnabledSet::look_first(Item& item) {
  key_frame_.assign(item.binding.begin(), item.binding.end());
  key_frame_.resize(enabling_.plans()[item.transition].frame_size);
  for (const Code& guard : facts_[item.transition.index()].guards) {
    if (guard.eval(enabling_.evaluator(), key_frame_) == 0) return false;
  }
  item.precedence = enabling_.precedence(item.transition, item.binding);
  return firing_.input_tokens(marking_.marking(), item.transition, item.binding, item.inputs);
}

void EnabledSet::search_from_now_on(TransitionId transition) {
  for (const std::uint32_t id : heap_) {
    if (items_[id].transition != transition || items_[id].list == kNoList) continue;
    waiting_.stand_down(items_[id].list);
    items_[id].list = kNoList;
  }
  const auto goes = [this](std::uint32_t id) { return drop(id), true; };
  waiting_.sweep(transition, goes, [this](std::uint32_t a, std::uint32_t b) { return waits_before(a, b); });
  facts_[transition.index()].key_arc.reset();
  consider_all(transition);
}

EnabledSet::Lack EnabledSet::look(const Item& item) {
  const Marking& marking = marking_.marking();
  const PlaceId place = enabling_.plans()[item.transition].terms[*facts_[item.transition.index()].key_arc].place;
  Lack lack = Lack::nothing;
  for (const Tokens& need : item.inputs) {
    if (marking.available_of(need.place, need.colour) >= need.count) continue;
    if (need.place == place && need.colour == item.colour) return Lack::key;
    if (lack == Lack::nothing) lacking_ = need;
    lack = Lack::token;
  }
  return lack;
}

void EnabledSet::arrivals_without(std::span<const Tokens> inputs, std::span<const Tokens> lacks,
                                  std::vector<ArrivalRun>& arrivals) {
  const Marking& marking = marking_.marking();
  arrivals.clear();
  for (const Tokens& need : inputs) {
    if (std::find(lacks.begin(), lacks.end(), need) != lacks.end()) continue;
    const Marking::Slot slot = marking.find(need.place, need.colour);
    const std::int64_t there = slot == Marking::kNone ? 0 : std::min(marking.available(need.place, slot), need.count);
    if (there > 0) marking_.arrivals(need.place, slot, there, arrivals);
    if (there < need.count) arrivals.push_back({enabling_.evaluator().now(), need.count - there});
  }
  normalise(arrivals);
}

bool EnabledSet::waits_before(std::uint32_t a, std::uint32_t b) const {
  const Item& x = items_[a];
  const Item& y = items_[b];
  if (x.precedence != y.precedence) return goes_before(x.precedence, y.precedence);
  const int arrivals = compare_arrivals(x.arrivals, y.arrivals);
  if (arrivals != 0) return arrivals < 0;
  return compare_bindings(net_, net_[x.transition], x.binding, y.binding, enabling_.pool()) < 0;
}

void EnabledSet::wait(std::uint32_t id, std::uint32_t before) {
  lacks_.clear();
  if (before != kNoList) lacks_.assign(waiting_.lacks(before).begin(), waiting_.lacks(before).end());
  if (std::find(lacks_.begin(), lacks_.end(), lacking_) == lacks_.end()) lacks_.push_back(lacking_);
  Item& item = items_[id];
  arrivals_without(item.inputs, lacks_, item.arrivals);
  const std::uint32_t list = waiting_.list_of(item.transition, lacks_);
  add_to(list, id);
  // It may go before who stands for the list.
  if (waiting_.front(list) != kNoList) items_[waiting_.front(list)].list = kNoList;
  waiting_.set_front(list, kNoList);
  if (!waiting_.watches(list)) waiting_.watch(list, lacking_);
}

void EnabledSet::add_to(std::uint32_t list, std::uint32_t id) {
  items_[id].list = kNoList;
  ++facts_[items_[id].transition.index()].waiting;
  waiting_.add(list, id, [this](std::uint32_t a, std::uint32_t b) { return waits_before(a, b); });
}

void EnabledSet::wake(TransitionId transition, std::size_t arc, Word colour) {
  waiting_.wake(transition, enabling_.plans()[transition].terms[arc].place, colour, woken_);
  for (const std::uint32_t list : woken_) {
    // Another of them may have brought it a binding that lacks more.
    if (!waiting_.watches(list)) promote(list);
  }
}

void EnabledSet::promote(std::uint32_t list) {
  const Marking& marking = marking_.marking();
  for (const Tokens& need : waiting_.lacks(list)) {
    if (waiting_.empty(list) || marking.available_of(need.place, need.colour) >= need.count) continue;
    waiting_.watch(list, need);
    return waiting_.set_front(list, kNoList);
  }
  std::uint32_t front = kNoList;
  while (front == kNoList && !waiting_.empty(list)) {
    const std::uint32_t id = waiting_.first(list);
    Item& item = items_[id];
    waiting_.pop(list, [this](std::uint32_t a, std::uint32_t b) { return waits_before(a, b); });
    --facts_[item.transition.index()].waiting;
    const Lack lack = look(item);
    if (lack == Lack::key) {
      drop(id);
    } else if (lack == Lack::token) {
      wait(id, list);
    } else {
      // What it takes may have been taken and have come again since.
      old_arrivals_.swap(item.arrivals);
      arrivals_without(item.inputs, waiting_.lacks(list), item.arrivals);
      old_arrivals_ == item.arrivals ? void(front = id) : add_to(list, id);
    }
  }
  waiting_.set_front(list, front);
  if (front == kNoList) return;
  items_[front].list = list;
  set_order_by_inputs(items_[front]);
  push(front);
}

void EnabledSet::refresh_top() {
  const std::uint32_t id = heap_.front();
  Item& item = items_[id];
  const std::uint32_t list = item.list;
  const Lack lack = look(item);
  if (lack == Lack::nothing) {
    old_arrivals_.swap(item.arrivals);
    set_order_by_inputs(item);
    if (old_arrivals_ == item.arrivals) return;
    if (list == kNoList) return sift_down(0);
  }
  take_top();
  if (list != kNoList) waiting_.stand_down(list);
  if (lack == Lack::key) drop(id);
  if (lack == Lack::token) wait(id, list);
  if (lack == Lack::nothing) {
    // Of its list another may be before it now.
    arrivals_without(item.inputs, waiting_.lacks(list), item.arrivals);
    add_to(list, id);
  }
  if (list != kNoList && !waiting_.watches(list)) promote(list);
}

void EnabledSet::sweep(TransitionId transition) {
  const PlaceId place = enabling_.plans()[transition].terms[*facts_[transition.index()].key_arc].place;
  Facts& facts = facts_[transition.index()];
  const auto goes = [&](std::uint32_t id) {
    if (marking_.marking().available_of(place, items_[id].colour) > 0) return false;
    drop(id);
    --facts.waiting;
    return true;
  };
  waiting_.sweep(transition, goes, [this](std::uint32_t a, std::uint32_t b) { return waits_before(a, b); });
  facts.sweep_at = 2 * facts.waiting + 64;
}

}  // namespace petriloom::coloured
