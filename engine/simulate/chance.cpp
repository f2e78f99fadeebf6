// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/chance.h"

#include <algorithm>

namespace petriloom {

bool has_chance(const Net& net) {
  const auto random = [&](ExprId expr) { return net.exprs.looks(expr, look::random); };
  return std::any_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
    const Timing timing = transition.timing;
    if (facts_of(timing).distribution && timing != Timing::deterministic) return true;
    return transition.weight.valid() || random(transition.a) || random(transition.delay) ||
           std::any_of(transition.draws.begin(), transition.draws.end(), [&](const Draw& draw) { return random(draw.value); }) ||
           std::any_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) {
             return random(arc.count) || random(arc.value) || random(arc.condition) || random(arc.delay);
           });
  });
}

}  // namespace petriloom
