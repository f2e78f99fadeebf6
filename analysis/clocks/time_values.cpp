// SPDX-License-Identifier: Apache-2.0
#include "analysis/clocks/time_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/expr/eval_error.h"
#include "engine/expr/match.h"

namespace petriloom {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::size_t kMostComponents = 63;

bool guards_look_at_time(const Net& net) {
  return std::any_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
    return std::any_of(transition.guards.begin(), transition.guards.end(),
                       [&](ExprId guard) { return net.exprs.looks(guard, look::time); });
  });
}

bool takes_part(const Arc& arc) { return arc.kind != ArcKind::output; }

// The component of a colour of the place that a part of a pattern lies in; nothing for the whole.
std::optional<std::uint32_t> component_of(const ColourPart& part) {
  for (const PartStep& step : part.path) {
    if (step.kind == PartStep::Kind::component) return step.first;
    if (step.kind != PartStep::Kind::base) break;
  }
  return std::nullopt;
}

bool whole(const ColourPart& part) {
  return std::all_of(part.path.begin(), part.path.end(), [](const PartStep& step) { return step.kind == PartStep::Kind::base; });
}

}  // namespace

TimeValues::TimeValues(const Net& net) : net_(net), places_(net.places.size(), 0) {
  if (!guards_look_at_time(net)) return;
  while (pass()) calls_.clear();
  for (const Transition& transition : net.transitions) {
    Bound binding = bound(transition);
    std::vector<char>& guards = guards_.emplace_back();
    for (const ExprId guard : transition.guards) guards.push_back(parts(guard, binding.slots) != 0 ? 1 : 0);
  }
}

bool TimeValues::any_guard() const {
  return std::any_of(guards_.begin(), guards_.end(), [](const std::vector<char>& guards) {
    return std::any_of(guards.begin(), guards.end(), [](char one) { return one != 0; });
  });
}

bool TimeValues::depends(TransitionId transition, ExprId expr) {
  if (!expr.valid() || guards_.empty()) return net_.exprs.looks(expr, look::time);
  Bound binding = bound(net_[transition]);
  return parts(expr, binding.slots) != 0;
}

// What is put into each place, from what is in them; whether that is more than before.
bool TimeValues::pass() {
  bool more = false;
  for (const Transition& transition : net_.transitions) {
    Bound binding = bound(transition);
    for (const Arc& arc : transition.arcs) {
      if (arc.kind != ArcKind::output || !arc.value.valid()) continue;
      Parts& held = places_[arc.place.index()];
      const Parts put = fitted(parts(arc.value, binding.slots), net_[arc.place].colour);
      more = more || (put & ~held) != 0;
      held |= put;
    }
  }
  return more;
}

// What variables and draws hold.
TimeValues::Bound TimeValues::bound(const Transition& transition) {
  Bound result;
  result.slots.assign(transition.variables.size(), 0);
  result.terms.assign(transition.variables.size(), 0);
  for (const Arc& arc : transition.arcs) {
    if (!takes_part(arc) || !arc.value.valid() || arc.each) continue;
    const Parts held = places_[arc.place.index()];
    for (const ColourPart& part : colour_pattern(net_, arc.value, net_[arc.place].colour, transition.binding_size).parts) {
      if (part.kind != ColourPart::Kind::variable) continue;
      const std::optional<std::uint32_t> component = component_of(part);
      const Parts here = whole(part) ? held : component && ((held >> *component) & 1U) == 0 ? Parts{0} : held;
      const bool binds = arc.kind == ArcKind::input || arc.kind == ArcKind::read;
      if (binds) result.slots[part.slot] |= fitted(whole(part) ? here : here != 0 ? kAll : 0, part.leaf);
      ++result.terms[part.slot];
    }
  }
  for (const Arc& arc : transition.arcs) {
    if (!arc.collect) continue;
    const Parts held = places_[arc.place.index()];
    result.slots[arc.collect->tokens] = held;
    result.slots[arc.collect->list] = arc.collect->seen.valid() ? parts(arc.collect->seen, result.slots) : held;
  }
  for (const Draw& draw : transition.draws) result.slots[draw.slot] = parts(draw.value, result.slots);
  return result;
}

