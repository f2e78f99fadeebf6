// SPDX-License-Identifier: Apache-2.0
#include "analysis/clocks/time_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/expr/drawn.h"
#include "engine/expr/eval_error.h"

namespace petriloom {
namespace {

bool guards_look_at_time(const Net& net) {
  return std::any_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
    return std::any_of(transition.guards.begin(), transition.guards.end(),
                       [&](ExprId guard) { return net.exprs.looks(guard, look::time); });
  });
}

bool takes_part(const Arc& arc) { return arc.kind != ArcKind::output; }
bool binds(const Arc& arc) { return arc.kind == ArcKind::input || arc.kind == ArcKind::read; }

bool is_one(const Net& net, ExprId count) {
  return !count.valid() || (net.exprs[count].op == Op::literal && net.exprs[count].payload == 1);
}

}  // namespace

bool puts_times(const Net& net) {
  const auto looks = [&](ExprId expr) { return net.exprs.looks(expr, look::time); };
  return std::any_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
    return std::any_of(transition.draws.begin(), transition.draws.end(), [&](const Draw& draw) { return looks(draw.value); }) ||
           std::any_of(transition.arcs.begin(), transition.arcs.end(),
                       [&](const Arc& arc) { return looks(arc.value) || looks(arc.count) || looks(arc.condition); });
  });
}

TimeValues::TimeValues(const Net& net) : net_(net), of_(net.colours), places_(net.places.size(), 0) {
  if (!guards_look_at_time(net) && !puts_times(net)) return;
  while (pass()) calls_.clear();
  for (const Transition& transition : net.transitions) {
    const Bound binding = bound(transition);
    std::vector<char>& guards = guards_.emplace_back();
    for (const ExprId guard : transition.guards) guards.push_back(decided(guard, binding) ? 1 : 0);
    orders_.push_back(decided(transition.order, binding) ? 1 : 0);
  }
}

bool TimeValues::any_guard() const {
  return std::any_of(guards_.begin(), guards_.end(), [](const std::vector<char>& guards) {
    return std::any_of(guards.begin(), guards.end(), [](char one) { return one != 0; });
  });
}

bool TimeValues::depends(TransitionId transition, ExprId expr) {
  if (!expr.valid() || guards_.empty()) return net_.exprs.looks(expr, look::time);
  return decided(expr, bound(net_[transition]));
}

bool TimeValues::decided(ExprId expr, const Bound& binding) {
  Slots slots = binding.slots;
  return expr.valid() && parts(expr, slots) != 0;
}

// What is put into each place, from what is in them; whether that is more than before.
bool TimeValues::pass() {
  bool more = false;
  for (const Transition& transition : net_.transitions) {
    Bound binding = bound(transition);
    for (const Arc& arc : transition.arcs) {
      if (arc.kind != ArcKind::output || !arc.value.valid()) continue;
      const ColourSetId colour = net_[arc.place].colour;
      TimeParts& held = places_[arc.place.index()];
      const ColourSetId type = net_.exprs[arc.value].type;
      TimeParts put = parts(arc.value, binding.slots);
      if (!arc.each) put = of_.converted(put, type, colour);
      put = of_.of_times(of_.fitted(put, colour), colour);
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
    const TimeParts held = places_[arc.place.index()];
    for (const ColourPart& part : colour_pattern(net_, arc.value, net_[arc.place].colour, transition.binding_size).parts) {
      if (part.kind != ColourPart::Kind::variable) continue;
      if (binds(arc)) result.slots[part.slot] |= of_.matched(held, part);
      ++result.terms[part.slot];
    }
  }
  for (const Arc& arc : transition.arcs) {
    if (!arc.collect) continue;
    const TimeParts held = listed(arc.place);
    result.slots[arc.collect->tokens] = held;
    result.slots[arc.collect->list] = arc.collect->seen.valid() ? parts(arc.collect->seen, result.slots) : held;
  }
  for (const Draw& draw : transition.draws) {
    const TimeParts drawn = parts(draw.value, result.slots);
    result.slots[draw.slot] = of_.of_times(drawn, net_.exprs[draw.value].type);
  }
  return result;
}

// Of the list of the tokens of a place.
TimeParts TimeValues::listed(PlaceId place) const { return of_.sorted(places_[place.index()], net_[place].colour); }

TimeParts TimeValues::parts(ExprId expr, Slots& slots) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  TimeParts result = 0;
  const auto child = [&](std::size_t k) { return parts(children[k], slots); };
  switch (node.op) {
    case Op::now:
      return kAllParts;
    case Op::variable:
      return static_cast<std::size_t>(node.payload) < slots.size() ? slots[static_cast<std::size_t>(node.payload)] : 0;
    case Op::tuple:
      for (std::size_t k = 0; k < children.size(); ++k) result |= of_.with_component(child(k), node.type, k);
      return result;
    case Op::project:
      return of_.component(child(0), net_.exprs[children[0]].type, static_cast<std::size_t>(node.payload));
    case Op::convert:
      return of_.converted(of_.fitted(child(0), node.type), net_.exprs[children[0]].type, node.type);
    case Op::if_:
      result = child(1) | child(2);
      return child(0) != 0 ? kAllParts : result;
    case Op::let:
      if (static_cast<std::size_t>(node.payload) >= slots.size()) slots.resize(static_cast<std::size_t>(node.payload) + 1);
      slots[static_cast<std::size_t>(node.payload)] = child(0);
      return child(1);
    case Op::call:
      return parts_of_call(node, slots);
    case Op::token_list:
      return listed(PlaceId(static_cast<std::size_t>(node.payload)));
    case Op::tokens:
      return children.empty() ? 0 : parts_of_tokens(node, slots);
    default:
      break;
  }
  if (goes_through_list(node.op)) return parts_of_loop(node, slots);
  if (node.op >= Op::list && node.op <= Op::distinct) return parts_of_list(node, slots);
  for (std::size_t k = 0; k < children.size(); ++k) result |= child(k);
  return result == 0 ? 0 : kAllParts;
}

