// SPDX-License-Identifier: Apache-2.0
// Untyped expressions to typed ones: names, operators, selection.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/net/suggest.h"
#include "engine/text/parse_number.h"
#include "formats/common/operators.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

bool comparison(std::string_view text) {
  const Infix* const known = find_row(kInfix, text);
  return known != nullptr && known->strength == kComparison;
}

ExprId marked(Context& context, Env& env, const Node& node) {
  const std::optional<PlaceUse> use = follow_place(context, env, node);
  if (!use) return {};
  const ExprId pattern =
      use->wraps.empty() ? ExprId{} : wrap(context, *use, context.expr().wildcard(use->inner, node.where), node.where);
  return context.expr().binary(Op::greater_equal, context.expr().tokens(use->place, pattern, node.where),
                               context.expr().integer(1, node.where), node.where);
}

ExprId constant(Context& context, Env& env, Symbol& symbol, const Node& node) {
  if (!resolve_constant(context, symbol)) return {};
  if (symbol.constant.valid()) return context.expr().named(symbol.constant, node.where);
  if (symbol.literal.valid()) return context.expr().computed(symbol.literal, *symbol.word, node.where);
  if (symbol.word) return context.expr().literal(symbol.type, *symbol.word, node.where);
  Env there = outside(env, *symbol.value_scope);
  return elaborate_as(context, there, *symbol.value, symbol.type);
}

/// A symbol of the space of values.
ExprId symbol_value(Context& context, Env& env, Symbol& symbol, const Node& node, ColourSetId expected) {
  switch (symbol.kind) {
    case NameKind::constant:
      return constant(context, env, symbol, node);
    case NameKind::index:
      if (symbol.word) return context.expr().literal(symbol.type, *symbol.word, node.where);
      return index_value(context, env, symbol.slot, *env.scope, node.where);
    case NameKind::label:
      return label_value(context, symbol, node, expected);
    case NameKind::variable:
      context.diagnostics().error(node.where, fmt::format("the variable `{}` has no value here", node.text),
                                  "variables get their values from the arcs of a transition");
      return {};
    default:
      return {};
  }
}

/// What `final` stands for: the condition of final markings.
ExprId final_marking(Context& context, Env& env, const Node& node) {
  const Net& net = context.net();
  if (!net.final_marking.valid()) {
    if (!context.diagnostics().has_errors())
      context.diagnostics().error(node.where, "nothing says which markings are final", "`final when CONDITION;` does");
    return {};
  }
  const auto by = static_cast<std::uint32_t>(env.frame->slots.size());
  env.frame->slots.resize(by + net.final_slots);
  return context.expr().moved(net.final_marking, by);
}

/// Parameters and what `let` binds stand first among what there would be.
void unknown_name(Context& context, const Env& env, const Node& node) {
  const auto names = [&env] {
    std::vector<std::string> all;
    for (auto local = env.locals.rbegin(); local != env.locals.rend(); ++local) all.emplace_back(local->name);
    for (std::string& name : visible(*env.scope, [&env](const Symbol& symbol) {
           return symbol.kind == NameKind::constant || symbol.kind == NameKind::index || symbol.kind == NameKind::label ||
                  symbol.kind == NameKind::variable || (env.state && symbol.kind == NameKind::place);
         })) {
      if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(std::move(name));
    }
    return all;
  };
  context.diagnostics().error(node.where, fmt::format("there is no name `{}` here", node.text),
                              suggestion(context.diagnostics(), node.text, names));
}

