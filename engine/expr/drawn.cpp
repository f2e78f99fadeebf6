// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/drawn.h"

namespace petriloom {

namespace {

bool uses_slot(const Net& net, ExprId expr, std::uint32_t slot) {
  if (!expr.valid()) return false;
  bool found = false;
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    found = found || (node.op == Op::variable && node.payload == static_cast<Word>(slot));
    return !found;
  });
  return found;
}

}  // namespace

bool uses_drawn(const Net& net, const Transition& transition, ExprId expr) {
  for (const Draw& draw : transition.draws) {
    if (uses_slot(net, expr, draw.slot)) return true;
  }
  return false;
}

std::vector<char> drawn_for_tokens(const Net& net, const Transition& transition) {
  std::vector<char> needed(transition.draws.size(), 0);
  for (std::size_t k = needed.size(); k-- > 0;) {
    const std::uint32_t slot = transition.draws[k].slot;
    bool put = false;
    for (const Arc& arc : transition.arcs) {
      if (arc.kind != ArcKind::output) continue;
      for (const ExprId expr : {arc.value, arc.count, arc.condition}) put = put || uses_slot(net, expr, slot);
    }
    for (std::size_t later = k + 1; later < needed.size(); ++later) {
      put = put || (needed[later] != 0 && uses_slot(net, transition.draws[later].value, slot));
    }
    needed[k] = put ? 1 : 0;
  }
  return needed;
}

}  // namespace petriloom
