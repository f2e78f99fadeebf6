// SPDX-License-Identifier: Apache-2.0
// Literals, composite values, and choosing by value.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "formats/loom/elaborate.h"
#include "formats/loom/units.h"

namespace petriloom::loom {
namespace {

/// The condition under which a colour matches the pattern of an arm: equal, component by component, `_` always.
ExprId arm_matches(Context& context, Env& env, const Node& pattern, ExprId subject) {
  ExprBuilder& expr = context.expr();
  if (pattern.kind == Kind::name && pattern.text == "_") return expr.boolean(true, pattern.where);
  const ColourSetId type = expr.type(subject);
  if (pattern.kind != Kind::tuple || !context.colours()[type].composite() ||
      context.colours()[type].components.size() != pattern.children.size()) {
    const ExprId value = elaborate(context, env, pattern, type);
    return value.valid() ? expr.binary(Op::equal, subject, value, pattern.where) : ExprId{};
  }
  ExprId all = expr.boolean(true, pattern.where);
  for (std::size_t k = 0; k < pattern.children.size() && all.valid(); ++k) {
    const ExprId part = arm_matches(context, env, pattern.children[k], expr.project(subject, k, pattern.where));
    all = part.valid() ? expr.binary(Op::and_, all, part, pattern.where) : ExprId{};
  }
  return all;
}

}  // namespace

ExprId elaborate_number(Context& context, const Node& node, ColourSetId expected) {
  const bool fractional = node.text.find_first_of(".eE") != std::string_view::npos;
  const Node* const unit = node.child(Kind::unit);
  if (!fractional && unit == nullptr) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
    if (error == std::errc{}) {
      if (expected == ColourTable::kReal) return context.expr().real(static_cast<double>(value), node.where);
      return context.expr().integer(value, node.where);
    }
    context.diagnostics().error(node.where, "this integer is too large", "at most 9223372036854775807; a real is written 1e30");
    return {};
  }
  double value = 0;
  const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
  if (error != std::errc{}) {
    context.diagnostics().error(node.where, "this number is out of range");
    return {};
  }
  if (unit == nullptr) return context.expr().real(value, node.where);
  const std::optional<double> factor = unit_factor(unit->text);
  if (factor) return context.expr().real(value * *factor, node.where);
  context.diagnostics().error(unit->where, fmt::format("there is no unit `{}`", unit->text), suggest(unit->text, unit_names()));
  return {};
}

ExprId label_value(Context& context, const Symbol& symbol, const Node& node, ColourSetId expected) {
  const Symbol* chosen = symbol.same.empty() || symbol.type == expected ? &symbol : nullptr;
  for (const Symbol* other : symbol.same) {
    if (other->type == expected) chosen = other;
  }
  if (chosen == nullptr) {
    std::string sets = "`" + context.colours().describe(symbol.type) + "." + symbol.name + "`";
    for (const Symbol* other : symbol.same) sets += " or `" + context.colours().describe(other->type) + "." + symbol.name + "`";
    context.diagnostics().error(node.where, fmt::format("`{}` is a colour of several colour sets", node.text), "write " + sets);
    return {};
  }
  return context.expr().literal(chosen->type, *chosen->word, node.where);
}

ExprId elaborate_tuple(Context& context, Env& env, const Node& node, ColourSetId expected) {
  if (node.children.empty()) return context.expr().unit(node.where);
  std::vector<ColourSetId> types(node.children.size());
  if (expected.valid() && context.colours()[expected].composite() &&
      context.colours()[expected].components.size() == node.children.size()) {
    types = context.colours()[expected].components;
  } else {
    expected = {};
  }
  std::vector<ExprId> parts;
  for (std::size_t i = 0; i < node.children.size(); ++i) parts.push_back(elaborate(context, env, node.children[i], types[i]));
  if (std::any_of(parts.begin(), parts.end(), [](ExprId part) { return !part.valid(); })) return {};
  return expected.valid() ? context.expr().tuple(expected, parts, node.where) : context.expr().tuple(parts, node.where);
}

