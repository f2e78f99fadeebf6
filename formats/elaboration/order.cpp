// SPDX-License-Identifier: Apache-2.0
// In which order transitions count as declared.
#include <algorithm>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

/// `order` lists the transitions in the order in which they count as declared; those it leaves out
/// come after them.
void reorder(Context& context, const Node& node) {
  Frame frame;
  Env env{&context.scopes.front(), &frame};
  std::unordered_map<const Symbol*, std::size_t> ranks;
  for (const Node& path : node.children) {
    if (const std::optional<Target> target = follow_transition(context, env, path)) ranks.emplace(target->symbol, ranks.size());
  }
  const auto rank = [&ranks](const PendingTransition& pending) {
    const auto found = ranks.find(pending.symbol);
    return found == ranks.end() ? ranks.size() : found->second;
  };
  std::stable_sort(context.transitions.begin(), context.transitions.end(),
                   [&rank](const PendingTransition& a, const PendingTransition& b) { return rank(a) < rank(b); });
}

}  // namespace

void order_transitions(Context& context) {
  std::stable_sort(context.transitions.begin(), context.transitions.end(),
                   [](const PendingTransition& a, const PendingTransition& b) {
                     if (a.positions != b.positions) return a.positions < b.positions;
                     return a.scope->expanded < b.scope->expanded;
                   });
  for (const Node* node : context.scopes.front().body) {
    if (node->kind == Kind::order) reorder(context, *node);
  }
}

}  // namespace petriloom::loom