bool TimeValues::composite(ColourSetId id) const {
  const ColourSet* set = &net_.colours[id];
  if (set->kind == ColourKind::list) set = &net_.colours[set->components[0]];
  const bool product = set->kind == ColourKind::product || set->kind == ColourKind::record;
  return product && set->components.size() <= kMostComponents;
}

TimeValues::Parts TimeValues::fitted(Parts parts, ColourSetId set) const { return composite(set) || parts == 0 ? parts : kAll; }

TimeValues::Parts TimeValues::parts(ExprId expr, Slots& slots) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  Parts result = 0;
  const auto child = [&](std::size_t k) { return parts(children[k], slots); };
  switch (node.op) {
    case Op::now:
      return kAll;
    case Op::variable:
      return static_cast<std::size_t>(node.payload) < slots.size() ? slots[static_cast<std::size_t>(node.payload)] : 0;
    case Op::tuple:
      for (std::size_t k = 0; k < children.size(); ++k) result |= child(k) != 0 ? Parts{1} << std::min(k, kMostComponents) : 0;
      return fitted(result, node.type);
    case Op::project:
      result = child(0);
      return composite(net_.exprs[children[0]].type) && ((result >> node.payload) & 1U) == 0
                 ? 0
                 : fitted(result == 0 ? 0 : kAll, node.type);
    case Op::convert:
      return fitted(child(0), node.type);
    case Op::if_:
      return child(0) != 0 ? kAll : child(1) | child(2);
    case Op::let:
      if (static_cast<std::size_t>(node.payload) >= slots.size()) slots.resize(static_cast<std::size_t>(node.payload) + 1);
      slots[static_cast<std::size_t>(node.payload)] = child(0);
      return child(1);
    case Op::call:
      return parts_of_call(node, slots);
    case Op::token_list:
      return places_[static_cast<std::size_t>(node.payload)];
    case Op::tokens:
      return !children.empty() && places_[static_cast<std::size_t>(node.payload)] != 0 ? kAll : 0;
    default:
      break;
  }
  if (goes_through_list(node.op)) return parts_of_loop(node, slots);
  if (node.op >= Op::list && node.op <= Op::distinct) return parts_of_list(node, slots);
  for (std::size_t k = 0; k < children.size(); ++k) result |= child(k);
  return result == 0 ? 0 : kAll;
}

// A list has the parts of its elements; how many they are depends on the time if all do.
TimeValues::Parts TimeValues::parts_of_list(const Expr& node, Slots& slots) {
  const ExprId* const children = net_.exprs.children_at(node.first);
  Parts all = 0;
  for (std::uint32_t k = 0; k < node.count; ++k) all |= parts(children[k], slots);
  switch (node.op) {
    case Op::list:
    case Op::append:
    case Op::concat:
    case Op::tail:
    case Op::head:
    case Op::reverse:
      return fitted(all, node.type);
    case Op::length:
      return all == kAll ? kAll : 0;
    default: {
      // The first says of which list, the others where or what: of a list whose elements are
      // compared any part matters.
      const bool compared = node.op == Op::contains || node.op == Op::remove || node.op == Op::position || node.op == Op::distinct;
      Parts others = 0;
      for (std::uint32_t k = 1; k < node.count; ++k) others |= parts(children[k], slots);
      if (node.op == Op::update && node.count == 3 && parts(children[1], slots) == 0) return fitted(all, node.type);
      return others != 0 || (compared && all != 0) ? kAll : fitted(all, node.type);
    }
  }
}