ExprId name_value(Context& context, Env& env, const Node& node, ColourSetId expected) {
  for (auto local = env.locals.rbegin(); local != env.locals.rend(); ++local) {
    if (local->name != node.text) continue;
    if (!local->type.valid()) return {};
    if (local->word) return context.expr().literal(local->type, *local->word, node.where);
    return context.expr().variable(local->type, local->slot, node.where);
  }
  if (node.text == "true" || node.text == "false") return context.expr().boolean(node.text == "true", node.where);
  if (node.text == "_") {
    if (env.wildcards && expected.valid() && env.fresh != nullptr && !env.fresh->empty()) {
      const std::uint32_t slot = env.fresh->back();
      env.fresh->pop_back();
      env.frame->slots[slot].colour = expected;
      return context.expr().variable(expected, slot, node.where);
    }
    if (env.wildcards && expected.valid()) return context.expr().wildcard(expected, node.where);
    context.diagnostics().error(node.where, "`_` cannot stand here", "it matches any colour in patterns of places");
    return {};
  }
  if (Symbol* symbol = find(*env.scope, NameSpace::value, node.text)) return symbol_value(context, env, *symbol, node, expected);
  if (env.state && find(*env.scope, NameSpace::place, node.text) != nullptr) return marked(context, env, node);
  if (node.text == "now") return context.expr().now(node.where);
  if (node.text == "dead" && env.state && !env.firing) return context.expr().dead(node.where);
  if (node.text == "final" && env.state && !env.firing) return final_marking(context, env, node);
  if (const Symbol* other = find_any(*env.scope, node.text)) {
    context.diagnostics().error(node.where, fmt::format("`{}` is {} and has no value here", node.text, describe(other->kind)));
    return {};
  }
  unknown_name(context, env, node);
  return {};
}

/// Whether a side of a comparison is better understood when the other side's type is known.
bool wants_type(const Env& env, const Node& node) {
  if (node.kind == Kind::record || node.kind == Kind::list || node.kind == Kind::tuple) return true;
  if (node.kind != Kind::name) return false;
  const Symbol* const symbol = find(*env.scope, NameSpace::value, node.text);
  return symbol != nullptr && symbol->kind == NameKind::label;
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
  return context.expr().binary(*find_row(kInfix, node.text)->op, first, second, node.where);
}

ExprId combine(Context& context, const Node& node, ExprId left, ExprId right) {
  if (!left.valid() || !right.valid()) return {};
  ExprBuilder& expr = context.expr();
  if (node.text == "=>") return expr.binary(Op::or_, expr.unary(Op::not_, left, node.where), right, node.where);
  if (node.text == "++") {
    const std::array<ExprId, 2> both{left, right};
    return expr.list_op(Op::concat, both, node.where);
  }
  if (node.text == "<=>") return expr.binary(Op::equal, left, right, node.where);
  if (const Infix* known = find_row(kInfix, node.text)) return expr.binary(*known->op, left, right, node.where);
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
  // After an error there it is not to be said that nothing tells what is empty.
  const Node& other = node.children[2];
  if (!then.valid() && !expected.valid() && other.kind == Kind::list && other.children.empty()) return {};
  const ColourSetId hint = expected.valid() || !then.valid() ? expected : context.expr().type(then);
  const ExprId otherwise = elaborate(context, env, other, hint);
  if (!condition.valid() || !then.valid() || !otherwise.valid()) return {};
  return context.expr().if_(condition, then, otherwise, node.where);
}

ExprId qualified_label(Context& context, const Node& node, Symbol& colour) {
  const ColourSetId type = resolve_colour(context, colour);
  if (!type.valid()) return {};
  const ColourSetId base = context.colours().base_of(type);
  const ColourSet& set = context.colours()[base];
  const std::vector<std::string> labels = set.kind == ColourKind::union_ ? set.fields : set.labels;
  const auto found = std::find(labels.begin(), labels.end(), node.text);
  const auto number = static_cast<std::size_t>(found - labels.begin());
  if (found != labels.end() && set.kind == ColourKind::union_ && set.components[number] == ColourTable::kUnit)
    return context.expr().convert(context.expr().inject(base, number, {}, node.where), type, node.where);
  if (found != labels.end() && set.kind == ColourKind::enumeration) {
    return context.expr().convert(context.expr().literal(base, static_cast<Word>(number), node.where), type, node.where);
  }
  context.diagnostics().error(node.where, fmt::format("`{}` has no colour `{}`", colour.name, node.text),
                              suggestion(context.diagnostics(), node.text, [&labels] { return labels; }));
  return {};
}

