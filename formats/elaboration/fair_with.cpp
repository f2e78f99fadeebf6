// SPDX-License-Identifier: Apache-2.0
// Transitions that count as one for fairness.
#include <fmt/format.h>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {

namespace {

/// The first statement `fair with` of a transition, or null.
const Node* fair_of(const Symbol& symbol) { return symbol.node->child(Kind::fair); }

void join(Context& context, Scope& scope, const Symbol& symbol) {
  const Node& node = *fair_of(symbol);
  Env env{&scope};
  const std::optional<Target> target = follow_transition(context, env, node.children[0]);
  if (!target || !symbol.transition.valid() || !target->symbol->transition.valid()) return;
  const Symbol& other = *target->symbol;
  Transition& made = context.net().transitions[symbol.transition.index()];
  if (&other == &symbol || context.net()[other.transition].module != made.module) {
    context.diagnostics().error(node.where,
                                fmt::format("`{}` can only be fair with another transition of its module", symbol.name));
  } else if (fair_of(other) != nullptr) {
    context.diagnostics().error(node.where, fmt::format("`{}` is fair with another transition itself", other.name),
                                "name the transition that this one names");
  } else {
    made.fair_with = other.transition;
  }
}

}  // namespace

void join_for_fairness(Context& context) {
  for (const PendingTransition& pending : context.transitions) {
    if (fair_of(*pending.symbol) != nullptr) join(context, *pending.scope, *pending.symbol);
  }
}

}  // namespace petriloom::loom
