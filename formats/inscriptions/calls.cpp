// SPDX-License-Identifier: Apache-2.0
// Calls: built-in functions, functions of the net, colours from numbers, and what looks at places.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/expr/distribution.h"
#include "engine/net/suggest.h"
#include "engine/text/wording.h"
#include "formats/common/operators.h"
#include "formats/inscriptions/inscriptions.h"
#include "formats/syntax/spellings.h"

namespace petriloom::loom {
namespace {

bool arity_is(Context& context, const Node& node, std::size_t wanted) {
  if (node.children.size() == wanted) return true;
  context.diagnostics().error(node.where,
                              fmt::format("`{}` takes {}, not {}", node.text, counted(wanted, "argument"), node.children.size()));
  return false;
}

/// min and max take two or more arguments, the others as many as they say.
ExprId operator_call(Context& context, Env& env, const Node& node, const BuiltIn& built_in, ColourSetId expected) {
  const bool more = built_in.arity == 2 && built_in.op != Op::power && node.children.size() > 2;
  if (!more && !arity_is(context, node, built_in.arity)) return {};
  const bool same_type = built_in.op == Op::minimum || built_in.op == Op::maximum || built_in.op == Op::absolute ||
                         built_in.op == Op::successor || built_in.op == Op::predecessor;
  ExprId value = elaborate(context, env, node.children[0], same_type ? expected : ColourSetId{});
  if (!value.valid()) return {};
  if (built_in.op == Op::to_text) return context.expr().to_text(value, node.where);
  if (built_in.op == Op::variant) return context.expr().variant(value, node.where);
  if (built_in.arity == 1) return context.expr().unary(built_in.op, value, node.where);
  for (std::size_t i = 1; i < node.children.size() && value.valid(); ++i) {
    const ExprId next = elaborate(context, env, node.children[i], same_type ? expected : ColourSetId{});
    value = next.valid() ? context.expr().binary(built_in.op, value, next, node.where) : ExprId{};
  }
  return value;
}

ExprId list_call(Context& context, Env& env, const Node& node, const BuiltIn& built_in, ColourSetId expected) {
  if (!arity_is(context, node, built_in.arity)) return {};
  constexpr std::array kMakesList{Op::append, Op::concat, Op::tail, Op::slice, Op::reverse, Op::update, Op::remove, Op::distinct};
  const bool makes_list = std::find(kMakesList.begin(), kMakesList.end(), built_in.op) != kMakesList.end();
  std::vector<ExprId> operands{elaborate(context, env, node.children[0], makes_list ? expected : ColourSetId{})};
  if (!operands[0].valid()) return {};
  const ColourSetId type = context.expr().type(operands[0]);
  const std::size_t element = built_in.op == Op::update ? 2 : 1;  // the operand that is an element
  constexpr std::array kTakesElement{Op::append, Op::contains, Op::update, Op::remove, Op::position};
  const bool takes_element = std::find(kTakesElement.begin(), kTakesElement.end(), built_in.op) != kTakesElement.end();
  for (std::size_t i = 1; i < built_in.arity; ++i) {
    ColourSetId hint = built_in.op == Op::concat ? type : ColourSetId{};
    if (takes_element && i == element && context.colours()[type].kind == ColourKind::list)
      hint = context.colours()[type].components[0];
    operands.push_back(elaborate(context, env, node.children[i], hint));
    if (!operands[i].valid()) return {};
  }
  return context.expr().list_op(built_in.op, operands, node.where);
}

ExprId function_call(Context& context, Env& env, const Node& node, Symbol& symbol, ColourSetId expected) {
  if (symbol.node != nullptr && symbol.node->child(Kind::type_parameters) != nullptr)
    return generic_call(context, env, node, symbol, expected);
  const FunctionId id = resolve_function(context, symbol);
  if (!id.valid()) return {};
  const Scope& around = *(symbol.same_function != nullptr ? symbol.same_function : &symbol)->scope;
  const std::size_t leading = around.indices.size();
  const std::vector<ColourSetId> parameters = context.net()[id].parameters;
  if (!arity_is(context, node, parameters.size() - leading)) return {};
  std::vector<ExprId> arguments;
  for (std::size_t k = 0; k < leading; ++k) arguments.push_back(index_value(context, env, k, around, node.where));
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    arguments.push_back(elaborate_as(context, env, node.children[i], parameters[leading + i]));
  }
  if (std::any_of(arguments.begin(), arguments.end(), [](ExprId id_of) { return !id_of.valid(); })) return {};
  return context.expr().call(id, arguments, node.where);
}

/// `core(3)`: the colour of an index colour set by its index.
ExprId constructor_call(Context& context, Env& env, const Node& node, const Symbol& symbol, ColourSetId expected) {
  if (!arity_is(context, node, 1)) return {};
  ColourSetId type = constructor_type(context, symbol);
  for (const Symbol* other : symbol.same) {
    if (expected.valid() && constructor_type(context, *other) == expected) type = expected;
  }
  const ExprId ordinal = elaborate(context, env, node.children[0], ColourTable::kInt);
  return ordinal.valid() && type.valid() ? context.expr().colour_at(type, ordinal, node.where) : ExprId{};
}

/// `Data(3)`: a colour of a union. `Data(n, s)` stands for `Data((n, s))`.
ExprId variant_call(Context& context, Env& env, const Node& node, const Symbol& symbol, ColourSetId expected) {
  ColourSetId type = constructor_type(context, symbol);
  if (expected.valid()) expected = context.colours().base_of(expected);
  std::string several;
  for (const Symbol* other : symbol.same) {
    const ColourSetId another = constructor_type(context, *other);
    if (!another.valid() || !type.valid()) return {};
    several += fmt::format(" or {}", context.colours().describe(another));
    if (another == expected) type = another;
  }
  if (!type.valid()) return {};
  if (!several.empty() && type != expected) {
    context.diagnostics().error(
        node.where, fmt::format("`{}` is a variant of several unions", node.text),
        fmt::format("write ({}(...) : UNION) with {}{}", node.text, context.colours().describe(type), several));
    return {};
  }
  const std::vector<std::string> variants = context.colours()[type].fields;
  const auto number = static_cast<std::size_t>(std::find(variants.begin(), variants.end(), node.text) - variants.begin());
  const ColourSetId holds = context.colours()[type].components[number];
  if (node.children.empty()) {
    context.diagnostics().error(node.where, fmt::format("what `{}` holds is missing", node.text),
                                "it holds " + context.colours().describe(holds));
    return {};
  }
  const bool one = node.children.size() == 1;
  const Node& content = one ? node.children[0] : context.made.emplace_back(Node{Kind::tuple, node.where, {}, node.children});
  const ExprId value = elaborate(context, env, content, holds);
  return value.valid() ? context.expr().inject(type, number, value, node.where) : ExprId{};
}

ExprId random_call(Context& context, Env& env, const Node& node, const DistributionFacts& facts) {
  if (node.children.size() != facts.parameters.size()) {
    context.diagnostics().error(
        node.where,
        fmt::format("`{}` takes {}, not {}", node.text, counted(facts.parameters.size(), "parameter"), node.children.size()),
        fmt::format("{}", facts.signature));
    return {};
  }
  std::vector<ExprId> parameters;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    parameters.push_back(elaborate_as(context, env, node.children[i], facts.parameters[i]));
    if (!parameters.back().valid()) return {};
  }
  return context.expr().random(facts.distribution, parameters, node.where);
}

