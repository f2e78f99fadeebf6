// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "engine/build/validate.h"
#include "engine/questions/measure_keys.h"

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

/// What is wrong with one measure.
class MeasureCheck {
 public:
  MeasureCheck(const Net& net, const Measure& measure, Diagnostics& diagnostics)
      : net_(net), m_(measure), diagnostics_(diagnostics) {}

  void check() {
    const bool of_firings = over_firings(m_.kind);
    const bool valued = m_.kind != MeasureKind::count && m_.kind != MeasureKind::delay && m_.kind != MeasureKind::passage &&
                        m_.kind != MeasureKind::derived;
    if (of_firings == m_.firings.empty()) complain(of_firings ? "needs a transition" : "must not name a transition");
    if ((m_.kind == MeasureKind::delay) == m_.until.empty()) complain("needs a second transition if and only if it is a delay");
    value(m_.value, valued && !of_firings);
    condition(m_.condition, m_.kind == MeasureKind::passage);
    if (m_.condition.valid() && m_.kind != MeasureKind::passage) complain("must not have a condition");
    for_each_measured(m_, [&](const MeasuredFirings& of) { measured(of, valued); });
    if (m_.kind == MeasureKind::derived && !m_.derived) complain("needs a formula");
    if (!of_firings && m_.kind != MeasureKind::derived && m_.slots < m_.keys.size()) complain("has no room for its keys");
    members();
  }

 private:
  void complain(std::string_view what) { diagnostics_.error(m_.where, fmt::format("measure '{}' {}", m_.name, what)); }

  void value(ExprId value, bool needed) {
    if (needed != value.valid()) complain(needed ? "needs a value" : "must not have a value");
    if (value.valid() && !whole_type(net_, value, ColourTable::kReal)) complain("must have a real value");
  }

  void condition(ExprId condition, bool needed) {
    if (needed && !condition.valid()) complain("needs a condition");
    if (condition.valid() && !whole_type(net_, condition, ColourTable::kBool)) complain("must have a bool condition");
  }

  void measured(const MeasuredFirings& of, bool valued) {
    value(of.value, valued);
    condition(of.condition, false);
    const std::vector<Variable>& slots = net_[of.transition].variables;
    for (std::size_t k = 0; k < m_.keys.size(); ++k) {
      const std::uint32_t slot = key_slot(net_, m_, of, k);
      if (slot >= slots.size() || net_.colours.base_of(slots[slot].colour) != net_.colours.base_of(m_.keys[k].colour))
        complain("has a key that is no variable of its transition");
    }
  }

  void members() {
    if (m_.keys.empty() != m_.members.empty()) complain("has members if and only if it has keys");
    const auto fits = [&](const std::vector<Word>& member) { return member.size() == m_.keys.size(); };
    if (!std::all_of(m_.members.begin(), m_.members.end(), fits)) complain("has a member that does not fit its keys");
  }

  const Net& net_;
  const Measure& m_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_measures(const Net& net, Diagnostics& diagnostics) {
  for (const Measure& measure : net.measures) MeasureCheck(net, measure, diagnostics).check();
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
