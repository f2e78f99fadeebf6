// SPDX-License-Identifier: Apache-2.0
// Enters what a scope declares and makes its places and instances.
#include <fmt/format.h>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

/// Elements of an expanded array that are written one by one, `scope node[3]`, are one symbol.
bool joins_array(const Scope& scope, const Node& node) {
  const Symbol* const before = scope.own(NameSpace::instance, node.text);
  return before != nullptr && before->array && before->node->child(Kind::element) != nullptr &&
         node.child(Kind::element) != nullptr;
}

void declare_measure(Context& context, Scope& scope, const Node& node) {
  const auto [entry, added] = scope.measures.emplace(node.text, &node);
  if (added) return;
  context.diagnostics().error(node.where, fmt::format("the measure `{}` is declared twice", node.text),
                              "it is already declared at " + context.net().sources->describe(entry->second->where));
}

void make_place(Context& context, Scope& scope, Symbol& symbol) {
  const Node& type = symbol.node->child(Kind::typed)->children[0];
  const bool fluid = is_fluid(scope, type);
  symbol.type = fluid ? ColourTable::kUnit : resolve_type(context, scope, type);
  if (!symbol.type.valid()) return;
  if (fluid && !scope.indices.empty()) {
    context.diagnostics().error(symbol.where, fmt::format("`{}` is fluid, and stands in an array that is folded", symbol.name),
                                "each element is an instance of its own with --fold never");
    return;
  }
  Place place;
  place.fluid = fluid;
  place.name = symbol.name;
  place.module = scope.module;
  place.where = symbol.where;
  place.at = position_of(*symbol.node);
  place.colour = symbol.type;
  if (!fluid) place.alias = alias_of(scope, type);
  place.folded = static_cast<std::uint32_t>(scope.indices.size());
  if (!scope.indices.empty() && !scope.written_out) {
    std::vector<ColourSetId> parts;
    for (const FoldedIndex& index : scope.indices) parts.push_back(index.type);
    if (symbol.type != ColourTable::kUnit) parts.push_back(symbol.type);
    place.colour = parts.size() == 1 ? parts[0] : context.colours().add_product("", parts, symbol.where);
  }
  symbol.place = context.builder.add(std::move(place));
}

void refuse_misplaced(Context& context, const Scope& scope, const Node& node) {
  const bool net = scope.outer == nullptr;
  if (node.kind == Kind::port && net) context.diagnostics().error(node.where, "only modules have ports");
  if (node.kind == Kind::net && !net) context.diagnostics().error(node.where, "only the net itself is named by `net`");
  if (node.kind == Kind::scenario && !net) context.diagnostics().error(node.where, "only the net itself has scenarios");
  if (node.kind == Kind::note && !net)
    context.diagnostics().error(node.where, "notes stand at the top of a net or in a transition");
  if (node.kind == Kind::order && !net) context.diagnostics().error(node.where, "only the net itself has an order");
  if (node.kind == Kind::stop && !net) context.diagnostics().error(node.where, "only the net itself has a stop condition");
  if (node.kind == Kind::final_ && !net)
    context.diagnostics().error(node.where, "only the net itself says which markings are final");
}

void add_note(Context& context, const Node& node) {
  if (auto note = note_of(context, node)) context.net().notes.push_back(std::move(*note));
}

void queue_transition(Context& context, Scope& scope, Symbol& symbol, std::size_t position) {
  PendingTransition pending{&scope, &symbol, scope.positions};
  pending.positions.push_back(position);
  context.transitions.push_back(std::move(pending));
}

}  // namespace

std::optional<std::pair<std::string, std::string>> note_of(Context& context, const Node& node) {
  std::optional<std::string> what = text_of_literal(context, Node{Kind::string, node.where, node.text, {}});
  std::string text;
  for (const Node& line : node.children) {
    const std::optional<std::string> part = text_of_literal(context, line);
    if (!part) return std::nullopt;
    text += (&line == node.children.data() ? "" : "\n") + *part;
  }
  if (!what) return std::nullopt;
  return std::pair(std::move(*what), std::move(text));
}

void declare_names(Context& context, Scope& scope, const Node& declaration) {
  declared_names(declaration, [&](NameKind kind, const Node& named) {
    if (kind == NameKind::measure) return declare_measure(context, scope, named);
    // Colours have a phase of their own, instances bring the ports that they bind, and the rest
    // cannot be used.
    const bool later = kind == NameKind::label || kind == NameKind::constructor || kind == NameKind::variant;
    if (later || kind == NameKind::port || kind == NameKind::property || kind == NameKind::scenario) return;
    Symbol symbol;
    symbol.kind = kind;
    symbol.name = named.text;
    symbol.where = named.where;
    symbol.node = &declaration;
    symbol.value_scope = &scope;
    if (kind == NameKind::constant || kind == NameKind::alias) symbol.value = &declaration.back();
    symbol.array = declaration.child(Kind::array) != nullptr || declaration.child(Kind::element) != nullptr;
    declare(context, scope, std::move(symbol));
  });
}

void declare_scope(Context& context, Scope& scope) {
  for (const Node* node : scope.body) {
    if (node->kind != Kind::scope || !joins_array(scope, *node)) declare_names(context, scope, *node);
  }
  for (std::size_t i = 0; i < scope.order.size(); ++i) {
    // A parameter is no colour set of its own: the names of its colours are declared elsewhere.
    const bool own = scope.order[i]->kind == NameKind::colour && scope.order[i]->node->kind == Kind::colour;
    if (own) declare_colour_names(context, scope, *scope.order[i]);
  }
  for (std::size_t i = 0; i < scope.order.size(); ++i) {
    if (scope.order[i]->kind == NameKind::colour) resolve_colour(context, *scope.order[i]);
  }
  for (std::size_t i = 0; i < scope.order.size(); ++i) {
    if (scope.order[i]->kind == NameKind::place) make_place(context, scope, *scope.order[i]);
  }
  for (std::size_t position = 0; position < scope.body.size(); ++position) {
    const Node& node = *scope.body[position];
    refuse_misplaced(context, scope, node);
    if (node.kind == Kind::note && scope.outer == nullptr) add_note(context, node);
    if (node.kind == Kind::transition) {
      Symbol* const symbol = scope.own(NameSpace::transition, node.text);
      if (symbol != nullptr && symbol->node == &node) queue_transition(context, scope, *symbol, position);
    }
    if (node.kind == Kind::instance || node.kind == Kind::scope) {
      Symbol* const symbol = scope.own(NameSpace::instance, node.text);
      const bool element = node.kind == Kind::scope && joins_array(scope, node);
      if (symbol != nullptr && (symbol->node == &node || element)) make_instance(context, scope, *symbol, node, position);
    }
  }
}

}  // namespace petriloom::loom
