// SPDX-License-Identifier: Apache-2.0
// Colour sets: from types as written to entries of the net's table.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/net/suggest.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

struct BuiltInType {
  std::string_view name;
  ColourSetId id;
};
constexpr std::array<BuiltInType, 5> kBuiltInTypes = {{{"unit", ColourTable::kUnit},
                                                       {"bool", ColourTable::kBool},
                                                       {"int", ColourTable::kInt},
                                                       {"real", ColourTable::kReal},
                                                       {"string", ColourTable::kString}}};

/// A colour set wider than this cannot be an enumeration of words.
constexpr Word kWidest = Word{1} << 61;

struct Bounds {
  Word low = 0;
  Word high = 0;
  ExprId written_low, written_high;
};

std::optional<Bounds> bounds(Context& context, Scope& scope, const Node& node) {
  Bounds made;
  made.written_low = constant_literal(context, scope, node.children[0], ColourTable::kInt, "a bound of a colour set");
  made.written_high = constant_literal(context, scope, node.children[1], ColourTable::kInt, "a bound of a colour set");
  if (!made.written_low.valid() || !made.written_high.valid()) return std::nullopt;
  made.low = context.net().exprs[made.written_low].payload;
  made.high = context.net().exprs[made.written_high].payload;
  if (made.low > made.high) {
    context.diagnostics().error(node.where, fmt::format("the range {}..{} is empty", made.low, made.high));
    return std::nullopt;
  }
  if (made.low < -kWidest || made.high > kWidest) {
    context.diagnostics().error(node.where, fmt::format("the range {}..{} is too wide", made.low, made.high));
    return std::nullopt;
  }
  return made;
}

/// What a component is of: fields and variants have names in front, and a variant may hold nothing.
const Node& type_in(const Node& component) {
  const bool named = component.kind == Kind::field || component.kind == Kind::variant;
  return named && !component.children.empty() ? component.children[0] : component;
}

std::optional<std::vector<ColourSetId>> components(Context& context, Scope& scope, const Node& node) {
  std::vector<ColourSetId> ids;
  bool valid = true;
  for (const Node& child : node.children) {
    const bool empty = child.kind == Kind::variant && child.children.empty();
    ids.push_back(empty ? ColourTable::kUnit : resolve_type(context, scope, type_in(child)));
    valid = valid && ids.back().valid();
  }
  if (!valid) return std::nullopt;
  return ids;
}

/// A colour set as far as it is known before it has a name.
struct Draft {
  const Node* node = nullptr;
  Bounds bounds;
  std::vector<ColourSetId> components;
  std::vector<ColourAliasId> aliases;  ///< of the components
  std::vector<std::string> names;
  std::vector<Word> members;

  /// Tells apart what the same declaration gives in different instances.
  [[nodiscard]] std::string key() const {
    std::string text = fmt::format("{} {} {}", static_cast<const void*>(node), bounds.low, bounds.high);
    for (const ColourSetId id : components) text += fmt::format(" {}", id.index());
    for (const Word member : members) text += fmt::format(",{}", member);
    return text;
  }
};

/// The names of colours, fields or variants; empty if one is there twice.
std::vector<std::string> distinct_names(Context& context, const Node& node) {
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (const Node& each : node.children) {
    names.emplace_back(each.text);
    if (seen.insert(each.text).second) continue;
    context.diagnostics().error(each.where, fmt::format("`{}` is there twice", each.text));
    return {};
  }
  return names;
}

std::optional<Draft> draft(Context& context, Scope& scope, const Node& node) {
  Draft made;
  made.node = &node;
  if (node.kind == Kind::range_type || node.kind == Kind::index_type) {
    const std::optional<Bounds> range = bounds(context, scope, node);
    if (!range) return std::nullopt;
    made.bounds = *range;
    return made;
  }
  if (node.kind == Kind::enum_type || node.kind == Kind::record_type || node.kind == Kind::union_type) {
    made.names = distinct_names(context, node);
    if (made.names.empty()) return std::nullopt;
    if (node.kind == Kind::enum_type) return made;
  }
  if (node.kind == Kind::subset_type) {
    made.components = {resolve_type(context, scope, node.children[0])};
    made.aliases = {alias_of(scope, node.children[0])};
    std::optional<std::vector<Word>> members = subset_members(context, scope, node, made.components[0]);
    if (!members) return std::nullopt;
    made.members = std::move(*members);
    return made;
  }
  std::optional<std::vector<ColourSetId>> parts = components(context, scope, node);
  if (!parts) return std::nullopt;
  made.components = std::move(*parts);
  for (const Node& child : node.children) made.aliases.push_back(alias_of(scope, type_in(child)));
  return made;
}