ExprId colour_call(Context& context, Env& env, const Node& node, Symbol& symbol) {
  const ColourSetId type = resolve_colour(context, symbol);
  if (!type.valid() || !arity_is(context, node, 1)) return {};
  const ExprId ordinal = elaborate(context, env, node.children[0], ColourTable::kInt);
  return ordinal.valid() ? context.expr().colour_at(type, ordinal, node.where) : ExprId{};
}

/// Whether a quantifier is being written out: it may name elements that a filter leaves out.
bool written_out(const Env& env) {
  return std::any_of(env.locals.begin(), env.locals.end(), [](const Local& local) { return local.word.has_value(); });
}

/// The sum over all elements that a path with `*` leads to.
ExprId tokens_call(Context& context, Env& env, const Node& node) {
  if (!env.state) {
    context.diagnostics().error(node.where, "`tokens` cannot be used here",
                                "it can in measures, properties, stop conditions, guards, counts, rates, weights, and "
                                "`draw k = tokens(P);`, whose value may be put");
    return {};
  }
  if (node.children.empty() || node.children.size() > 2) return arity_is(context, node, 1), ExprId{};
  if (node.children.back().kind == Kind::suchthat) return tokens_such_that(context, env, node.children[0], node.children.back());
  bool absent = false;
  const std::vector<Target> targets =
      follow(context, env, node.children[0], NameSpace::place, written_out(env) ? &absent : nullptr);
  if (targets.empty()) return absent ? context.expr().integer(0, node.where) : ExprId{};
  ExprId total;
  for (const Target& target : targets) {
    if (!target.place) {
      context.diagnostics().error(node.children[0].where, "`tokens` wants a place");
      return {};
    }
    if (context.net()[target.place->place].fluid) {
      context.diagnostics().error(node.where,
                                  fmt::format("`{}` is fluid and holds no tokens", context.net()[target.place->place].name),
                                  "write `level(P)` for what is in it");
      return {};
    }
    ExprId pattern;
    if (node.children.size() == 2) {
      Env inner = env;
      inner.wildcards = inner.partial = true;
      inner.fresh = nullptr;  // what is counted binds nothing, also in an arc
      pattern = elaborate_as(context, inner, node.children[1], target.place->inner);
      if (!pattern.valid()) return {};
    } else if (!target.place->wraps.empty()) {
      pattern = context.expr().wildcard(target.place->inner, node.where);
    }
    if (pattern.valid()) pattern = wrap(context, *target.place, pattern, node.where);
    const ExprId count = context.expr().tokens(target.place->place, pattern, node.where);
    total = total.valid() ? context.expr().binary(Op::add, total, count, node.where) : count;
  }
  return total;
}

