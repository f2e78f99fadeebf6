// SPDX-License-Identifier: Apache-2.0
// map, filter, forall, exists, sum, argmin, sort, min, max and fold.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/common/operators.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

/// Writing out more elements than this is refused.
constexpr std::size_t kMostWrittenOut = 1 << 16;

/// The list a variable runs over: a list, all colours of a colour set, the tokens of a place, or a
/// range.
ExprId range_of(Context& context, Env& env, const Node& node) {
  if (node.kind == Kind::range_type) {
    const std::array<ExprId, 2> bounds{elaborate(context, env, node.children[0], ColourTable::kInt),
                                       elaborate(context, env, node.children[1], ColourTable::kInt)};
    if (!bounds[0].valid() || !bounds[1].valid()) return {};
    return context.expr().list_op(Op::range_list, bounds, node.where);
  }
  const bool local =
      std::any_of(env.locals.begin(), env.locals.end(), [&node](const Local& each) { return each.name == node.text; });
  if (node.kind == Kind::name && !local && find(*env.scope, NameSpace::value, node.text) == nullptr) {
    Symbol* const symbol = find(*env.scope, NameSpace::colour, node.text);
    if (symbol != nullptr) {
      const ColourSetId type = resolve_colour(context, *symbol);
      return type.valid() ? context.expr().colours(type, node.where) : ExprId{};
    }
    if (symbol == nullptr && node.text == "bool") return context.expr().colours(ColourTable::kBool, node.where);
  }
  if (names_place(env, node)) return tokens_of_place(context, env, node);
  return elaborate(context, env, node);
}

ColourSetId element_type(Context& context, ExprId list, const Node& node) {
  const ColourSet& set = context.colours()[context.expr().type(list)];
  if (set.kind == ColourKind::list) return set.components[0];
  context.diagnostics().error(
      node.where, fmt::format("expected a list or a colour set, not {}", context.colours().describe(context.expr().type(list))));
  return {};
}

/// Joins two by two, so that the expression is only as deep as the logarithm of its length.
ExprId join(Context& context, std::vector<ExprId> parts, Op op, Location where) {
  while (parts.size() > 1) {
    std::vector<ExprId> half;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) half.push_back(context.expr().binary(op, parts[i], parts[i + 1], where));
    if (parts.size() % 2 == 1) half.push_back(parts.back());
    parts = std::move(half);
  }
  return parts.front();
}

ExprId neutral(Context& context, Op op, Location where) {
  return op == Op::add ? context.expr().integer(0, where) : context.expr().boolean(op == Op::and_, where);
}

ExprId quantify(Context& context, Env& env, const Node& node, const Quantifier& quantifier, std::size_t binder,
                ColourSetId body_type = {});

/// Whether a value has a colour set only if that is known from where it stands.
bool needs_type(const Node& node) {
  switch (node.kind) {
    case Kind::record:
      return true;
    case Kind::list:
      return node.children.empty() || std::any_of(node.children.begin(), node.children.end(), needs_type);
    case Kind::tuple:
      return std::any_of(node.children.begin(), node.children.end(), needs_type);
    case Kind::let:
    case Kind::if_:
      return needs_type(node.children[1]);
    case Kind::binary:
      return node.text == "++" && needs_type(node.children[0]);
    default:
      return false;
  }
}

/// Over an expanded array an index must be literal, so the quantifier is written out element by
/// element.
ExprId write_out(Context& context, Env& env, const Node& node, const Quantifier& quantifier, std::size_t binder, ExprId list,
                 ColourSetId type) {
  const Location where = node.children[binder].where;
  if (!quantifier.joins) {
    context.diagnostics().error(where, fmt::format("`{}` cannot run over an array that is not folded", node.text),
                                "forall, exists and sum can");
    return {};
  }
  const std::optional<Word> value = evaluate(context, list, {}, env.frame->slots.size());
  if (!value) return {};
  const std::span<const Word> view = context.net().pool.view(*value);
  const std::vector<Word> words(view.begin(), view.end());
  if (words.size() > kMostWrittenOut) {
    context.diagnostics().error(where, fmt::format("too many elements to write out: {}", words.size()));
    return {};
  }
  std::vector<ExprId> parts;
  for (const Word word : words) {
    env.locals.push_back({node.children[binder].text, type, 0, word});
    parts.push_back(quantify(context, env, node, quantifier, binder + 1));
    env.locals.pop_back();
    if (!parts.back().valid()) return {};
  }
  return parts.empty() ? neutral(context, *quantifier.joins, where) : join(context, std::move(parts), *quantifier.joins, where);
}