TimeValues::Parts TimeValues::parts_of_loop(const Expr& node, Slots& slots) {
  const ExprId* const children = net_.exprs.children_at(node.first);
  const auto slot = static_cast<std::size_t>(node.payload);
  const Parts list = parts(children[0], slots);
  if (slots.size() < slot + 2) slots.resize(slot + 2);
  if (node.op == Op::fold) {
    Parts sum = parts(children[1], slots);
    for (bool more = true; more;) {
      slots[slot] = sum;
      slots[slot + 1] = list;
      const Parts next = sum | parts(children[2], slots);
      more = next != sum;
      sum = next;
    }
    return list == kAll ? kAll : fitted(sum, node.type);
  }
  slots[slot] = list;
  const Parts body = parts(children[node.count - 1], slots);
  if (list == kAll) return kAll;
  if (node.op == Op::map) return fitted(body, node.type);
  if (body != 0) return kAll;
  return node.op == Op::filter || node.op == Op::sort || node.op == Op::argmin ? list : 0;
}

// Functions look at no time: they have what they are given.
TimeValues::Parts TimeValues::parts_of_call(const Expr& node, Slots& slots) {
  const ExprId* const children = net_.exprs.children_at(node.first);
  Slots given;
  for (std::uint32_t k = 0; k < node.count; ++k) given.push_back(parts(children[k], slots));
  if (std::all_of(given.begin(), given.end(), [](Parts one) { return one == 0; })) return 0;
  const auto function = static_cast<std::size_t>(node.payload);
  const auto [known, fresh] = calls_.try_emplace({function, given}, kAll);
  if (!fresh) return known->second;  // of a call inside itself: all
  given.resize(net_.functions[function].slots);
  const Parts result = parts(net_.functions[function].body, given);
  return known->second = result;
}

void TimeValues::refuse(Location where, std::string_view what) const {
  throw EvalError(where, fmt::format("{} depends on a time that tokens hold, which is left out when states are explored; "
                                     "`petriloom simulate` runs such nets",
                                     what));
}

void TimeValues::check_terms(const Transition& transition) {
  const Bound binding = bound(transition);
  const auto decided = [&](ExprId expr) {
    Slots slots = binding.slots;
    return expr.valid() && parts(expr, slots) != 0;
  };
  for (const Arc& arc : transition.arcs) {
    if (decided(arc.count) || decided(arc.condition)) refuse(arc.where, "how many tokens there are here");
    if (arc.collect && decided(arc.collect->count)) refuse(arc.where, "how many tokens there are here");
    if (!takes_part(arc)) continue;
    const Parts held = places_[arc.place.index()];
    if (arc.such.valid()) {
      Slots slots = binding.slots;
      if (slots.size() <= arc.token) slots.resize(arc.token + 1);
      slots[arc.token] = held;
      if (parts(arc.such, slots) != 0) refuse(arc.where, "which tokens are removed");
      continue;
    }
    if (arc.each && decided(arc.value)) refuse(arc.where, "which tokens are meant");
    const ExprId pattern = arc.collect ? arc.collect->pattern : arc.value;
    if (!pattern.valid() || arc.each) continue;
    for (const ColourPart& part : colour_pattern(net_, pattern, net_[arc.place].colour, transition.binding_size).parts) {
      const std::optional<std::uint32_t> component = component_of(part);
      const bool timed = component ? ((held >> *component) & 1U) != 0 : held != 0;
      const bool variable = part.kind == ColourPart::Kind::variable;
      const bool free = variable && binding.terms[part.slot] <= 1 && (arc.kind == ArcKind::input || arc.kind == ArcKind::read);
      const bool other = variable ? binding.slots[part.slot] != 0 : part.kind == ColourPart::Kind::computed && decided(part.expr);
      if ((timed || other) && !free) refuse(arc.where, "which tokens are meant");
    }
  }
  for (const ExprId expr : {transition.priority, transition.order}) {
    if (decided(expr)) refuse(transition.where, "what goes first");
  }
}

void TimeValues::refuse_what_decides() {
  if (std::all_of(places_.begin(), places_.end(), [](Parts one) { return one == 0; })) return;
  for (const Transition& transition : net_.transitions) check_terms(transition);
}

void TimeValues::refuse_what_is_asked(ExprId expr, std::uint32_t slots) {
  Slots own(slots, 0);
  if (parts(expr, own) != 0) refuse(net_.exprs[expr].where, "what is asked");
}

}  // namespace petriloom
