// SPDX-License-Identifier: Apache-2.0
#include "engine/net/expr.h"

#include <algorithm>

namespace petriloom {

namespace {

constexpr unsigned own_looks(Op op) {
  switch (op) {
    case Op::tokens:
      return look::tokens;
    case Op::level:
      return look::levels;
    case Op::fireable:
    case Op::dead:
      return look::enabled;
    case Op::now:
      return look::time;
    case Op::random:
      return look::random;
    default:
      return 0;
  }
}

}  // namespace

ExprId ExprArena::add(Expr node, std::span<const ExprId> children) {
  node.first = static_cast<std::uint32_t>(children_.size());
  node.count = static_cast<std::uint32_t>(children.size());
  node.height = 1;
  node.wildcards = node.op == Op::wildcard;
  unsigned looks = own_looks(node.op);
  for (const ExprId child : children) {
    const Expr& below = nodes_[child.index()];
    node.height = std::max(node.height, below.height + 1);
    // The wildcards of a token count's pattern are its own business.
    node.wildcards = node.wildcards || (below.wildcards && node.op != Op::tokens);
    looks |= below.looks;
    children_.push_back(child);
  }
  node.looks = static_cast<std::uint8_t>(looks);
  nodes_.push_back(node);
  return ExprId(nodes_.size() - 1);
}

void ExprArena::settle(const std::vector<Function>& functions) {
  for (bool again = !functions.empty(); again;) {
    again = false;
    for (Expr& node : nodes_) {
      unsigned looks = node.looks;
      for (std::uint32_t k = 0; k < node.count; ++k) looks |= nodes_[children_[node.first + k].index()].looks;
      if (node.op == Op::call) looks |= nodes_[functions[static_cast<std::size_t>(node.payload)].body.index()].looks;
      again = again || looks != node.looks;
      node.looks = static_cast<std::uint8_t>(looks);
    }
  }
}

}  // namespace petriloom