ExprId elaborate_record(Context& context, Env& env, const Node& node, ColourSetId expected) {
  if (!expected.valid() || context.colours()[expected].kind != ColourKind::record) {
    context.diagnostics().error(node.where, "a record cannot stand here",
                                expected.valid() ? fmt::format("expected {}", context.colours().describe(expected))
                                                 : "its colour set must be known from where it stands");
    return {};
  }
  const ColourSet set = context.colours()[expected];
  std::vector<ExprId> parts(set.fields.size());
  bool failed = false;
  std::vector<bool> given(set.fields.size());
  for (const Node& field : node.children) {
    const auto found = std::find(set.fields.begin(), set.fields.end(), field.text);
    const auto k = static_cast<std::size_t>(found - set.fields.begin());
    if (found == set.fields.end() || given[k]) {
      const std::string set_name = context.colours().describe(expected);
      context.diagnostics().error(field.where,
                                  found == set.fields.end() ? fmt::format("{} has no field `{}`", set_name, field.text)
                                                            : fmt::format("the field `{}` is given twice", field.text),
                                  found == set.fields.end() ? suggest(field.text, set.fields) : std::string());
      failed = true;
      continue;
    }
    given[k] = true;
    parts[k] = elaborate(context, env, field.children[0], set.components[k]);
    failed = failed || !parts[k].valid();
  }
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (given[k]) continue;
    context.diagnostics().error(node.where, fmt::format("the field `{}` is missing", set.fields[k]),
                                "expected a colour of " + context.colours().describe(expected));
    failed = true;
  }
  return failed ? ExprId{} : context.expr().tuple(expected, parts, node.where);
}

ExprId elaborate_list(Context& context, Env& env, const Node& node, ColourSetId expected) {
  ColourSetId element;
  if (expected.valid() && context.colours()[expected].kind == ColourKind::list) element = context.colours()[expected].components[0];
  if (node.children.empty() && !element.valid()) {
    context.diagnostics().error(node.where, "the empty list cannot stand here", "the colour set of its elements is not known");
    return {};
  }
  std::vector<ExprId> elements;
  ColourSetId hint = element;
  for (const Node& child : node.children) {
    elements.push_back(elaborate(context, env, child, hint));
    if (!elements.back().valid()) return {};
    if (!hint.valid()) hint = context.expr().type(elements.back());
  }
  return context.expr().list(element, elements, node.where);
}

ExprId elaborate_case(Context& context, Env& env, const Node& node, ColourSetId expected) {
  ExprBuilder& expr = context.expr();
  const ExprId value = elaborate(context, env, node.children[0]);
  if (!value.valid()) return {};
  const ColourSetId type = expr.type(value);
  const std::uint32_t slot = new_slot(env, "", type);
  std::vector<std::pair<ExprId, ExprId>> arms;
  std::set<Word> covered;
  bool complete = false;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& arm = node.children[i];
    const ExprId matches = arm_matches(context, env, arm.children[0], expr.variable(type, slot, arm.where));
    const ExprId body = elaborate(context, env, arm.children[1], expected);
    if (!matches.valid() || !body.valid()) return {};
    if (!expected.valid()) expected = expr.type(body);
    arms.emplace_back(matches, body);
    complete = complete || expr.constant(matches) == Word{1};
    if (arm.children[0].kind != Kind::tuple) {
      const ExprId alone = complete ? ExprId{} : elaborate(context, env, arm.children[0], type);
      if (alone.valid() && expr.constant(alone)) covered.insert(*expr.constant(alone));
    }
  }
  complete = complete || (context.colours()[type].finite && covered.size() == context.colours()[type].size());
  if (!complete) {
    context.diagnostics().error(node.where, "not every colour has an arm in this case", "end it with `| _ => ...`");
    return {};
  }
  ExprId chosen = arms.back().second;
  for (auto arm = arms.rbegin() + 1; arm != arms.rend() && chosen.valid(); ++arm) {
    chosen = expr.if_(arm->first, arm->second, chosen, node.where);
  }
  return chosen.valid() ? expr.let(slot, value, chosen, node.where) : ExprId{};
}

}  // namespace petriloom::loom