/// The level of a fluid place; the sum where a path with `*` leads to several.
ExprId level_call(Context& context, Env& env, const Node& node) {
  if (!env.state) {
    context.diagnostics().error(node.where, "`level` cannot be used here",
                                "it can in measures, stop conditions, guards, amounts, flows, rates, delays and weights");
    return {};
  }
  if (!arity_is(context, node, 1)) return {};
  bool absent = false;
  const std::vector<Target> targets =
      follow(context, env, node.children[0], NameSpace::place, written_out(env) ? &absent : nullptr);
  if (targets.empty()) return absent ? context.expr().real(0, node.where) : ExprId{};
  ExprId total;
  for (const Target& target : targets) {
    if (!target.place || !context.net()[target.place->place].fluid) {
      context.diagnostics().error(node.children[0].where, "`level` wants a fluid place",
                                  target.place ? "write `tokens(P)` for the number of its tokens" : "");
      return {};
    }
    const ExprId level = context.expr().level(target.place->place, node.where);
    total = total.valid() ? context.expr().binary(Op::add, total, level, node.where) : level;
  }
  return total;
}

ExprId fireable_call(Context& context, Env& env, const Node& node) {
  if (!env.state || env.firing) {
    context.diagnostics().error(node.where, "`fireable` can only be used in properties and stop conditions");
    return {};
  }
  if (!arity_is(context, node, 1)) return {};
  bool absent = false;
  const std::vector<Target> targets =
      follow(context, env, node.children[0], NameSpace::transition, written_out(env) ? &absent : nullptr);
  if (targets.empty()) return absent ? context.expr().boolean(false, node.where) : ExprId{};
  ExprId any;
  for (const Target& target : targets) {
    if (target.symbol == nullptr || target.symbol->kind != NameKind::transition) {
      context.diagnostics().error(node.children[0].where, "`fireable` wants a transition");
      return {};
    }
    for (const ExprId index : target.indices) {
      if (context.net().exprs[index].op == Op::wildcard) continue;
      context.diagnostics().error(node.where, "`fireable` of one element of a folded array cannot be told",
                                  "write `[*]` for any element, or read the net with --fold never");
      return {};
    }
    const ExprId one = context.expr().fireable(target.symbol->transition, node.where);
    any = any.valid() ? context.expr().binary(Op::or_, any, one, node.where) : one;
  }
  return any;
}

