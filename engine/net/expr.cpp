// SPDX-License-Identifier: Apache-2.0
#include "engine/net/expr.h"

#include <algorithm>

namespace petriloom {

namespace {

constexpr unsigned own_looks(Op op) {
  switch (op) {
    case Op::tokens:
    case Op::token_list:
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
  node.named = node.constant.valid() || node.written.valid();
  unsigned looks = own_looks(node.op);
  for (const ExprId child : children) {
    const Expr& below = nodes_[child.index()];
    node.height = std::max(node.height, below.height + 1);
    // The wildcards of a token count's pattern are its own business.
    node.wildcards = node.wildcards || (below.wildcards && node.op != Op::tokens);
    looks |= below.looks;
    node.named = node.named || below.named;
    children_.push_back(child);
  }
  node.looks = static_cast<std::uint8_t>(looks);
  nodes_.push_back(node);
  return ExprId(nodes_.size() - 1);
}

void ExprArena::settle(const std::vector<Function>& functions) {
  if (functions.empty()) return;
  std::vector<std::vector<std::size_t>> callers(functions.size());
  std::vector<std::size_t> changed;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    for_each_expr(*this, functions[f].body, [&](ExprId id) {
      if ((*this)[id].op == Op::call) callers[static_cast<std::size_t>((*this)[id].payload)].push_back(f);
      return true;
    });
    changed.push_back(f);
  }
  const auto looks_of = [&](std::size_t function) -> std::uint8_t& { return nodes_[functions[function].body.index()].looks; };
  while (!changed.empty()) {
    const std::size_t callee = changed.back();
    changed.pop_back();
    for (const std::size_t caller : callers[callee]) {
      const unsigned looks = looks_of(caller) | unsigned{looks_of(callee)};
      if (looks == looks_of(caller)) continue;
      looks_of(caller) = static_cast<std::uint8_t>(looks);
      changed.push_back(caller);
    }
  }
  // Children stand before what they are part of.
  for (Expr& node : nodes_) {
    unsigned looks = node.looks;
    for (std::uint32_t k = 0; k < node.count; ++k) looks |= nodes_[children_[node.first + k].index()].looks;
    if (node.op == Op::call) looks |= looks_of(static_cast<std::size_t>(node.payload));
    node.looks = static_cast<std::uint8_t>(looks);
  }
}

}  // namespace petriloom