ExprId quantify(Context& context, Env& env, const Node& node, const Quantifier& quantifier, std::size_t binder,
                ColourSetId body_type) {
  if (binder + 1 == node.children.size()) {
    const bool boolean = quantifier.op == Op::forall || quantifier.op == Op::exists || quantifier.op == Op::filter;
    return elaborate(context, env, node.back(), boolean ? ColourTable::kBool : body_type);
  }
  const Node& variable = node.children[binder];
  const ExprId list = range_of(context, env, variable.children[0]);
  if (!list.valid()) return {};
  const ColourSetId type = element_type(context, list, variable.children[0]);
  if (!type.valid()) return {};
  if (env.state && needs_literal(env, node, variable.text)) {
    return write_out(context, env, node, quantifier, binder, list, type);
  }
  const std::uint32_t slot = new_slot(env, variable.text, type);
  env.locals.push_back({variable.text, type, slot, {}});
  const ExprId body = quantify(context, env, node, quantifier, binder + 1, body_type);
  env.locals.pop_back();
  return body.valid() ? context.expr().comprehension(quantifier.op, slot, list, body, node.where) : ExprId{};
}

}  // namespace

ExprId elaborate_comprehension(Context& context, Env& env, const Node& node, ColourSetId expected) {
  if (const Quantifier* known = find_row(kQuantifiers, node.text)) {
    ColourSetId element;
    const bool of_elements = known->op == Op::map && expected.valid() && context.colours()[expected].kind == ColourKind::list;
    if (of_elements && needs_type(node.back())) element = context.colours()[expected].components[0];
    if (known->joins || node.children.size() <= 2) return quantify(context, env, node, *known, 0, element);
    context.diagnostics().error(node.where, fmt::format("`{}` takes one variable", node.text));
    return {};
  }
  std::vector<std::string> names{"fold"};
  for (const Quantifier& each : kQuantifiers) names.emplace_back(each.text);
  context.diagnostics().error(node.where, fmt::format("`{}` does not run over a list", node.text), suggest(node.text, names));
  return {};
}

bool takes_function(const Scope& scope, const Node& call) {
  const bool fold = call.text == "fold";
  const bool known = fold || (find_row(kQuantifiers, call.text) != nullptr && find_row(kBuiltIns, call.text) == nullptr);
  return known && call.children.size() == (fold ? 3U : 2U) && call.children[0].kind == Kind::name &&
         find(scope, NameSpace::function, call.text) == nullptr;
}

std::optional<ExprId> elaborate_higher_order(Context& context, Env& env, const Node& node, ColourSetId expected) {
  const bool fold = node.text == "fold";
  const bool known = fold || find_row(kQuantifiers, node.text) != nullptr;
  if (!known) return std::nullopt;
  const Location where = node.where;
  const bool alone = node.children.size() == 1 && (node.text == "sum" || node.text == "sort");
  if (!takes_function(*env.scope, node) && !alone) {
    context.diagnostics().error(where, fmt::format("this is not how `{}` is used", node.text),
                                fold ? "fold(acc = start, x in LIST : EXPRESSION) or fold(FUNCTION, start, LIST)"
                                     : fmt::format("{0}(x in LIST : EXPRESSION) or {0}(FUNCTION, LIST)", node.text));
    return ExprId{};
  }
  const Node element{Kind::name, where, "element", {}};
  const Node list_of{Kind::binder, where, "element", {node.back()}};
  if (fold) {
    const Node accumulator{Kind::name, where, "accumulator", {}};
    const Node start{Kind::binder, where, "accumulator", {node.children[1]}};
    const Node body{Kind::call, node.children[0].where, node.children[0].text, {accumulator, element}};
    return elaborate_fold(context, env, context.made.emplace_back(Node{Kind::fold, where, {}, {start, list_of, body}}), expected);
  }
  const Node body = alone ? element : Node{Kind::call, node.children[0].where, node.children[0].text, {element}};
  return elaborate_comprehension(context, env,
                                 context.made.emplace_back(Node{Kind::comprehension, where, node.text, {list_of, body}}), expected);
}

ExprId elaborate_fold(Context& context, Env& env, const Node& node, ColourSetId expected) {
  const Node& accumulator = node.children[0];
  const Node& element = node.children[1];
  const ExprId start = elaborate(context, env, accumulator.children[0], expected);
  const ExprId list = range_of(context, env, element.children[0]);
  if (!start.valid() || !list.valid()) return {};
  const ColourSetId type = element_type(context, list, element.children[0]);
  if (!type.valid()) return {};
  const ColourSetId start_type = context.expr().type(start);
  const std::uint32_t slot = new_slot(env, accumulator.text, start_type);
  new_slot(env, element.text, type);
  env.locals.push_back({accumulator.text, start_type, slot, {}});
  env.locals.push_back({element.text, type, slot + 1, {}});
  const ExprId body = elaborate(context, env, node.children[2], start_type);
  env.locals.resize(env.locals.size() - 2);
  return body.valid() ? context.expr().fold(slot, list, start, body, node.where) : ExprId{};
}

}  // namespace petriloom::loom
