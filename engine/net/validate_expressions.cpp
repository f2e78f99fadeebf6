// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/net/validate.h"

namespace petriloom {

namespace {

enum class Sees : std::uint8_t { nothing, time, marking, all };

// Checks the state operations and wildcards of one expression.
class StateCheck {
 public:
  StateCheck(const Net& net, Diagnostics& diagnostics) : net_(net), diagnostics_(diagnostics) {}

  void value(ExprId root, Sees sees) {
    for_each_expr(net_.exprs, root, [&](ExprId id) { return visit(id, sees); });
  }

  void pattern(ExprId id, Sees sees) {
    const Expr& node = net_.exprs[id];
    if (node.op == Op::wildcard) return;
    if (node.op != Op::tuple) return value(id, sees);
    for (const ExprId part : net_.exprs.children(id)) pattern(part, sees);
  }

 private:
  bool visit(ExprId id, Sees sees) {
    const Expr& node = net_.exprs[id];
    const bool time = sees == Sees::time || sees == Sees::all;
    const bool marking = sees == Sees::marking || sees == Sees::all;
    if (node.op == Op::wildcard) {
      diagnostics_.error(node.where, "a wildcard has no value here",
                         "it stands alone or in a tuple, in what is taken, read, inhibited, reset or counted");
    }
    if (node.op == Op::now && !time) {
      diagnostics_.error(node.where, "the time cannot be looked at here", "'now' is for measures and delays");
    }
    if ((node.op == Op::tokens || node.op == Op::fireable || node.op == Op::dead) && !marking) {
      diagnostics_.error(node.where, "the marking cannot be looked at here",
                         "'tokens', 'fireable' and 'dead' are for measures, formulas and the stop condition");
    }
    if (node.op != Op::tokens) return true;
    for (const ExprId part : net_.exprs.children(id)) pattern(part, sees);
    return false;
  }

  const Net& net_;
  Diagnostics& diagnostics_;
};

// Slots used must be below `slots`.
void within(const Net& net, ExprId root, std::size_t slots, std::string_view owner, Diagnostics& diagnostics) {
  for_each_expr(net.exprs, root, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    const bool binds = node.op == Op::let || (node.op >= Op::map && node.op <= Op::sort);
    if (node.op != Op::variable && !binds) return true;
    const auto last = static_cast<std::size_t>(node.payload) + (node.op == Op::fold ? 1 : 0);
    if (node.payload < 0 || last >= slots) {
      diagnostics.error(node.where, fmt::format("a variable of {} has slot {} of {}", owner, last, slots));
    }
    return true;
  });
}

}  // namespace

void check_places_of_state(const Net& net, Diagnostics& diagnostics) {
  StateCheck check(net, diagnostics);
  for (const Transition& t : net.transitions) {
    for (const ExprId guard : t.guards) check.value(guard, Sees::nothing);
    for (const ExprId id : {t.priority, t.weight}) check.value(id, Sees::nothing);
    for (const ExprId id : {t.a, t.b, t.delay}) check.value(id, Sees::time);
    for (const Arc& arc : t.arcs) {
      const bool pattern = arc.kind != ArcKind::output && !arc.each;
      if (pattern) {
        check.pattern(arc.value, Sees::nothing);
      } else {
        check.value(arc.value, Sees::nothing);
      }
      check.value(arc.count, Sees::nothing);
      check.value(arc.condition, Sees::nothing);
      check.value(arc.delay, Sees::time);
    }
  }
  for (const Measure& measure : net.measures) {
    check.value(measure.condition, Sees::all);
    check.value(measure.value, Sees::all);
  }
  for (const Formula& formula : net.formulas) check.value(formula.atom, Sees::marking);
  check.value(net.stop, Sees::marking);
}

void check_slots(const Net& net, Diagnostics& diagnostics) {
  for (const Function& f : net.functions) within(net, f.body, f.slots, "function '" + f.name + "'", diagnostics);
  for (const Transition& t : net.transitions) {
    const std::string owner = "transition '" + t.name + "'";
    const std::size_t slots = t.variables.size();
    for (const ExprId guard : t.guards) within(net, guard, slots, owner, diagnostics);
    for (const ExprId id : {t.priority, t.weight, t.a, t.b, t.delay}) within(net, id, slots, owner, diagnostics);
    for (const Arc& arc : t.arcs) {
      for (const ExprId id : {arc.value, arc.count, arc.condition, arc.delay}) within(net, id, slots, owner, diagnostics);
    }
  }
  for (const Measure& m : net.measures) {
    const std::size_t slots = m.transition.valid() ? net[m.transition].variables.size() : m.slots;
    for (const ExprId id : {m.condition, m.value}) within(net, id, slots, "measure '" + m.name + "'", diagnostics);
  }
  for (const Formula& f : net.formulas) within(net, f.atom, f.slots, "a formula", diagnostics);
  within(net, net.stop, net.stop_slots, "the stop condition", diagnostics);
}

}  // namespace petriloom
