// SPDX-License-Identifier: Apache-2.0
// Unions, strings, subsets and random values of ExprBuilder.
#include <fmt/format.h>

#include <algorithm>

#include "engine/build/expr_builder.h"
#include "engine/expr/distribution.h"
#include "engine/text/wording.h"

namespace petriloom {

ExprId ExprBuilder::widen(ExprId value) {
  if (!value.valid() || kind(value) != ColourKind::subset) return value;
  return convert(value, net_.colours.base_of(type(value)), net_.exprs[value].where);
}

ExprId ExprBuilder::to_text(ExprId value, Location where) {
  if (!value.valid() || type(value) == ColourTable::kString) return value;
  return make(Op::to_text, ColourTable::kString, 0, {value}, where);
}

bool ExprBuilder::is_union(ExprId value) {
  if (!value.valid()) return false;
  if (kind(value) == ColourKind::union_) return true;
  fail(net_.exprs[value].where, fmt::format("{} has no variants", with_article(described(value))), "a union has");
  return false;
}

ExprId ExprBuilder::inject(ColourSetId to, std::size_t variant, ExprId content, Location where) {
  if (!to.valid()) return {};
  const ColourSet& set = net_.colours[to];
  if (set.kind != ColourKind::union_ || variant >= set.components.size()) {
    return fail(where, fmt::format("{} has no variant {}", net_.colours.describe(to), variant + 1));
  }
  const ColourSetId held = set.components[variant];
  if (!content.valid()) {
    if (held != ColourTable::kUnit) {
      return fail(where, fmt::format("variant '{}' holds {}", set.fields[variant], with_article(net_.colours.describe(held))));
    }
    content = unit(where);
  }
  content = convert(content, held, where);
  return make(Op::inject, to, static_cast<Word>(variant), {content}, where);
}

ExprId ExprBuilder::variant(ExprId value, Location where) {
  value = widen(value);
  return is_union(value) ? make(Op::variant, ColourTable::kInt, 0, {value}, where) : ExprId{};
}

ExprId ExprBuilder::content(ExprId value, std::size_t variant, Location where) {
  value = widen(value);
  if (!is_union(value)) return {};
  const ColourSet& set = net_.colours[type(value)];
  if (variant >= set.components.size()) return fail(where, fmt::format("{} has no variant {}", described(value), variant + 1));
  return make(Op::content, set.components[variant], static_cast<Word>(variant), {value}, where);
}

ExprId ExprBuilder::random(Distribution distribution, std::span<const ExprId> parameters, Location where) {
  const DistributionFacts& facts = facts_of(distribution);
  if (parameters.size() != facts.parameters.size()) {
    return fail(where, fmt::format("{} takes {} parameters, not {}", facts.name, facts.parameters.size(), parameters.size()),
                std::string(facts.signature));
  }
  std::vector<ExprId> typed;
  std::vector<Word> constants;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    typed.push_back(need(parameters[k], facts.parameters[k], "a parameter of " + std::string(facts.name)));
    if (folded(typed.back())) constants.push_back(net_.exprs[typed.back()].payload);
  }
  if (constants.size() == typed.size()) {
    const std::string wrong = check_parameters(distribution, constants);
    if (!wrong.empty()) return fail(where, fmt::format("{}: {}", facts.name, wrong), std::string(facts.signature));
  }
  return make(Op::random, facts.whole ? ColourTable::kInt : ColourTable::kReal, static_cast<Word>(distribution), typed, where);
}

}  // namespace petriloom
