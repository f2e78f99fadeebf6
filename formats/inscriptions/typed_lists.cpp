// SPDX-License-Identifier: Apache-2.0
// Lists of a colour set that is known: branches and joined lists are made of that at once, as
// converting what they have in common would go through it once more, in each call of a function
// that calls itself.
#include <array>
#include <optional>
#include <vector>

#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

ExprId conditional_list(Context& context, Env& env, const Node& node, ColourSetId list) {
  const ExprId condition = elaborate(context, env, node.children[0], ColourTable::kBool);
  const ExprId then = elaborate_as(context, env, node.children[1], list);
  const ExprId otherwise = elaborate_as(context, env, node.children[2], list);
  if (!condition.valid() || !then.valid() || !otherwise.valid()) return {};
  return context.expr().if_(condition, then, otherwise, node.where);
}

/// Goes down the left side without recursion, as chains of operators may be long.
ExprId joined_lists(Context& context, Env& env, const Node& node, ColourSetId list) {
  std::vector<const Node*> chain;
  const Node* left = &node;
  for (; left->kind == Kind::binary && left->text == "++"; left = left->children.data()) chain.push_back(left);
  ExprId value = elaborate_as(context, env, *left, list);
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    const ExprId right = elaborate_as(context, env, (*link)->children[1], list);
    if (!value.valid() || !right.valid()) return {};
    const std::array<ExprId, 2> both{value, right};
    value = context.expr().list_op(Op::concat, both, (*link)->where);
  }
  return value;
}

}  // namespace

std::optional<ExprId> elaborate_parts_as(Context& context, Env& env, const Node& node, ColourSetId type) {
  if (env.partial || context.colours()[type].kind != ColourKind::list) return std::nullopt;
  if (node.kind == Kind::if_) return conditional_list(context, env, node, type);
  if (node.kind == Kind::binary && node.text == "++") return joined_lists(context, env, node, type);
  return std::nullopt;
}

}  // namespace petriloom::loom
