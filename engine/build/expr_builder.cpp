// SPDX-License-Identifier: Apache-2.0
#include "engine/build/expr_builder.h"

#include <fmt/format.h>

#include "engine/text/wording.h"

namespace petriloom {

bool ExprBuilder::whole(ExprId id) const { return kind(id) == ColourKind::integer || kind(id) == ColourKind::range; }

ExprId ExprBuilder::let(std::uint32_t slot, ExprId value, ExprId body, Location where) {
  if (!value.valid() || !body.valid()) return {};
  return make(Op::let, type(body), static_cast<Word>(slot), {value, body}, where);
}

ExprId ExprBuilder::if_(ExprId condition, ExprId then, ExprId otherwise, Location where) {
  condition = need(condition, ColourTable::kBool, "the condition");
  if (!condition.valid() || !then.valid() || !otherwise.valid()) return {};
  const ColourSetId common = common_type(net_.colours, type(then), type(otherwise));
  if (!common.valid()) {
    return fail(where, fmt::format("the branches are of different types: {} and {}", described(then), described(otherwise)),
                "both branches must have one type");
  }
  return make(Op::if_, common, 0, {condition, bring(then, common, where), bring(otherwise, common, where)}, where);
}

ExprId ExprBuilder::call(FunctionId function, std::span<const ExprId> arguments, Location where) {
  if (!function.valid() || !all_valid(arguments)) return {};
  // Copies: conversion may add colour sets and nodes, but functions stay; the reference is safe.
  const Function& callee = net_.functions[function.index()];
  if (arguments.size() != callee.parameters.size()) {
    std::string signature;
    for (std::size_t k = 0; k < callee.parameters.size(); ++k) {
      signature += (k > 0 ? ", " : "") + callee.parameter_names[k] + " : " + net_.colours.describe(callee.parameters[k]);
    }
    return fail(where,
                fmt::format("function '{}' takes {} arguments, not {}", callee.name, callee.parameters.size(), arguments.size()),
                callee.name + "(" + signature + ")");
  }
  std::vector<ExprId> converted;
  for (std::size_t k = 0; k < arguments.size(); ++k) converted.push_back(convert(arguments[k], callee.parameters[k], where));
  return make(Op::call, callee.result, static_cast<Word>(function.index()), converted, where);
}

ExprId ExprBuilder::tuple(ColourSetId type, std::span<const ExprId> components, Location where) {
  if (!type.valid() || !all_valid(components)) return {};
  const ColourSet& set = net_.colours[type];
  if (!set.composite() || set.components.size() != components.size()) {
    return fail(where,
                fmt::format("{} {} not make {}", counted(std::to_string(components.size()), "component"),
                            components.size() == 1 ? "does" : "do", with_article(net_.colours.describe(type))),
                set.composite() ? fmt::format("it has {} components", set.components.size()) : "it is not a product or record");
  }
  const std::vector<ColourSetId> types = set.components;
  std::vector<ExprId> converted;
  for (std::size_t k = 0; k < types.size(); ++k)
    converted.push_back(convert(components[k], types[k], net_.exprs[components[k]].where));
  return make(Op::tuple, type, 0, converted, where);
}

ExprId ExprBuilder::tuple(std::span<const ExprId> components, Location where) {
  if (!all_valid(components)) return {};
  std::vector<ColourSetId> types;
  for (const ExprId component : components) types.push_back(type(component));
  return make(Op::tuple, net_.colours.add_product({}, std::move(types)), 0, components, where);
}

ExprId ExprBuilder::project(ExprId composite, std::size_t component, Location where) {
  composite = widen(composite);
  if (!composite.valid()) return {};
  const ColourSet& set = net_.colours[type(composite)];
  if (!set.composite())
    return fail(where, fmt::format("{} has no components", with_article(described(composite))), "a product or record has");
  if (component >= set.components.size()) {
    return fail(where, fmt::format("{} has no component {}", described(composite), component + 1),
                fmt::format("components 1 to {}", set.components.size()));
  }
  return make(Op::project, set.components[component], static_cast<Word>(component), {composite}, where);
}

ExprId ExprBuilder::field(ExprId record, std::string_view name, Location where) {
  record = widen(record);
  if (!record.valid()) return {};
  const ColourSet& set = net_.colours[type(record)];
  if (set.kind != ColourKind::record) {
    return fail(where, fmt::format("{} has no field '{}'", with_article(described(record)), name),
                "only records have named fields");
  }
  const auto found = std::find(set.fields.begin(), set.fields.end(), name);
  if (found == set.fields.end()) {
    return fail(where, fmt::format("record {} has no field '{}'", described(record), name), suggest(name, set.fields));
  }
  return project(record, static_cast<std::size_t>(found - set.fields.begin()), where);
}

ExprId ExprBuilder::convert(ExprId value, ColourSetId to, Location where) {
  if (!value.valid() || !to.valid()) return {};
  const ColourSetId from = type(value);
  if (from == to) return value;
  const Op op = net_.exprs[value].op;
  if (!net_.colours.converts(from, to)) {
    const bool whole = net_.colours[from].kind == ColourKind::integer || net_.colours[from].kind == ColourKind::range;
    const bool asks = net_.colours[from].kind == ColourKind::boolean && to == ColourTable::kReal;
    const std::string help = net_.colours[from].kind == ColourKind::real && net_.colours[to].kind <= ColourKind::range
                                 ? "floor(x), ceil(x) or round(x) make an int of a real"
                             : asks                              ? "`if CONDITION then 1.0 else 0.0` makes a number of a condition"
                             : whole && to == ColourTable::kUnit ? "tokens without a colour are counted: `3`()`"
                                                                 : "";
    return fail(where,
                fmt::format("expected {}, but this is {}", with_article(net_.colours.describe(to)), with_article(described(value))),
                help);
  }
  if (op == Op::wildcard) return wildcard(to, where);
  // Part by part, so that the variables and wildcards of a pattern stay in sight; so are those that
  // a literal was folded from, as it may be folded sooner or later.
  const ExprId whole = net_.exprs[value].written.valid() ? net_.exprs[value].written : value;
  const Op apart = net_.exprs[whole].op;
  if (apart == Op::tuple && net_.colours[to].composite()) return convert_parts(whole, to, where);
  if ((apart == Op::list || apart == Op::map) && net_.colours[to].kind == ColourKind::list) return convert_parts(whole, to, where);
  const bool no_work = net_.colours.same_words(from, to);
  if (no_work && net_.colours.same_words(to, from)) return value;
  return make(Op::convert, to, no_work ? 1 : 0, {value}, where);
}

ExprId ExprBuilder::convert_parts(ExprId value, ColourSetId to, Location where) {
  const std::span<const ExprId> parts = net_.exprs.children(value);
  const std::vector<ExprId> children(parts.begin(), parts.end());
  if (net_.colours[to].composite()) return tuple(to, children, where);
  const ColourSetId element = net_.colours[to].components[0];
  if (net_.exprs[value].op == Op::map) {
    const Word local = net_.exprs[value].payload;
    return make(Op::map, to, local, {children[0], convert(children[1], element, net_.exprs[children[1]].where)}, where);
  }
  std::vector<ExprId> converted;
  for (const ExprId child : children) converted.push_back(convert(child, element, net_.exprs[child].where));
  return make(Op::list, to, 0, converted, where);
}

ExprId ExprBuilder::bring(ExprId value, ColourSetId to, Location where) {
  if (!value.valid() || (!net_.exprs[value].wildcards && net_.colours.same_words(type(value), to))) return value;
  return convert(value, to, where);
}

ExprId ExprBuilder::need(ExprId value, ColourSetId wanted, std::string_view what) {
  if (!value.valid()) return {};
  if (net_.colours.converts(type(value), wanted)) return convert(value, wanted, net_.exprs[value].where);
  return fail(net_.exprs[value].where, fmt::format("{} must be {}, but this is {}", what,
                                                   with_article(net_.colours.describe(wanted)), with_article(described(value))));
}

ExprId ExprBuilder::tokens(PlaceId place, ExprId pattern, Location where) {
  if (!place.valid()) return {};
  const auto payload = static_cast<Word>(place.index());
  if (!pattern.valid()) return make(Op::tokens, ColourTable::kInt, payload, {}, where);
  const ExprId typed = convert(pattern, net_[place].colour, net_.exprs[pattern].where);
  return make(Op::tokens, ColourTable::kInt, payload, {typed}, where);
}

ExprId ExprBuilder::token_list(PlaceId place, Location where) {
  if (!place.valid()) return {};
  return make(Op::token_list, net_.colours.add_list({}, net_[place].colour), static_cast<Word>(place.index()), {}, where);
}

}  // namespace petriloom
