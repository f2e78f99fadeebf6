// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/build/validate.h"
#include "engine/expr/match.h"
#include "engine/questions/measure_keys.h"

namespace petriloom {

namespace {

// What an expression may look at besides its variables: bits of `look`.
constexpr unsigned kNothing = 0;
constexpr unsigned kTokens = look::tokens | look::levels;
constexpr unsigned kMarking = kTokens | look::enabled;
constexpr unsigned kTimed = kTokens | look::time;
constexpr unsigned kPut = kTimed | look::random;

// Checks the state operations, random values and wildcards of expressions.
class StateCheck {
 public:
  StateCheck(const Net& net, Diagnostics& diagnostics) : net_(net), diagnostics_(diagnostics) {}

  void value(ExprId root, unsigned allowed) {
    for_each_expr(net_.exprs, root, [&](ExprId id) { return visit(id, allowed); });
  }

  void pattern(ExprId id, unsigned allowed) {
    const Expr& node = net_.exprs[id];
    if (node.op == Op::wildcard) return;
    if (!pattern_node(net_, id)) return value(id, allowed);
    for (const ExprId part : net_.exprs.children(id)) pattern(part, allowed);
  }

 private:
  bool visit(ExprId id, unsigned allowed) {
    const Expr& node = net_.exprs[id];
    if (node.op == Op::wildcard) {
      diagnostics_.error(node.where, "a wildcard has no value here",
                         "it stands alone or in a tuple, list or variant, in what is taken, read, inhibited, reset or counted");
    }
    if (node.op == Op::now && (allowed & look::time) == 0) {
      diagnostics_.error(node.where, "the time cannot be looked at here",
                         "'now' is for measures, guards of immediate transitions, delays and what is put");
    }
    if (node.op == Op::level && (allowed & look::levels) == 0) {
      diagnostics_.error(node.where, "the marking cannot be looked at here",
                         "'level' is for amounts and conditions of terms, guards, rates, flows, weights, what is put, measures and "
                         "the stop condition");
    }
    if ((node.op == Op::level) != (looks_at_fluid(node))) complain_of_place(node);
    if (looks_at_tokens(node.op) && (allowed & look::tokens) == 0) {
      diagnostics_.error(node.where, "the marking cannot be looked at here",
                         "'tokens' is for counts and conditions of terms, guards, rates, weights, what is put, measures, formulas "
                         "and the stop condition");
    }
    if ((node.op == Op::fireable || node.op == Op::dead) && (allowed & look::enabled) == 0) {
      diagnostics_.error(node.where, "what can fire cannot be looked at here",
                         "'fireable' and 'dead' are for measures, formulas and the stop condition");
    }
    if ((allowed & look::random) == 0) check_random(node);
    if (node.op != Op::tokens) return true;
    for (const ExprId part : net_.exprs.children(id)) pattern(part, allowed & ~look::random);
    return false;
  }

  [[nodiscard]] bool looks_at_fluid(const Expr& node) const {
    const bool looks = node.op == Op::level || looks_at_tokens(node.op);
    return looks && net_[PlaceId(static_cast<std::size_t>(node.payload))].fluid;
  }

  void complain_of_place(const Expr& node) {
    const std::string& name = net_[PlaceId(static_cast<std::size_t>(node.payload))].name;
    if (node.op == Op::level) {
      diagnostics_.error(node.where, fmt::format("place '{}' holds tokens and has no level", name), "tokens(" + name + ")");
    } else {
      diagnostics_.error(node.where, fmt::format("place '{}' is fluid and holds no tokens", name), "level(" + name + ")");
    }
  }

  void check_random(const Expr& node) {
    const std::string help = "random values are for delays and for what output arcs put";
    if (node.op == Op::random) diagnostics_.error(node.where, "a random value cannot be drawn here", help);
    if (node.op != Op::call) return;
    const Function& function = net_.functions[static_cast<std::size_t>(node.payload)];
    if (!net_.exprs[function.body].random()) return;
    diagnostics_.error(node.where, fmt::format("function '{}' draws a random value, which cannot be drawn here", function.name),
                       help);
  }