// How many tokens match a pattern depends on the time if that looks at a time they hold.
TimeParts TimeValues::parts_of_tokens(const Expr& node, Slots& slots) {
  const ExprId pattern = net_.exprs.children_at(node.first)[0];
  const PlaceId place(static_cast<std::size_t>(node.payload));
  const TimeParts held = places_[place.index()];
  const auto matters = [&](ExprId part, TimeParts here) {
    if (net_.exprs[part].op == Op::wildcard) return false;
    return here != 0 || parts(part, slots) != 0;
  };
  const auto components = net_.exprs.children(pattern);
  if (net_.exprs[pattern].op != Op::tuple) return matters(pattern, held) ? kAllParts : 0;
  for (std::size_t k = 0; k < components.size(); ++k) {
    if (matters(components[k], of_.component(held, net_[place].colour, k))) return kAllParts;
  }
  return 0;
}

// A list has the parts of its elements; how many they are depends on the time if all do.
TimeParts TimeValues::parts_of_list(const Expr& node, Slots& slots) {
  const ExprId* const children = net_.exprs.children_at(node.first);
  TimeParts all = 0;
  for (std::uint32_t k = 0; k < node.count; ++k) all |= parts(children[k], slots);
  switch (node.op) {
    case Op::list:
    case Op::append:
    case Op::concat:
    case Op::tail:
    case Op::head:
    case Op::reverse:
      return of_.fitted(all, node.type);
    case Op::length:
      return all == kAllParts ? kAllParts : 0;
    default: {
      // The first says of which list, the others where or what: of a list whose elements are
      // compared any part matters.
      const bool compared = node.op == Op::contains || node.op == Op::remove || node.op == Op::position || node.op == Op::distinct;
      TimeParts others = 0;
      for (std::uint32_t k = 1; k < node.count; ++k) others |= parts(children[k], slots);
      if (node.op == Op::update && node.count == 3 && parts(children[1], slots) == 0) return of_.fitted(all, node.type);
      return others != 0 || (compared && all != 0) ? kAllParts : of_.fitted(all, node.type);
    }
  }
}

TimeParts TimeValues::parts_of_loop(const Expr& node, Slots& slots) {
  if (node.op == Op::fold) return parts_of_fold(node, slots);
  const ExprId* const children = net_.exprs.children_at(node.first);
  const auto slot = static_cast<std::size_t>(node.payload);
  const bool real = net_.colours[node.type].kind == ColourKind::real;
  const bool any_order = node.op == Op::forall || node.op == Op::exists || node.op == Op::least || node.op == Op::greatest ||
                         (node.op == Op::sum && !real);
  const TimeParts list = any_order ? parts_of_elements(children[0], slots) : parts(children[0], slots);
  if (slots.size() < slot + 1) slots.resize(slot + 1);
  slots[slot] = list;
  const TimeParts body = parts(children[node.count - 1], slots);
  if (list == kAllParts) return kAllParts;
  if (node.op == Op::map) return of_.fitted(body, node.type);
  if (body != 0) return kAllParts;
  return node.op == Op::filter || node.op == Op::sort || node.op == Op::argmin ? list : 0;
}

TimeParts TimeValues::parts_of_fold(const Expr& node, Slots& slots) {
  const ExprId* const children = net_.exprs.children_at(node.first);
  const auto slot = static_cast<std::size_t>(node.payload);
  const TimeParts list = parts(children[0], slots);
  if (slots.size() < slot + 2) slots.resize(slot + 2);
  TimeParts sum = parts(children[1], slots);
  for (bool more = true; more;) {
    slots[slot] = sum;
    slots[slot + 1] = list;
    const TimeParts next = sum | parts(children[2], slots);
    more = next != sum;
    sum = next;
  }
  return list == kAllParts ? kAllParts : of_.fitted(sum, node.type);
}

// Of a list whose order does not matter.
TimeParts TimeValues::parts_of_elements(ExprId list, Slots& slots) {
  const Expr& node = net_.exprs[list];
  if (node.op == Op::token_list) return places_[static_cast<std::size_t>(node.payload)];
  if (node.op != Op::filter) return parts(list, slots);
  const ExprId* const children = net_.exprs.children_at(node.first);
  const auto slot = static_cast<std::size_t>(node.payload);
  const TimeParts elements = parts_of_elements(children[0], slots);
  if (slots.size() < slot + 1) slots.resize(slot + 1);
  slots[slot] = elements;
  return parts(children[1], slots) != 0 ? kAllParts : elements;
}

