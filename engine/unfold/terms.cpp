// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/terms.h"

#include <algorithm>

namespace petriloom {

void split_guard(const Net& net, ExprId guard, std::vector<ExprId>& parts) {
  if (net.exprs[guard].op != Op::and_) {
    parts.push_back(guard);
    return;
  }
  for (const ExprId side : net.exprs.children(guard)) split_guard(net, side, parts);
}

std::vector<UnfoldEquation> unfold_equations(const Net& net, const Transition& transition) {
  std::vector<ExprId> parts;
  for (const ExprId guard : transition.guards) split_guard(net, guard, parts);
  std::vector<UnfoldEquation> equations;
  for (const ExprId part : parts) {
    if (net.exprs[part].op != Op::equal) continue;
    const auto sides = net.exprs.children(part);
    for (std::size_t side = 0; side < 2; ++side) {
      const ExprId value = sides[1 - side];
      UnfoldEquation equation{part, colour_pattern(net, sides[side], net.exprs[value].type, transition.binding_size), value};
      const auto needs = free_variables(net, value, transition.binding_size);
      const auto& pattern = equation.pattern;
      const bool circular = std::any_of(needs.begin(), needs.end(), [&](std::uint32_t slot) { return pattern.binds(slot); });
      if (!circular) equations.push_back(std::move(equation));
    }
  }
  return equations;
}

bool UnfoldTerm::binds(std::uint32_t slot) const {
  return pattern.binds(slot) && std::count(presence.begin(), presence.end(), slot) == 0;
}

bool state_decides(const Net& net, const Arc& arc) {
  const auto stateful = [&](ExprId expr) { return expr.valid() && net.exprs[expr].stateful(); };
  return stateful(arc.count) || stateful(arc.condition);
}

bool can_be_key(const ColourTable& colours, const ColourPart& part) {
  return part.type == part.leaf || colours.converts(part.leaf, part.type);
}

std::vector<UnfoldTerm> unfold_terms(const Net& net, const Transition& transition) {
  std::vector<UnfoldTerm> terms;
  for (std::size_t k = 0; k < transition.arcs.size(); ++k) {
    const Arc& arc = transition.arcs[k];
    if ((arc.kind != ArcKind::input && arc.kind != ArcKind::read) || arc.each) continue;
    UnfoldTerm term;
    term.arc = k;
    term.undecided = state_decides(net, arc);
    term.pattern = colour_pattern(net, arc.value, net[arc.place].colour, transition.binding_size);
    const bool matches =
        term.pattern.wildcards || std::any_of(term.pattern.parts.begin(), term.pattern.parts.end(),
                                              [](const ColourPart& p) { return p.kind == ColourPart::Kind::variable; });
    const bool constant = std::all_of(term.pattern.parts.begin(), term.pattern.parts.end(),
                                      [](const ColourPart& p) { return p.kind == ColourPart::Kind::constant; });
    if (!matches && !constant) continue;
    term.needs = free_variables(net, arc.value, transition.binding_size);
    const auto add_presence = [&](ExprId expr) {
      if (!expr.valid()) return;
      const auto slots = free_variables(net, expr, transition.binding_size);
      term.presence.insert(term.presence.end(), slots.begin(), slots.end());
      term.conditional = term.conditional || net.exprs[expr].op != Op::literal;
    };
    add_presence(arc.condition);
    add_presence(arc.count);
    // A constant count of 0 or less makes the term absent for ever; it still says which variables get their first colour.
    if (arc.count.valid() && net.exprs[arc.count].op == Op::literal && net.exprs[arc.count].payload <= 0) term.conditional = true;
    terms.push_back(std::move(term));
  }
  return terms;
}

std::vector<UnfoldOpenSlot> unfold_open_slots(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms) {
  std::vector<UnfoldOpenSlot> open;
  if (std::none_of(terms.begin(), terms.end(), [](const UnfoldTerm& term) { return term.undecided; })) return open;
  const std::vector<UnfoldEquation> equations = unfold_equations(net, transition);
  for (std::uint32_t slot = 0; slot < transition.binding_size; ++slot) {
    const auto gives = [slot](const UnfoldEquation& equation) { return equation.pattern.binds(slot); };
    if (std::any_of(equations.begin(), equations.end(), gives)) continue;
    UnfoldOpenSlot one{slot, {}};
    bool certain = false;
    bool undecided = false;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (!terms[k].binds(slot)) continue;
      one.terms.push_back(k);
      certain = certain || !terms[k].conditional;
      undecided = undecided || terms[k].undecided;
    }
    if (undecided && !certain) open.push_back(std::move(one));
  }
  return open;
}

}  // namespace petriloom
