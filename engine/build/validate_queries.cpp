// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/build/validate.h"
#include "engine/net/measure_keys.h"

namespace petriloom {

namespace {

bool over_firings(MeasureKind kind) { return kind <= MeasureKind::last || kind == MeasureKind::delay; }

bool temporal_ltl(FormulaOp op) { return op >= FormulaOp::next && op <= FormulaOp::weak_until; }

bool temporal_ctl(FormulaOp op) { return op >= FormulaOp::ax; }

int parts(FormulaOp op) {
  switch (op) {
    case FormulaOp::atom:
    case FormulaOp::true_:
    case FormulaOp::false_:
      return 0;
    case FormulaOp::not_:
    case FormulaOp::next:
    case FormulaOp::finally:
    case FormulaOp::globally:
    case FormulaOp::ax:
    case FormulaOp::ex:
    case FormulaOp::af:
    case FormulaOp::ef:
    case FormulaOp::ag:
    case FormulaOp::eg:
      return 1;
    default:
      return 2;
  }
}

bool whole_type(const Net& net, ExprId id, ColourSetId type) { return net.exprs[id].type == type; }

void check_measure(const Net& net, const Measure& m, Diagnostics& diagnostics) {
  const auto complain = [&](std::string_view what) { diagnostics.error(m.where, fmt::format("measure '{}' {}", m.name, what)); };
  const bool valued = m.kind != MeasureKind::count && m.kind != MeasureKind::delay && m.kind != MeasureKind::passage &&
                      m.kind != MeasureKind::derived;
  if (over_firings(m.kind) != m.transition.valid())
    complain(m.transition.valid() ? "must not name a transition" : "needs a transition");
  if ((m.kind == MeasureKind::delay) != m.until.valid()) complain("needs a second transition if and only if it is a delay");
  if (valued != m.value.valid()) complain(valued ? "needs a value" : "must not have a value");
  if (m.kind == MeasureKind::passage && !m.condition.valid()) complain("needs a condition");
  if (m.value.valid() && !whole_type(net, m.value, ColourTable::kReal)) complain("must have a real value");
  if (m.condition.valid() && !whole_type(net, m.condition, ColourTable::kBool)) complain("must have a bool condition");
  if (m.kind == MeasureKind::derived && !m.derived) complain("needs a formula");
  if (!m.transition.valid() && m.kind != MeasureKind::derived && m.slots < m.keys.size()) complain("has no room for its keys");
  for (std::size_t k = 0; m.transition.valid() && k < m.keys.size(); ++k) {
    const std::vector<Variable>& slots = net[m.transition].variables;
    const std::uint32_t slot = key_slot(net, m, k);
    if (slot >= slots.size() || net.colours.base_of(slots[slot].colour) != net.colours.base_of(m.keys[k].colour))
      complain("has a key that is no variable of its transition");
  }
  if (m.keys.empty() != m.members.empty()) complain("has members if and only if it has keys");
  for (const std::vector<Word>& member : m.members) {
    if (member.size() != m.keys.size()) return complain("has a member that does not fit its keys");
  }
}

}  // namespace

void check_measures(const Net& net, Diagnostics& diagnostics) {
  for (const Measure& measure : net.measures) check_measure(net, measure, diagnostics);
}

void check_properties(const Net& net, Diagnostics& diagnostics) {
  // Parts come before what they are parts of, so one pass knows which logic each formula needs.
  std::vector<char> ltl(net.formulas.size(), 0);
  std::vector<char> ctl(net.formulas.size(), 0);
  for (std::size_t i = 0; i < net.formulas.size(); ++i) {
    const Formula& f = net.formulas[i];
    ltl[i] = temporal_ltl(f.op) ? 1 : 0;
    ctl[i] = temporal_ctl(f.op) ? 1 : 0;
    for (const FormulaId part : {f.left, f.right}) {
      if (part.valid() && ltl[part.index()] != 0) ltl[i] = 1;
      if (part.valid() && ctl[part.index()] != 0) ctl[i] = 1;
    }
    const int needed = parts(f.op);
    const bool complete = f.left.valid() == (needed >= 1) && f.right.valid() == (needed == 2);
    if (!complete) diagnostics.error(f.where, fmt::format("a formula's operator takes {} parts", needed));
    if (f.atom.valid() != (f.op == FormulaOp::atom)) diagnostics.error(f.where, "a formula's atom is missing or not needed");
    if (f.atom.valid() && !whole_type(net, f.atom, ColourTable::kBool)) diagnostics.error(f.where, "an atom must be a bool");
  }
  for (const Property& property : net.properties) {
    const bool needs = property.kind <= PropertyKind::ctl;
    if (needs != property.formula.valid()) {
      diagnostics.error(property.where,
                        fmt::format("property '{}' {}", property.name, needs ? "needs a formula" : "takes no formula"));
      continue;
    }
    if (!needs) continue;
    const std::size_t root = property.formula.index();
    if (property.kind == PropertyKind::invariant && net.formulas[root].op != FormulaOp::atom) {
      diagnostics.error(property.where, fmt::format("invariant '{}' must be one bool expression", property.name));
    }
    if (property.kind == PropertyKind::ltl && ctl[root] != 0) {
      diagnostics.error(property.where, fmt::format("LTL property '{}' has operators of CTL", property.name), "X F G U R W");
    }
    if (property.kind == PropertyKind::ctl && ltl[root] != 0) {
      diagnostics.error(property.where, fmt::format("CTL property '{}' has operators of LTL", property.name),
                        "AX EX AF EF AG EG A[f U g] E[f U g]");
    }
  }
}

}  // namespace petriloom
