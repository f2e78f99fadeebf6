// SPDX-License-Identifier: Apache-2.0
// Arcs that speak of tokens of which a condition holds.
#include <fmt/format.h>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

void refuse(Context& context, const Node& arc, const Node& condition) {
  const std::string guard =
      fmt::format("take the token, and say it in a guard: `{} P : {};` with `guard ...;`", arc.text, condition.text);
  context.diagnostics().error(condition.where, fmt::format("a condition on tokens cannot stand on an arc `{}`", arc.text),
                              arc.text == "in" || arc.text == "read" ? guard : "it can on `inhibit`, `equal` and `reset`");
}

/// As rule 4 of docs/semantics.md has it: to inhibit from 0 tokens on says nothing, to be equal to
/// less than 0 is to be equal to 0.
ExprId compared(ExprBuilder& expr, bool equal, ExprId count, ExprId wanted, Location where) {
  const std::optional<Word> known = expr.constant(wanted);
  const bool positive = known && *known > 0;
  const ExprId zero = expr.integer(0, where);
  if (equal) return expr.binary(Op::equal, count, positive ? wanted : expr.binary(Op::maximum, wanted, zero, where), where);
  const ExprId fewer = expr.binary(Op::less, count, wanted, where);
  return positive ? fewer : expr.binary(Op::or_, expr.binary(Op::less_equal, wanted, zero, where), fewer, where);
}

}  // namespace

ExprId condition_on_tokens(Context& context, Env& env, const Node& arc, const Node& term) {
  const Node& condition = *term.child(Kind::suchthat);
  if (arc.text != "inhibit" && arc.text != "equal") return refuse(context, arc, condition), ExprId{};
  if (term.child(Kind::each) != nullptr || term.child(Kind::after) != nullptr) {
    context.diagnostics().error(term.where, "a condition on tokens stands alone", "`inhibit P : 3`t where t > 8`");
    return {};
  }
  ExprBuilder& expr = context.expr();
  env.state = env.firing = true;
  const Node* const multiplicity = term.child(Kind::multiplicity);
  const ExprId wanted = multiplicity == nullptr ? expr.integer(1, term.where)
                                                : elaborate_as(context, env, multiplicity->children[0], ColourTable::kInt);
  const ExprId count = tokens_such_that(context, env, arc.children[0], condition);
  env.state = env.firing = false;
  if (!wanted.valid() || !count.valid()) return {};
  const ExprId holds = compared(expr, arc.text == "equal", count, wanted, condition.where);
  const Node* const when = term.child(Kind::when);
  if (when == nullptr || !holds.valid()) return holds;
  const ExprId there = elaborate_as(context, env, when->children[0], ColourTable::kBool);
  return there.valid() ? expr.binary(Op::or_, expr.unary(Op::not_, there, when->where), holds, when->where) : ExprId{};
}

}  // namespace petriloom::loom