// Functions look at no time: they have what they are given.
TimeParts TimeValues::parts_of_call(const Expr& node, Slots& slots) {
  const ExprId* const children = net_.exprs.children_at(node.first);
  Slots given;
  for (std::uint32_t k = 0; k < node.count; ++k) given.push_back(parts(children[k], slots));
  if (std::all_of(given.begin(), given.end(), [](TimeParts one) { return one == 0; })) return 0;
  const auto function = static_cast<std::size_t>(node.payload);
  const auto [known, fresh] = calls_.try_emplace({function, given}, kAllParts);
  if (!fresh) return known->second;  // of a call inside itself: all
  given.resize(net_.functions[function].slots);
  const TimeParts result = parts(net_.functions[function].body, given);
  return known->second = result;
}

void TimeValues::refuse(Location where, std::string_view what) const {
  throw EvalError(where, fmt::format("{} depends on a time that tokens hold, which is left out when states are explored; "
                                     "`petriloom simulate` runs such nets",
                                     what));
}

void TimeValues::check_puts(const Transition& transition, const Bound& binding) {
  const std::vector<char> for_tokens = drawn_for_tokens(net_, transition);
  const auto check = [&](ExprId value, Location where, std::string_view what) {
    Slots slots = binding.slots;
    if (value.valid() && !of_.only_times(parts(value, slots), net_.exprs[value].type)) refuse(where, what);
  };
  for (std::size_t k = 0; k < transition.draws.size(); ++k) {
    if (for_tokens[k] != 0) check(transition.draws[k].value, net_.exprs[transition.draws[k].value].where, "what is drawn");
  }
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != ArcKind::output) continue;
    check(arc.value, arc.where, "what is put");
    // Of a list of times it is not known how many there are.
    Slots slots = binding.slots;
    if (arc.each && parts(arc.value, slots) == kAllParts) refuse(arc.where, "how many tokens there are here");
  }
}

void TimeValues::check_term(const Transition& transition, const Arc& arc, const Bound& binding) {
  const TimeParts held = places_[arc.place.index()];
  if (arc.such.valid()) {
    Slots slots = binding.slots;
    if (slots.size() <= arc.token) slots.resize(arc.token + 1);
    slots[arc.token] = held;
    if (parts(arc.such, slots) != 0) refuse(arc.where, "which tokens are removed");
    return;
  }
  if (arc.each && !arc.collect && (held != 0 || decided(arc.value, binding))) refuse(arc.where, "which tokens are meant");
  const bool counts = arc.kind != ArcKind::reset && !arc.collect && held != 0;
  if (counts && !is_one(net_, arc.count)) refuse(arc.where, "whether there are several equal tokens");
  const ExprId pattern = arc.collect ? arc.collect->pattern : arc.value;
  if (!pattern.valid() || (arc.each && !arc.collect)) return;
  for (const ColourPart& part : colour_pattern(net_, pattern, net_[arc.place].colour, transition.binding_size).parts) {
    const bool timed = of_.matched(held, part) != 0;
    const bool variable = part.kind == ColourPart::Kind::variable;
    const bool free = variable && binding.terms[part.slot] <= 1 && binds(arc) && part.type == part.leaf;
    const bool other =
        variable ? binding.slots[part.slot] != 0 : part.kind == ColourPart::Kind::computed && decided(part.expr, binding);
    if ((timed || other) && !free) refuse(arc.where, "which tokens are meant");
  }
}

void TimeValues::refuse_what_decides() {
  if (guards_.empty()) return;
  for (const Transition& transition : net_.transitions) {
    const Bound binding = bound(transition);
    check_puts(transition, binding);
    for (const Arc& arc : transition.arcs) {
      if (decided(arc.count, binding) || decided(arc.condition, binding)) refuse(arc.where, "how many tokens there are here");
      if (arc.collect && decided(arc.collect->count, binding)) refuse(arc.where, "how many tokens there are here");
      if (takes_part(arc)) check_term(transition, arc, binding);
    }
    if (decided(transition.priority, binding)) refuse(transition.where, "what goes first");
  }
}

void TimeValues::refuse_what_chances() {
  if (guards_.empty()) return;
  for (const Transition& transition : net_.transitions) {
    const Bound binding = bound(transition);
    if (decided(transition.order, binding)) refuse(transition.where, "what goes first");
    if (decided(transition.weight, binding)) refuse(transition.where, "how likely it is");
    if (decided(transition.a, binding) || decided(transition.b, binding)) refuse(transition.where, "how long it takes");
  }
}

void TimeValues::refuse_what_is_asked(ExprId expr, std::uint32_t slots) {
  Slots own(slots, 0);
  if (parts(expr, own) != 0) refuse(net_.exprs[expr].where, "what is asked");
}

}  // namespace petriloom
