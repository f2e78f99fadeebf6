// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/chance.h"

#include <algorithm>

namespace petriloom {
namespace {

/// Whether an expression draws random values. Of `if` with a constant condition, by which a
/// parameter says that nothing is drawn, only the branch that is taken counts.
bool draws_ever(const Net& net, ExprId id) {
  if (!net.exprs.looks(id, look::random)) return false;
  const Expr& node = net.exprs[id];
  const auto children = net.exprs.children(id);
  if (node.op == Op::if_ && net.exprs[children[0]].op == Op::literal)
    return draws_ever(net, children[net.exprs[children[0]].payload != 0 ? 1 : 2]);
  if (node.op == Op::random) return true;
  if (std::any_of(children.begin(), children.end(), [&](ExprId child) { return draws_ever(net, child); })) return true;
  return node.op == Op::call && draws_ever(net, net.functions[static_cast<std::size_t>(node.payload)].body);
}

/// Whether a condition is a constant that does not hold: then nothing of the arc counts.
bool is_never(const Net& net, ExprId condition) {
  return condition.valid() && net.exprs[condition].op == Op::literal && net.exprs[condition].payload == 0;
}

}  // namespace

bool has_chance(const Net& net) {
  const auto random = [&](ExprId expr) { return draws_ever(net, expr); };
  return std::any_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
    const Timing timing = transition.timing;
    if (facts_of(timing).distribution && timing != Timing::deterministic) return true;
    return transition.weight.valid() || random(transition.a) || random(transition.delay) ||
           std::any_of(transition.draws.begin(), transition.draws.end(), [&](const Draw& draw) { return random(draw.value); }) ||
           std::any_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) {
             if (is_never(net, arc.condition)) return false;
             return random(arc.count) || random(arc.value) || random(arc.condition) || random(arc.delay);
           });
  });
}

}  // namespace petriloom