/// A field of a record, or what a colour of a union holds if it is of that variant.
ExprId member(Context& context, const Node& node, ExprId value) {
  const ColourSet& set = context.colours()[context.expr().type(value)];
  if (set.kind != ColourKind::union_) return context.expr().field(value, node.text, node.where);
  const auto found = std::find(set.fields.begin(), set.fields.end(), node.text);
  if (found != set.fields.end()) {
    return context.expr().content(value, static_cast<std::size_t>(found - set.fields.begin()), node.where);
  }
  context.diagnostics().error(
      node.where, fmt::format("{} has no variant `{}`", context.colours().describe(context.expr().type(value)), node.text),
      suggestion(context.diagnostics(), node.text, [&set] { return set.fields; }));
  return {};
}

/// Whether an instance that is no array has a place or inner instance of that name.
bool has_place(const Symbol& instance, std::string_view name) {
  return instance.instance != nullptr && (instance.instance->own(NameSpace::place, name) != nullptr ||
                                          instance.instance->own(NameSpace::instance, name) != nullptr);
}

/// `Dir.north`, a place by its path, or a component of a value.
ExprId select(Context& context, Env& env, const Node& node, ColourSetId) {
  const Node* base = node.children.data();
  while ((base->kind == Kind::select || base->kind == Kind::index) && !base->children.empty()) base = base->children.data();
  const bool local = std::any_of(env.locals.begin(), env.locals.end(), [&](const Local& each) { return each.name == base->text; });
  const bool value_name = local || base->kind != Kind::name || find(*env.scope, NameSpace::value, base->text) != nullptr;
  const Symbol* const instance = value_name ? nullptr : find(*env.scope, NameSpace::instance, base->text);
  Symbol* const colour = value_name || base != node.children.data() ? nullptr : find(*env.scope, NameSpace::colour, base->text);
  // A colour set may have the name of an instance.
  const bool of_colour = colour != nullptr && (instance == nullptr || !env.state || !has_place(*instance, node.text));
  if (!of_colour && (base->kind == Kind::root || instance != nullptr)) {
    if (env.state) return marked(context, env, node);
    context.diagnostics().error(node.where, "a place has no value here");
    return {};
  }
  if (of_colour) return qualified_label(context, node, *colour);
  const ExprId value = elaborate(context, env, node.children[0]);
  if (!value.valid()) return {};
  const auto number = parse_number<std::size_t>(node.text);
  if (!number) return member(context, node, value);
  if (*number == 0) {
    context.diagnostics().error(node.where, "components are counted from 1");
    return {};
  }
  return context.expr().project(value, *number - 1, node.where);
}

ExprId ascribed(Context& context, Env& env, const Node& node, ColourSetId) {
  return elaborate_as(context, env, node.children[0], resolve_type(context, *env.scope, node.children[1].children[0]));
}

ExprId all_of(Context& context, Env& env, const Node& node, ColourSetId) {
  const ColourSetId type = resolve_type(context, *env.scope, node.children[0]);
  return type.valid() ? context.expr().colours(type, node.where) : ExprId{};
}

ExprId misplaced(Context& context, Env& env, const Node& node, ColourSetId) {
  if (node.kind == Kind::suchthat) {
    context.diagnostics().error(node.where, "a condition on tokens cannot stand here",
                                "it can in tokens(P, t where t > 3), and in what inhibits or is equal");
    return {};
  }
  if (env.state && node.kind == Kind::index) return marked(context, env, node);
  context.diagnostics().error(node.where, node.kind == Kind::quantified ? "a path quantifier cannot stand inside an expression"
                                                                        : "this is not a value here");
  return {};
}