ColourSetId enter(Context& context, const Draft& made, const std::string& name, Location where) {
  ColourTable& colours = context.colours();
  switch (made.node->kind) {
    case Kind::range_type:
      return colours.add_range(name, made.bounds.low, made.bounds.high, where);
    case Kind::index_type:
      return colours.add_index(name, std::string(made.node->text), made.bounds.low, made.bounds.high, where);
    case Kind::enum_type:
      return colours.add_enumeration(name, made.names, where);
    case Kind::record_type:
      return colours.add_record(name, made.names, made.components, where);
    case Kind::union_type:
      return colours.add_union(name, made.names, made.components, where);
    case Kind::subset_type:
      return colours.add_subset(name, made.components[0], made.members, where);
    case Kind::product_type:
      return colours.add_product(name, made.components, where);
    default:
      return colours.add_list(name, made.components[0], where);
  }
}

/// Bounds are written with the constants that they name if the colour set is one of the net itself,
/// under a name: others may be shared by instances that compute them otherwise.
void name_bounds(Context& context, const Draft& made, ColourSetId set, const Scope* scope) {
  const Bounds& bounds = made.bounds;
  if (!bounds.written_low.valid()) return;
  const ExprArena& exprs = context.net().exprs;
  if (!exprs[bounds.written_low].named && !exprs[bounds.written_high].named) return;
  if (scope == &context.scopes.front()) {
    context.colours().write_bounds(set, bounds.written_low, bounds.written_high);
  } else {
    context.expr().fix(bounds.written_low);
    context.expr().fix(bounds.written_high);
  }
}

/// The first of name, name_2, name_3 ... that no colour set has: the net has one table, the source
/// has scopes.
std::string free_name(Context& context, const std::string& name) {
  std::string next = name;
  for (int number = 2; context.colours().find(next).valid(); ++number) next = fmt::format("{}_{}", name, number);
  return next;
}

ColourSetId named_type(Context& context, Scope& scope, const Node& node) {
  if (is_fluid(scope, node)) {
    context.diagnostics().error(node.where, "`fluid` is for places and ports, and no colour set", "write `real` for numbers");
    return {};
  }
  if (Symbol* colour = find(scope, NameSpace::colour, node.text)) return resolve_colour(context, *colour);
  for (const BuiltInType& each : kBuiltInTypes) {
    if (each.name == node.text) return each.id;
  }
  if (const Symbol* symbol = find_any(scope, node.text)) {
    context.diagnostics().error(node.where, fmt::format("`{}` is {}, not a colour set", node.text, describe(symbol->kind)));
    return {};
  }
  const auto names = [&scope] {
    std::vector<std::string> all = visible(scope, [](const Symbol& each) { return each.kind == NameKind::colour; });
    for (const BuiltInType& each : kBuiltInTypes) all.emplace_back(each.name);
    return all;
  };
  context.diagnostics().error(node.where, fmt::format("there is no colour set `{}`", node.text),
                              suggestion(context.diagnostics(), node.text, names));
  return {};
}

}  // namespace

bool is_fluid(const Scope& scope, const Node& node) {
  return node.kind == Kind::type_name && node.text == "fluid" && find(scope, NameSpace::colour, node.text) == nullptr;
}

ColourSetId resolve_type(Context& context, Scope& scope, const Node& node) {
  if (node.kind == Kind::type_name) return named_type(context, scope, node);
  if (node.kind == Kind::enum_type || node.kind == Kind::index_type || node.kind == Kind::record_type ||
      node.kind == Kind::union_type) {
    context.diagnostics().error(node.where, "this colour set needs a name", "declare it: colour NAME = ...;");
    return {};
  }
  const std::optional<Draft> made = draft(context, scope, node);
  if (!made) return {};
  name_bounds(context, *made, {}, nullptr);
  return enter(context, *made, "", node.where);
}