std::optional<ExprId> built_in_call(Context& context, Env& env, const Node& node, ColourSetId expected) {
  if (const BuiltIn* known = find_row(kBuiltIns, node.text))
    return (known->list ? list_call : operator_call)(context, env, node, *known, expected);
  if (node.text == "tokens") return tokens_call(context, env, node);
  if (node.text == "level") return level_call(context, env, node);
  if (node.text == "fireable") return fireable_call(context, env, node);
  if (node.text == "real") {
    return arity_is(context, node, 1) ? elaborate_as(context, env, node.children[0], ColourTable::kReal) : ExprId{};
  }
  if (node.text == "bool") {
    const ExprId ordinal = arity_is(context, node, 1) ? elaborate(context, env, node.children[0], ColourTable::kInt) : ExprId{};
    return ordinal.valid() ? context.expr().colour_at(ColourTable::kBool, ordinal, node.where) : ExprId{};
  }
  if (const DistributionFacts* facts = find_distribution(node.text)) return random_call(context, env, node, *facts);
  return elaborate_higher_order(context, env, node, expected);
}

std::vector<std::string> callable_names(const Scope& scope) {
  std::vector<std::string> names = visible(scope, [](const Symbol& symbol) {
    return symbol.kind == NameKind::function || symbol.kind == NameKind::colour || symbol.kind == NameKind::constructor ||
           symbol.kind == NameKind::variant;
  });
  for (std::string& each : built_in_functions()) names.push_back(std::move(each));
  return names;
}

}  // namespace

std::vector<std::string> built_in_functions() {
  std::vector<std::string> names;
  for (const BuiltIn& each : kBuiltIns) names.emplace_back(each.text);
  for (const DistributionFacts& each : distributions()) names.emplace_back(each.name);
  for (const char* each : {"all", "tokens", "level", "fireable", "real"}) names.emplace_back(each);
  for (const Quantifier& each : kQuantifiers) {
    if (find_row(kBuiltIns, each.text) == nullptr) names.emplace_back(each.text);
  }
  names.emplace_back("fold");
  return names;
}

ExprId elaborate_call(Context& context, Env& env, const Node& node, ColourSetId expected) {
  if (Symbol* function = find(*env.scope, NameSpace::function, node.text)) {
    return function_call(context, env, node, *function, expected);
  }
  if (const Symbol* constructor = find(*env.scope, NameSpace::constructor, node.text)) {
    if (constructor->kind == NameKind::variant) return variant_call(context, env, node, *constructor, expected);
    return constructor_call(context, env, node, *constructor, expected);
  }
  if (Symbol* colour = find(*env.scope, NameSpace::colour, node.text)) return colour_call(context, env, node, *colour);
  if (const std::optional<ExprId> value = built_in_call(context, env, node, expected)) return *value;
  unknown_function(context, *env.scope, node);
  return {};
}

void unknown_function(Context& context, const Scope& scope, const Node& node) {
  if (const Symbol* symbol = find_any(scope, node.text)) {
    context.diagnostics().error(node.where, fmt::format("`{}` is {}, not a function", node.text, describe(symbol->kind)));
    return;
  }
  const std::string habit = other_spelling(node.text);
  context.diagnostics().error(
      node.where, fmt::format("there is no function `{}`", node.text),
      !habit.empty() ? habit : suggestion(context.diagnostics(), node.text, [&scope] { return callable_names(scope); }));
}

}  // namespace petriloom::loom
