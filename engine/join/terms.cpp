// SPDX-License-Identifier: Apache-2.0
#include "engine/join/terms.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace petriloom {

namespace {

/// What is known before evaluation of the elements of an `each` list: `map(x in l : (n, x))` gives
/// the pattern (n, _).
ColourPattern pattern_of_elements(const Net& net, ExprId list, ColourSetId type, std::size_t limit) {
  ColourPattern pattern;
  if (net.exprs[list].op == Op::map) pattern = colour_pattern(net, net.exprs.children(list)[1], type, limit);
  std::erase_if(pattern.parts, [](const ColourPart& part) { return part.kind == ColourPart::Kind::computed; });
  pattern.wildcards = true;
  return pattern;
}

/// A term that may be absent binds no index of a folded instance: each instance has the transition,
/// whether the term is there or not.
void leave_indices(JoinTerm& term, std::uint32_t folded) {
  for (std::uint32_t slot = 0; slot < folded; ++slot) {
    const auto at = std::lower_bound(term.presence.begin(), term.presence.end(), slot);
    if (term.pattern.binds(slot) && (at == term.presence.end() || *at != slot)) term.presence.insert(at, slot);
  }
}

JoinTerm term_of(const Net& net, const Transition& transition, const Arc& arc) {
  const std::size_t limit = transition.binding_size;
  JoinTerm term;
  term.kind = arc.kind;
  term.each = arc.each;
  const ColourSetId type = net[arc.place].colour;
  term.pattern = arc.each ? pattern_of_elements(net, arc.value, type, limit) : colour_pattern(net, arc.value, type, limit);
  term.needs = free_variables(net, arc.value, limit);
  const std::vector<std::uint32_t> count = free_variables(net, arc.count, limit);
  const std::vector<std::uint32_t> condition = free_variables(net, arc.condition, limit);
  std::set_union(count.begin(), count.end(), condition.begin(), condition.end(), std::back_inserter(term.presence));
  // A constant count of 0 or less makes the term absent for ever; it still says which variables get
  // their first colour.
  const bool some = !arc.count.valid() || (net.exprs[arc.count].op == Op::literal && net.exprs[arc.count].payload > 0);
  term.conditional = arc.condition.valid() || !some;
  if (term.conditional) leave_indices(term, transition.folded);
  term.undecided = state_decides(net, arc);
  term.planned = arc.kind != ArcKind::output && arc.kind != ArcKind::reset;
  if (!arc.collect) return term;
  // Those of its tokens that match it takes, or not.
  term.pattern = colour_pattern(net, arc.collect->pattern, type, limit);
  term.pattern.wildcards = true;
  term.list = arc.collect->list;
  std::set<std::uint32_t> asked(term.presence.begin(), term.presence.end());
  for (const ExprId expr : {arc.collect->pattern, arc.collect->count}) {
    const std::vector<std::uint32_t> needs = free_variables(net, expr, limit);
    asked.insert(needs.begin(), needs.end());
  }
  term.asks.assign(asked.begin(), asked.end());
  return term;
}

void split(const Net& net, ExprId guard, std::vector<ExprId>& parts) {
  if (net.exprs[guard].op != Op::and_) {
    parts.push_back(guard);
    return;
  }
  for (const ExprId side : net.exprs.children(guard)) split(net, side, parts);
}

std::vector<JoinEquation> equations_of(const Net& net, ExprId guard, std::size_t limit) {
  std::vector<JoinEquation> equations;
  if (net.exprs[guard].op != Op::equal) return equations;
  const auto sides = net.exprs.children(guard);
  for (std::size_t side = 0; side < 2; ++side) {
    const ExprId value = sides[1 - side];
    JoinEquation equation{colour_pattern(net, sides[side], net.exprs[value].type, limit), value, free_variables(net, value, limit)};
    const auto gives = [&](const ColourPart& part) { return part.kind == ColourPart::Kind::variable && equation.binds(part.slot); };
    const auto& parts = equation.pattern.parts;
    const bool needs_none = std::none_of(equation.needs.begin(), equation.needs.end(),
                                         [&](std::uint32_t slot) { return equation.pattern.binds(slot); });
    if (needs_none || std::any_of(parts.begin(), parts.end(), gives)) equations.push_back(std::move(equation));
  }
  return equations;
}

bool takes_long(const Net& net, ExprId guard) {
  bool found = false;
  for_each_expr(net.exprs, guard, [&](ExprId expr) {
    const Op op = net.exprs[expr].op;
    found = found || op == Op::call || goes_through_list(op);
    return !found;
  });
  return found;
}

std::vector<JoinGuard> guards_of(const Net& net, const Transition& transition, const JoinPolicy& policy) {
  const std::size_t limit = transition.binding_size;
  std::vector<JoinGuard> guards;
  if (policy.possible_colours) {
    for (const ExprId guard : transition.guards) {
      guards.push_back({guard, free_variables(net, guard, limit), {}, std::nullopt, net.exprs[guard].stateful(), false});
    }
  }
  for (std::size_t k = 0; k < transition.guards.size(); ++k) {
    std::vector<ExprId> parts;
    split(net, transition.guards[k], parts);
    for (const ExprId part : parts) {
      JoinGuard guard{part, free_variables(net, part, limit), equations_of(net, part, limit), std::nullopt, false, false};
      guard.takes_long = takes_long(net, part);
      if (policy.possible_colours) guard.whole = k;
      guard.left_out = policy.possible_colours && net.exprs[part].stateful();
      guards.push_back(std::move(guard));
    }
  }
  return guards;
}

}  // namespace

bool JoinTerm::binds(std::uint32_t slot) const {
  return matched() && pattern.binds(slot) && std::find(presence.begin(), presence.end(), slot) == presence.end();
}

bool JoinEquation::binds(std::uint32_t slot) const {
  return pattern.binds(slot) && std::find(needs.begin(), needs.end(), slot) == needs.end();
}

bool Join::equated(std::uint32_t slot, bool left_out) const {
  return std::any_of(guards.begin(), guards.end(), [&](const JoinGuard& guard) {
    return (guard.left_out || !left_out) &&
           std::any_of(guard.equations.begin(), guard.equations.end(), [&](const JoinEquation& e) { return e.binds(slot); });
  });
}

bool state_decides(const Net& net, const Arc& arc) {
  const auto stateful = [&](ExprId expr) { return expr.valid() && net.exprs[expr].stateful(); };
  return stateful(arc.count) || stateful(arc.condition);
}

Join join_of(const Net& net, const Transition& transition, const JoinPolicy& policy) {
  Join join;
  for (const Arc& arc : transition.arcs) join.terms.push_back(term_of(net, transition, arc));
  join.guards = guards_of(net, transition, policy);
  return join;
}

}  // namespace petriloom