ColourAliasId alias_of(const Scope& scope, const Node& type) {
  const bool named = type.kind == Kind::type_name || type.kind == Kind::name;
  const Symbol* const colour = named ? find(scope, NameSpace::colour, type.text) : nullptr;
  return colour != nullptr ? colour->alias : ColourAliasId();
}

ColourSetId resolve_colour(Context& context, Symbol& symbol) {
  if (symbol.progress == Progress::done) return symbol.type;
  if (symbol.progress == Progress::running || context.running > kMostRunning) {
    context.diagnostics().error(symbol.where, fmt::format("the colour set `{}` contains itself, or too many others", symbol.name));
    return {};
  }
  symbol.progress = Progress::running;
  ++context.running;
  const Node& node = symbol.node->children[0];
  if (node.kind == Kind::type_name) {
    symbol.type = named_type(context, *symbol.scope, node);
    if (symbol.type.valid())
      symbol.alias = context.colours().add_alias(symbol.name, symbol.type, alias_of(*symbol.scope, node), symbol.where);
  } else if (const std::optional<Draft> made = draft(context, *symbol.scope, node)) {
    const auto [entry, added] = context.local_colours.try_emplace(made->key());
    if (added) {
      entry->second = enter(context, *made, free_name(context, symbol.name), symbol.where);
      context.colours().name_components(entry->second, made->aliases);
    }
    symbol.type = entry->second;
    name_bounds(context, *made, symbol.type, symbol.scope);
  }
  symbol.progress = Progress::done;
  --context.running;
  return symbol.type;
}

bool resolve_label(Context& context, Symbol& label) {
  if (label.type.valid() || label.node == nullptr) return label.type.valid();
  label.type = constructor_type(context, label);
  if (!label.type.valid()) return false;
  const std::vector<std::string>& variants = context.colours()[label.type].fields;
  const auto number = static_cast<std::size_t>(std::find(variants.begin(), variants.end(), label.name) - variants.begin());
  label.word = context.colours().inject(label.type, number, 0, context.net().pool);
  return true;
}

ColourSetId constructor_type(Context& context, const Symbol& constructor) {
  if (constructor.type.valid()) return constructor.type;
  Symbol* const colour = find(*constructor.scope, NameSpace::colour, constructor.node->text);
  return colour != nullptr ? resolve_colour(context, *colour) : ColourSetId{};
}

void declare_colour_names(Context& context, Scope& scope, Symbol& colour) {
  // What a variant holds may need names that come later: its colour set is resolved when it is
  // used.
  const bool enumeration = colour.node->children[0].kind == Kind::enum_type;
  const ColourSetId type = enumeration ? resolve_colour(context, colour) : ColourSetId{};
  if (enumeration && !type.valid()) return;
  Word next = 0;
  colour_names(*colour.node, [&](NameKind kind, const Node& named) {
    Symbol symbol;
    symbol.kind = kind;
    symbol.name = named.text;
    symbol.where = named.where;
    if (enumeration) {
      symbol.type = type;
      symbol.word = next++;
    } else {
      symbol.node = colour.node;
    }
    declare(context, scope, std::move(symbol));
  });
}

bool same_colours(const ColourTable& colours, ColourSetId a, ColourSetId b) {
  if (a == b) return true;
  const ColourSet& left = colours[a];
  const ColourSet& right = colours[b];
  if (left.kind != right.kind || left.components.size() != right.components.size()) return false;
  constexpr std::array kByName{ColourKind::enumeration, ColourKind::index, ColourKind::record, ColourKind::union_};
  if (std::find(kByName.begin(), kByName.end(), left.kind) != kByName.end() || left.members != right.members) return false;
  if (left.low != right.low || left.high != right.high) return false;
  for (std::size_t k = 0; k < left.components.size(); ++k) {
    if (!same_colours(colours, left.components[k], right.components[k])) return false;
  }
  return true;
}

}  // namespace petriloom::loom