  const Net& net_;
  Diagnostics& diagnostics_;
};

// Slots used must be below `slots`.
void within(const Net& net, ExprId root, std::size_t slots, std::string_view owner, Diagnostics& diagnostics) {
  for_each_expr(net.exprs, root, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    const bool binds = node.op == Op::let || goes_through_list(node.op);
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
    for (const ExprId guard : t.guards) check.value(guard, t.timing == Timing::immediate ? kTimed : kTokens);
    for (const ExprId id : {t.priority, t.order, t.at_most}) check.value(id, kNothing);
    for (const Arc& use : t.uses) {
      for (const ExprId id : {use.value, use.count, use.condition}) check.value(id, kNothing);
    }
    check.value(t.weight, kTokens);
    for (const ExprId id : {t.a, t.b}) check.value(id, kTimed);
    for (const ExprId id : t.times) check.value(id, kNothing);
    check.value(t.delay, kPut);
    for (const Draw& draw : t.draws) check.value(draw.value, kPut);
    for (const Arc& arc : t.arcs) {
      const bool output = arc.kind == ArcKind::output;
      if (output || arc.each) {
        check.value(arc.value, output ? kPut : kNothing);
      } else {
        check.pattern(arc.value, kNothing);
      }
      for (const ExprId id : {arc.count, arc.condition}) check.value(id, output ? kPut : kTokens);
      check.value(arc.delay, kPut);
      check.value(arc.such, kNothing);
      if (!arc.collect) continue;
      check.pattern(arc.collect->pattern, kNothing);
      check.value(arc.collect->count, kTokens);
      check.value(arc.collect->seen, kNothing);
    }
  }
  for (const Measure& measure : net.measures) {
    check.value(measure.condition, look::state);
    check.value(measure.value, look::state);
  }
  for (const Formula& formula : net.formulas) check.value(formula.atom, kMarking);
  check.value(net.stop, kMarking);
  check.value(net.final_marking, kMarking);
}

void check_slots(const Net& net, Diagnostics& diagnostics) {
  for (const Function& f : net.functions) within(net, f.body, f.slots, "function '" + f.name + "'", diagnostics);
  for (const Transition& t : net.transitions) {
    const std::string owner = "transition '" + t.name + "'";
    const std::size_t slots = t.variables.size();
    for (const ExprId guard : t.guards) within(net, guard, slots, owner, diagnostics);
    for (const ExprId id : {t.priority, t.order, t.weight, t.a, t.b, t.delay, t.at_most})
      within(net, id, slots, owner, diagnostics);
    for (const ExprId id : t.times) within(net, id, slots, owner, diagnostics);
    for (const Draw& draw : t.draws) within(net, draw.value, slots, owner, diagnostics);
    for (const Arc& arc : t.arcs) {
      for (const ExprId id : {arc.value, arc.count, arc.condition, arc.delay, arc.such}) within(net, id, slots, owner, diagnostics);
      if (!arc.collect) continue;
      for (const ExprId id : {arc.collect->pattern, arc.collect->count, arc.collect->seen})
        within(net, id, slots, owner, diagnostics);
    }
    for (const Arc& use : t.uses) {
      for (const ExprId id : {use.value, use.count, use.condition}) within(net, id, slots, owner, diagnostics);
    }
  }
  for (const Measure& m : net.measures) {
    const std::string owner = "measure '" + m.name + "'";
    for (const ExprId id : {m.condition, m.value}) within(net, id, m.slots, owner, diagnostics);
    for_each_measured(m, [&](const MeasuredFirings& of) {
      for (const ExprId id : {of.condition, of.value}) within(net, id, net[of.transition].variables.size(), owner, diagnostics);
    });
  }
  for (const Formula& f : net.formulas) within(net, f.atom, f.slots, "a formula", diagnostics);
  within(net, net.stop, net.stop_slots, "the stop condition", diagnostics);
  within(net, net.final_marking, net.final_slots, "the condition of final markings", diagnostics);
}

}  // namespace petriloom
