// SPDX-License-Identifier: Apache-2.0
// Untyped expressions to typed ones: names, literals, operators.
#include <fmt/format.h>

#include <array>
#include <charconv>

#include "formats/loom/elaborate.h"
#include "formats/loom/units.h"

namespace petriloom::loom {
namespace {

struct OperatorOf {
  std::string_view text;
  Op op;
};

constexpr std::array kBinary = {
    OperatorOf{"+", Op::add},      OperatorOf{"-", Op::subtract},   OperatorOf{"*", Op::multiply},    OperatorOf{"/", Op::divide},
    OperatorOf{"%", Op::modulo},   OperatorOf{"=", Op::equal},      OperatorOf{"!=", Op::not_equal},  OperatorOf{"<", Op::less},
    OperatorOf{"<=", Op::less_equal}, OperatorOf{">", Op::greater}, OperatorOf{">=", Op::greater_equal}, OperatorOf{"&", Op::and_},
    OperatorOf{"|", Op::or_},      OperatorOf{"<=>", Op::equal},
};

bool comparison(std::string_view op) { return op == "=" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">="; }

ExprId number(Context& context, const Node& node, ColourSetId expected) {
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

ExprId label(Context& context, const Symbol& symbol, const Node& node, ColourSetId expected) {
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

ExprId marked(Context& context, Env& env, const Node& node) {
  const std::optional<PlaceUse> use = follow_place(context, env, node);
  if (!use) return {};
  const ExprId pattern = use->wraps.empty() ? ExprId{}
                                            : wrap(context, *use, context.expr().wildcard(use->inner, node.where), node.where);
  return context.expr().binary(Op::greater_equal, context.expr().tokens(use->place, pattern, node.where),
                               context.expr().integer(1, node.where), node.where);
}

ExprId constant(Context& context, Env& env, Symbol& symbol, const Node& node) {
  if (!resolve_constant(context, symbol)) return {};
  if (symbol.word) return context.expr().literal(symbol.type, *symbol.word, node.where);
  Env there = outside(env, *symbol.value_scope);
  return elaborate_as(context, there, *symbol.value, symbol.type);
}

/// A symbol of the space of values.
ExprId symbol_value(Context& context, Env& env, Symbol& symbol, const Node& node, ColourSetId expected) {
  switch (symbol.kind) {
    case SymbolKind::constant: return constant(context, env, symbol, node);
    case SymbolKind::index:
      if (symbol.word) return context.expr().literal(symbol.type, *symbol.word, node.where);
      return index_value(context, env, symbol.slot, *env.scope, node.where);
    case SymbolKind::label: return label(context, symbol, node, expected);
    case SymbolKind::variable:
      context.diagnostics().error(node.where, fmt::format("the variable `{}` has no value here", node.text),
                                  "variables get their values from the arcs of a transition");
      return {};
    default: return {};
  }
}

ExprId name_value(Context& context, Env& env, const Node& node, ColourSetId expected) {
  for (auto local = env.locals.rbegin(); local != env.locals.rend(); ++local) {
    if (local->name != node.text) continue;
    if (local->word) return context.expr().literal(local->type, *local->word, node.where);
    return context.expr().variable(local->type, local->slot, node.where);
  }
  if (node.text == "true" || node.text == "false") return context.expr().boolean(node.text == "true", node.where);
  if (node.text == "_") {
    if (env.wildcards && expected.valid()) return context.expr().wildcard(expected, node.where);
    context.diagnostics().error(node.where, "`_` cannot stand here", "it matches any colour in patterns of places");
    return {};
  }
  if (Symbol* symbol = find(*env.scope, Space::value, node.text)) return symbol_value(context, env, *symbol, node, expected);
  if (env.state && find(*env.scope, Space::place, node.text) != nullptr) return marked(context, env, node);
  if (node.text == "now") return context.expr().now(node.where);
  if (node.text == "dead" && env.state) return context.expr().dead(node.where);
  if (const Symbol* other = find_any(*env.scope, node.text)) {
    context.diagnostics().error(node.where, fmt::format("`{}` is {} and has no value here", node.text, describe(other->kind)));
    return {};
  }
  unknown(context, *env.scope, node, "name", [&env](const Symbol& symbol) {
    return symbol.kind == SymbolKind::constant || symbol.kind == SymbolKind::index || symbol.kind == SymbolKind::label ||
           symbol.kind == SymbolKind::variable || (env.state && symbol.kind == SymbolKind::place);
  });
  return {};
}

ExprId tuple(Context& context, Env& env, const Node& node, ColourSetId expected) {
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

ExprId record(Context& context, Env& env, const Node& node, ColourSetId expected) {
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
                                  suggest(field.text, set.fields));
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

ExprId list(Context& context, Env& env, const Node& node, ColourSetId expected) {
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

/// Whether a side of a comparison is better understood when the other side's type is known.
bool wants_type(const Env& env, const Node& node) {
  if (node.kind == Kind::record || node.kind == Kind::list || node.kind == Kind::tuple) return true;
  if (node.kind != Kind::name) return false;
  const Symbol* const symbol = find(*env.scope, Space::value, node.text);
  return symbol != nullptr && symbol->kind == SymbolKind::label;
}

ExprId compare(Context& context, Env& env, const Node& node) {
  const Node& left = node.children[0];
  const Node& right = node.children[1];
  const bool right_first = wants_type(env, left) && !wants_type(env, right);
  ExprId first = elaborate(context, env, right_first ? right : left);
  if (!first.valid()) return {};
  ExprId second = elaborate(context, env, right_first ? left : right, context.expr().type(first));
  if (!second.valid()) return {};
  if (right_first) std::swap(first, second);
  for (const OperatorOf& each : kBinary) {
    if (each.text == node.text) return context.expr().binary(each.op, first, second, node.where);
  }
  return {};
}

ExprId combine(Context& context, const Node& node, ExprId left, ExprId right) {
  if (!left.valid() || !right.valid()) return {};
  ExprBuilder& expr = context.expr();
  if (node.text == "=>") return expr.binary(Op::or_, expr.unary(Op::not_, left, node.where), right, node.where);
  if (node.text == "++") {
    const std::array<ExprId, 2> both{left, right};
    return expr.list_op(Op::concat, both, node.where);
  }
  for (const OperatorOf& each : kBinary) {
    if (each.text == node.text) return expr.binary(each.op, left, right, node.where);
  }
  context.diagnostics().error(node.where, fmt::format("the temporal operator `{}` cannot stand inside an expression", node.text));
  return {};
}

/// Goes down the left side without recursion: chains of operators may be long.
ExprId binary(Context& context, Env& env, const Node& node, ColourSetId expected) {
  std::vector<const Node*> chain;
  const Node* left = &node;
  while (left->kind == Kind::binary && !comparison(left->text)) {
    chain.push_back(left);
    left = left->children.data();
  }
  if (chain.empty()) return compare(context, env, node);
  const bool lists = chain.back()->text == "++";
  ExprId value = elaborate(context, env, *left, expected);
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    if (!value.valid()) return {};
    const ColourSetId hint = lists || (*link)->text == "<=>" ? context.expr().type(value) : expected;
    value = combine(context, **link, value, elaborate(context, env, (*link)->children[1], hint));
  }
  return value;
}

ExprId unary(Context& context, Env& env, const Node& node, ColourSetId expected) {
  if (node.text != "-" && node.text != "!") {
    context.diagnostics().error(node.where, fmt::format("the temporal operator `{}` cannot stand inside an expression", node.text));
    return {};
  }
  const ExprId operand = elaborate(context, env, node.children[0], expected);
  if (!operand.valid()) return {};
  return context.expr().unary(node.text == "-" ? Op::negate : Op::not_, operand, node.where);
}

ExprId let(Context& context, Env& env, const Node& node, ColourSetId expected) {
  const ExprId value = elaborate(context, env, node.children[0]);
  if (!value.valid()) return {};
  const ColourSetId type = context.expr().type(value);
  const std::uint32_t slot = new_slot(env, node.text, type);
  env.locals.push_back({node.text, type, slot, {}});
  const ExprId body = elaborate(context, env, node.children[1], expected);
  env.locals.pop_back();
  return body.valid() ? context.expr().let(slot, value, body, node.where) : ExprId{};
}

ExprId conditional(Context& context, Env& env, const Node& node, ColourSetId expected) {
  const ExprId condition = elaborate(context, env, node.children[0], ColourTable::kBool);
  const ExprId then = elaborate(context, env, node.children[1], expected);
  const ColourSetId hint = expected.valid() || !then.valid() ? expected : context.expr().type(then);
  const ExprId otherwise = elaborate(context, env, node.children[2], hint);
  if (!condition.valid() || !then.valid() || !otherwise.valid()) return {};
  return context.expr().if_(condition, then, otherwise, node.where);
}

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

ExprId case_of(Context& context, Env& env, const Node& node, ColourSetId expected) {
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

ExprId qualified_label(Context& context, const Node& node, Symbol& colour) {
  const ColourSetId type = resolve_colour(context, colour);
  if (!type.valid()) return {};
  const std::vector<std::string>& labels = context.colours()[type].labels;
  const auto found = std::find(labels.begin(), labels.end(), node.text);
  if (found != labels.end()) return context.expr().literal(type, found - labels.begin(), node.where);
  context.diagnostics().error(node.where, fmt::format("`{}` has no colour `{}`", colour.name, node.text), suggest(node.text, labels));
  return {};
}

/// `Dir.north`, a place by its path, or a component of a value.
ExprId select(Context& context, Env& env, const Node& node, ColourSetId) {
  const Node* base = node.children.data();
  while ((base->kind == Kind::select || base->kind == Kind::index) && !base->children.empty()) base = base->children.data();
  const bool local = std::any_of(env.locals.begin(), env.locals.end(), [&](const Local& each) { return each.name == base->text; });
  const bool value_name = local || base->kind != Kind::name || find(*env.scope, Space::value, base->text) != nullptr;
  if (base->kind == Kind::root || (!value_name && find(*env.scope, Space::instance, base->text) != nullptr)) {
    if (env.state) return marked(context, env, node);
    context.diagnostics().error(node.where, "a place has no value here");
    return {};
  }
  if (!value_name && base == node.children.data()) {
    if (Symbol* colour = find(*env.scope, Space::colour, base->text)) return qualified_label(context, node, *colour);
  }
  const ExprId value = elaborate(context, env, node.children[0]);
  if (!value.valid()) return {};
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), number);
  if (error != std::errc{} || end != node.text.data() + node.text.size()) return context.expr().field(value, node.text, node.where);
  if (number == 0) {
    context.diagnostics().error(node.where, "components are counted from 1");
    return {};
  }
  return context.expr().project(value, number - 1, node.where);
}

ExprId ascribed(Context& context, Env& env, const Node& node, ColourSetId) {
  return elaborate_as(context, env, node.children[0], resolve_type(context, *env.scope, node.children[1].children[0]));
}

ExprId all_of(Context& context, Env& env, const Node& node, ColourSetId) {
  const ColourSetId type = resolve_type(context, *env.scope, node.children[0]);
  return type.valid() ? context.expr().colours(type, node.where) : ExprId{};
}

ExprId misplaced(Context& context, Env& env, const Node& node, ColourSetId) {
  if (env.state && node.kind == Kind::index) return marked(context, env, node);
  context.diagnostics().error(node.where, node.kind == Kind::quantified
                                              ? "a path quantifier cannot stand inside an expression"
                                              : "this is not a value here");
  return {};
}

using Rule = ExprId (*)(Context&, Env&, const Node&, ColourSetId);
struct RuleOf {
  Kind kind;
  Rule rule;
};

constexpr std::array kRules = {
    RuleOf{Kind::number, [](Context& c, Env&, const Node& n, ColourSetId t) { return number(c, n, t); }},
    RuleOf{Kind::name, name_value},      RuleOf{Kind::tuple, tuple},
    RuleOf{Kind::record, record},        RuleOf{Kind::list, list},
    RuleOf{Kind::select, select},        RuleOf{Kind::call, elaborate_call},
    RuleOf{Kind::comprehension, elaborate_comprehension}, RuleOf{Kind::fold, elaborate_fold},
    RuleOf{Kind::unary, unary},          RuleOf{Kind::binary, binary},
    RuleOf{Kind::let, let},              RuleOf{Kind::if_, conditional},
    RuleOf{Kind::case_, case_of},        RuleOf{Kind::ascribed, ascribed},
    RuleOf{Kind::all_of, all_of},
};

}  // namespace

ExprId elaborate(Context& context, Env& env, const Node& node, ColourSetId expected) {
  for (const RuleOf& each : kRules) {
    if (each.kind == node.kind) return each.rule(context, env, node, expected);
  }
  return misplaced(context, env, node, expected);
}

ExprId elaborate_as(Context& context, Env& env, const Node& node, ColourSetId type) {
  if (!type.valid()) return {};
  const ExprId value = elaborate(context, env, node, type);
  return value.valid() ? context.expr().convert(value, type, node.where) : ExprId{};
}

std::uint32_t new_slot(Env& env, std::string_view name, ColourSetId type) {
  env.frame->slots.push_back({std::string(name), type});
  return static_cast<std::uint32_t>(env.frame->slots.size() - 1);
}

Env outside(const Env& env, Scope& scope) {
  Env there;
  there.scope = &scope;
  there.frame = env.frame;
  there.indices = env.indices;
  there.uses_index = env.uses_index;
  return there;
}

ExprId index_value(Context& context, Env& env, std::size_t k, const Scope& scope, Location where) {
  if (env.indices != nullptr) {
    const ExprId given = (*env.indices)[k];
    if (env.uses_index != nullptr && !context.expr().constant(given)) *env.uses_index = true;
    return given;
  }
  if (env.uses_index != nullptr) *env.uses_index = true;
  return context.expr().variable(scope.indices[k].type, static_cast<std::uint32_t>(k), where);
}

void unknown(Context& context, const Scope& scope, const Node& node, std::string_view what,
             const std::function<bool(const Symbol&)>& wanted) {
  const std::vector<std::string> names = visible(scope, wanted);
  context.diagnostics().error(node.where, fmt::format("there is no {} `{}` here", what, node.text),
                              names.empty() ? std::string() : suggest(node.text, names));
}

}  // namespace petriloom::loom
