// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/waiting_lists.h"

#include <algorithm>

#include "engine/containers/take_number.h"

namespace petriloom::coloured {

namespace {

/// Whether the value is the same whenever it is asked for.
bool steady(const Net& net, ExprId expr) { return !net.exprs.looks(expr, look::state | look::random); }

/// Whether a binding says which tokens the term takes.
bool plain(const Net& net, const Transition& transition, const Term& term) {
  const Arc& arc = transition.arcs[term.arc];
  return term.kind == ArcKind::input && !term.collects && !net.exprs[arc.value].wildcards && steady(net, arc.value) &&
         steady(net, arc.count) && steady(net, arc.condition);
}

std::uint32_t hash_of(TransitionId transition, PlaceId place, Word colour) {
  const Word words[] = {static_cast<Word>(place.index()), colour};
  return hash_words(transition.index(), words);
}

/// Whether a token that matches the term says what the binding is, and that it does.
bool says_all(const Term& term, std::uint32_t variables) {
  const auto& parts = term.pattern.parts;
  if (!term.always_one) return false;
  const auto computed = [](const PatternPart& part) { return part.kind == PatternPart::Kind::computed; };
  if (std::any_of(parts.begin(), parts.end(), computed)) return false;
  for (std::uint32_t slot = 0; slot < variables; ++slot) {
    const bool there = std::any_of(parts.begin(), parts.end(), [slot](const PatternPart& part) {
      return part.kind == PatternPart::Kind::variable && part.slot == slot;
    });
    if (!there) return false;
  }
  return true;
}

}  // namespace

std::optional<std::uint32_t> key_arc(const Net& net, const Transition& transition, const TransitionPlan& plan) {
  if (transition.timing != Timing::immediate || transition.weight.valid()) return std::nullopt;
  const auto changes = [&](ExprId expr) { return !steady(net, expr); };
  if (std::any_of(transition.guards.begin(), transition.guards.end(), changes)) return std::nullopt;
  for (const ExprId expr : {transition.priority, transition.order}) {
    if (changes(expr)) return std::nullopt;
  }
  std::optional<std::uint32_t> key;
  bool searched = false;
  for (const Term& term : plan.terms) {
    if (term.kind == ArcKind::output || term.kind == ArcKind::reset) continue;
    if (!plain(net, transition, term)) return std::nullopt;
    if (!key && says_all(term, plan.binding_size)) key = term.arc;
    searched = searched || !plan.by_arc[term.arc].first_is_best;
  }
  return searched ? key : std::nullopt;
}

std::uint32_t WaitingLists::list_of(TransitionId transition, std::span<const Tokens> lacks) {
  std::vector<Tokens> sorted(lacks.begin(), lacks.end());
  std::sort(sorted.begin(), sorted.end());
  std::uint32_t hash = 0;
  for (const Tokens& tokens : sorted) {
    const Word words[] = {static_cast<Word>(hash), static_cast<Word>(tokens.place.index()), tokens.colour, tokens.count};
    hash = hash_words(transition.index(), words);
  }
  const auto same = [&](std::uint32_t id) { return lists_[id].transition == transition && lists_[id].lacks == sorted; };
  if (const std::uint32_t found = list_table_.find(hash, same); found != kNone) return found;
  const std::uint32_t made = take_number(lists_, free_lists_);
  List& list = lists_[made];
  list.transition = transition;
  list.lacks = std::move(sorted);
  list.hash = hash;
  list.used = true;
  list_table_.insert(hash, made);
  return made;
}

void WaitingLists::add(std::uint32_t list, std::uint32_t id, Before before) {
  std::vector<std::uint32_t>& ids = lists_[list].ids;
  ids.push_back(id);
  std::push_heap(ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) { return before(b, a); });
}

void WaitingLists::pop(std::uint32_t list, Before before) {
  std::vector<std::uint32_t>& ids = lists_[list].ids;
  std::pop_heap(ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) { return before(b, a); });
  ids.pop_back();
}

std::uint32_t WaitingLists::find_watch(TransitionId transition, PlaceId place, Word colour) const {
  return watch_table_.find(hash_of(transition, place, colour), [&](std::uint32_t id) {
    const Watch& watch = watches_[id];
    return watch.transition == transition && watch.place == place && watch.colour == colour;
  });
}

void WaitingLists::watch(std::uint32_t list, const Tokens& missing) {
  List& one = lists_[list];
  std::uint32_t id = find_watch(one.transition, missing.place, missing.colour);
  if (id == kNone) {
    id = take_number(watches_, free_watches_);
    Watch& made = watches_[id];
    made.transition = one.transition;
    made.place = missing.place;
    made.colour = missing.colour;
    made.hash = hash_of(one.transition, missing.place, missing.colour);
    watch_table_.insert(made.hash, id);
  }
  one.watch = id;
  one.at = static_cast<std::uint32_t>(watches_[id].lists.size());
  watches_[id].lists.push_back(list);
}

void WaitingLists::wake(TransitionId transition, PlaceId place, Word colour, std::vector<std::uint32_t>& lists) {
  lists.clear();
  const std::uint32_t id = find_watch(transition, place, colour);
  if (id == kNone) return;
  lists.swap(watches_[id].lists);
  for (const std::uint32_t list : lists) lists_[list].watch = kNone;
  drop_watch(id);
}

void WaitingLists::unwatch(std::uint32_t list) {
  List& one = lists_[list];
  if (one.watch == kNone) return;
  std::vector<std::uint32_t>& all = watches_[one.watch].lists;
  all[one.at] = all.back();
  lists_[all[one.at]].at = one.at;
  all.pop_back();
  if (all.empty()) drop_watch(one.watch);
  one.watch = kNone;
}

void WaitingLists::drop_watch(std::uint32_t watch) {
  watch_table_.erase(watches_[watch].hash, watch);
  free_watches_.push_back(watch);
}

void WaitingLists::set_front(std::uint32_t list, std::uint32_t id) {
  lists_[list].front = id;
  drop_if_empty(list);
}

void WaitingLists::drop_if_empty(std::uint32_t list) {
  List& one = lists_[list];
  if (!one.used || one.front != kNone || !one.ids.empty()) return;
  unwatch(list);
  list_table_.erase(one.hash, list);
  one.used = false;
  free_lists_.push_back(list);
}

void WaitingLists::sweep(TransitionId transition, FunctionRef<bool(std::uint32_t)> goes, Before before) {
  for (std::uint32_t at = 0; at < lists_.size(); ++at) {
    List& list = lists_[at];
    if (!list.used || list.transition != transition) continue;
    std::erase_if(list.ids, [&](std::uint32_t id) { return goes(id); });
    std::make_heap(list.ids.begin(), list.ids.end(), [&](std::uint32_t a, std::uint32_t b) { return before(b, a); });
    drop_if_empty(at);
  }
}

}  // namespace petriloom::coloured