/// Whether the parts of a pattern are patterns too; all else in it is computed and compared.
bool takes_apart(const Scope& scope, const Node& node) {
  switch (node.kind) {
    case Kind::tuple:
    case Kind::record:
    case Kind::list:
    case Kind::ascribed:
      return true;
    case Kind::binary:
      return node.text == "++";
    case Kind::call: {
      const Symbol* const constructor = find(scope, NameSpace::constructor, node.text);
      const bool variant = constructor != nullptr && constructor->kind == NameKind::variant;
      return variant && find(scope, NameSpace::function, node.text) == nullptr;
    }
    default:
      return false;
  }
}

using Rule = ExprId (*)(Context&, Env&, const Node&, ColourSetId);
struct RuleOf {
  Kind kind;
  Rule rule;
};

constexpr std::array kRules = {
    RuleOf{Kind::number, [](Context& c, Env&, const Node& n, ColourSetId t) { return elaborate_number(c, n, t); }},
    RuleOf{Kind::string, [](Context& c, Env&, const Node& n, ColourSetId) { return elaborate_string(c, n); }},
    RuleOf{Kind::name, name_value},
    RuleOf{Kind::tuple, elaborate_tuple},
    RuleOf{Kind::record, elaborate_record},
    RuleOf{Kind::list, elaborate_list},
    RuleOf{Kind::select, select},
    RuleOf{Kind::call, elaborate_call},
    RuleOf{Kind::comprehension, elaborate_comprehension},
    RuleOf{Kind::fold, elaborate_fold},
    RuleOf{Kind::unary, unary},
    RuleOf{Kind::binary, binary},
    RuleOf{Kind::let, let},
    RuleOf{Kind::if_, conditional},
    RuleOf{Kind::case_, elaborate_case},
    RuleOf{Kind::ascribed, ascribed},
    RuleOf{Kind::all_of, all_of},
    RuleOf{Kind::table, [](Context& c, Env&, const Node& n, ColourSetId t) { return elaborate_table(c, n, t); }},
};

}  // namespace

ExprId elaborate(Context& context, Env& env, const Node& node, ColourSetId expected) {
  const bool partial = env.partial;
  env.partial = partial && takes_apart(*env.scope, node);
  const auto* const found =
      std::find_if(kRules.begin(), kRules.end(), [&node](const RuleOf& each) { return each.kind == node.kind; });
  const ExprId value = (found != kRules.end() ? found->rule : misplaced)(context, env, node, expected);
  env.partial = partial;
  return value;
}

ExprId elaborate_as(Context& context, Env& env, const Node& node, ColourSetId type) {
  if (!type.valid()) return {};
  if (const std::optional<ExprId> made = elaborate_parts_as(context, env, node, type)) return *made;
  const ExprId value = elaborate(context, env, node, type);
  return value.valid() ? context.expr().convert(value, type, node.where) : ExprId{};
}

std::uint32_t new_slot(Env& env, std::string_view name, ColourSetId type) {
  env.frame->slots.push_back({std::string(name), type});
  return static_cast<std::uint32_t>(env.frame->slots.size() - 1);
}

Env outside(const Env& env, Scope& scope) {
  return {.scope = &scope, .frame = env.frame, .indices = env.indices, .uses_index = env.uses_index};
}

ExprId index_value(Context& context, Env& env, std::size_t k, const Scope& scope, Location where) {
  if (env.indices != nullptr) {
    const ExprId given = (*env.indices)[k];
    if (env.uses_index != nullptr && !context.expr().folded(given)) *env.uses_index = true;
    return given;
  }
  if (env.uses_index != nullptr) *env.uses_index = true;
  return context.expr().variable(scope.indices[k].type, static_cast<std::uint32_t>(k), where);
}

void unknown(Context& context, const Scope& scope, const Node& node, std::string_view what,
             const std::function<bool(const Symbol&)>& wanted) {
  context.diagnostics().error(node.where, fmt::format("there is no {} `{}` here", what, node.text),
                              suggestion(context.diagnostics(), node.text, [&] { return visible(scope, wanted); }));
}

}  // namespace petriloom::loom
