// SPDX-License-Identifier: Apache-2.0
#include "engine/net/expr.h"

#include <algorithm>

namespace petriloom {

ExprId ExprArena::add(Expr node, std::span<const ExprId> children) {
  node.first = static_cast<std::uint32_t>(children_.size());
  node.count = static_cast<std::uint32_t>(children.size());
  node.height = 1;
  node.wildcards = node.op == Op::wildcard;
  node.stateful =
      node.op == Op::tokens || node.op == Op::level || node.op == Op::fireable || node.op == Op::dead || node.op == Op::now;
  node.random = node.op == Op::random;
  for (const ExprId child : children) {
    const Expr& below = nodes_[child.index()];
    node.height = std::max(node.height, below.height + 1);
    // The wildcards of a token count's pattern are its own business.
    node.wildcards = node.wildcards || (below.wildcards && node.op != Op::tokens);
    node.stateful = node.stateful || below.stateful;
    node.random = node.random || below.random;
    children_.push_back(child);
  }
  nodes_.push_back(node);
  return ExprId(nodes_.size() - 1);
}

}  // namespace petriloom
