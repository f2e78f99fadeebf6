// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/expr/value_operations.h"
#include "engine/text/wording.h"

namespace petriloom {

Word ValueOperations::neighbour(const Expr& node, Word value) {
  const ColourSet& type = net_.colours[node.type];
  if (node.op == Op::successor) return value == type.high ? type.low : value + 1;
  return value == type.low ? type.high : value - 1;
}

Word ValueOperations::colour_at(const Expr& node, Word value) {
  const ColourSet& type = net_.colours[node.type];
  if (value < type.low || value > type.high) {
    fail_at(node, fmt::format("{} is not the number of a colour of {} ({} to {})", value, net_.colours.describe(node.type),
                              type.low, type.high));
  }
  return value;
}

Word ValueOperations::convert_checked(const Expr& node, Word value) {
  const ColourSetId from = operand_type(node);
  const ColourSet& to = net_.colours[node.type];
  if (net_.colours[from].kind != ColourKind::subset) {
    if (to.kind == ColourKind::real) return word_of_real(static_cast<double>(value));
    if (to.kind == ColourKind::range && value >= to.low && value <= to.high) return value;
  }
  const std::optional<Word> converted = net_.colours.convert(from, node.type, value, pool_);
  if (!converted) {
    const bool bounded = to.kind == ColourKind::range && !to.name.empty();
    fail_at(node, fmt::format("{} is not a colour of {}{}", net_.colours.format(from, value, pool_),
                              net_.colours.describe(node.type), bounded ? fmt::format(" ({} to {})", to.low, to.high) : ""));
  }
  return *converted;
}

Word ValueOperations::union_operation(const Expr& node, Word value) {
  const ColourSetId type = operand_type(node);
  const auto wanted = static_cast<std::size_t>(node.payload);
  if (node.op == Op::inject) return net_.colours.inject(node.type, wanted, value, pool_);
  const std::size_t variant = net_.colours.variant_of(type, value, pool_);
  if (node.op == Op::variant) return static_cast<Word>(variant);
  if (variant != wanted) {
    const std::vector<std::string>& names = net_.colours[type].fields;
    fail_at(node, fmt::format("this is {}, not {}", with_article(names[variant]), with_article(names[wanted])));
  }
  return net_.colours.content_of(type, value, pool_);
}

Word ValueOperations::to_text(const Expr& node, Word value) {
  const ColourSetId type = operand_type(node);
  if (type == ColourTable::kString) return value;
  const std::string text = net_.colours.format(type, value, pool_, kMostListElements);
  if (text.size() > kMostListElements) fail_at(node, fmt::format("a string of more than {} bytes", kMostListElements));
  return intern_text(text, pool_);
}

}  // namespace petriloom
