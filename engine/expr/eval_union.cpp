// SPDX-License-Identifier: Apache-2.0
// Unions, texts and random values.
#include <fmt/format.h>

#include "engine/expr/distribution.h"
#include "engine/expr/eval_run.h"
#include "engine/text/wording.h"

namespace petriloom {

Word Evaluator::Run::union_operation(const Expr& node) {
  const ExprId inner = child(node, 0);
  const ColourSetId type = net_.exprs[inner].type;
  const Word value = eval(inner);
  const auto wanted = static_cast<std::size_t>(node.payload);
  if (node.op == Op::inject) return net_.colours.inject(node.type, wanted, value, owner_.pool_);
  const std::size_t variant = net_.colours.variant_of(type, value, owner_.pool_);
  if (node.op == Op::variant) return static_cast<Word>(variant);
  if (variant != wanted) {
    const std::vector<std::string>& names = net_.colours[type].fields;
    fail(node, fmt::format("this is {}, not {}", with_article(names[variant]), with_article(names[wanted])));
  }
  return net_.colours.content_of(type, value, owner_.pool_);
}

Word Evaluator::Run::to_text(const Expr& node) {
  const ExprId inner = child(node, 0);
  const ColourSetId type = net_.exprs[inner].type;
  const Word value = eval(inner);
  if (type == ColourTable::kString) return value;
  const std::string text = net_.colours.format(type, value, owner_.pool_, kMostListElements);
  if (text.size() > kMostListElements) fail(node, fmt::format("a string of more than {} bytes", kMostListElements));
  return intern_text(text, owner_.pool_);
}

Word Evaluator::Run::random(const Expr& node) {
  Word parameters[kMostParameters] = {};
  for (std::size_t k = 0; k < node.count; ++k) parameters[k] = eval(child(node, k));
  return owner_.draw(node, std::span<const Word>(parameters, node.count));
}

}  // namespace petriloom
