// SPDX-License-Identifier: Apache-2.0
#include "formats/inscriptions/scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom::loom {

Space space_of(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::place:
    case SymbolKind::port:
    case SymbolKind::alias:
      return Space::place;
    case SymbolKind::transition:
      return Space::transition;
    case SymbolKind::instance:
      return Space::instance;
    case SymbolKind::colour:
      return Space::colour;
    case SymbolKind::function:
      return Space::function;
    case SymbolKind::module:
      return Space::module;
    case SymbolKind::constructor:
    case SymbolKind::variant:
      return Space::constructor;
    default:
      return Space::value;
  }
}

Symbol* find(const Scope& scope, Space space, std::string_view name) {
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    if (Symbol* symbol = at->own(space, name); symbol != nullptr) return symbol;
  }
  return nullptr;
}

const Symbol* find_any(const Scope& scope, std::string_view name) {
  for (const Space space : {Space::value, Space::place, Space::transition, Space::instance, Space::colour, Space::function,
                            Space::module, Space::constructor}) {
    if (const Symbol* symbol = find(scope, space, name); symbol != nullptr) return symbol;
  }
  return nullptr;
}

std::vector<std::string> visible(const Scope& scope, const std::function<bool(const Symbol&)>& wanted) {
  std::vector<std::string> names;
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    for (const auto& [key, symbol] : at->names) {
      if (wanted(*symbol)) names.push_back(symbol->name);
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string_view describe(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::constant:
      return "a constant";
    case SymbolKind::index:
      return "an index";
    case SymbolKind::colour:
      return "a colour set";
    case SymbolKind::function:
      return "a function";
    case SymbolKind::variable:
      return "a variable";
    case SymbolKind::label:
      return "a colour";
    case SymbolKind::constructor:
      return "the name of an index";
    case SymbolKind::variant:
      return "a variant of a union";
    case SymbolKind::alias:
      return "another name of a place";
    case SymbolKind::place:
      return "a place";
    case SymbolKind::port:
      return "a port";
    case SymbolKind::transition:
      return "a transition";
    case SymbolKind::module:
      return "a module";
    case SymbolKind::instance:
      return "an instance";
  }
  return "a name";
}

Scope& inner_scope(Context& context, Scope& around) {
  Scope& scope = context.scopes.emplace_back();
  scope.parent = &around;
  scope.outer = around.outer;
  scope.module = around.module;
  scope.indices = around.indices;
  scope.filters = around.filters;
  scope.written_out = around.written_out;
  return scope;
}

const Node* overridden(const Context& context, const Scope& scope, std::string_view name) {
  if (context.constants.empty()) return nullptr;
  std::string path(name);
  for (const Scope* at = &scope; at->outer != nullptr; at = at->outer) path = at->local_name + "." + path;
  const auto found = context.constants.find(path);
  return found == context.constants.end() ? nullptr : found->second;
}

Symbol* declare(Context& context, Scope& scope, Symbol symbol) {
  const Space space = space_of(symbol.kind);
  Symbol* const before = scope.own(space, symbol.name);
  const bool several =
      symbol.kind == SymbolKind::label || symbol.kind == SymbolKind::constructor || symbol.kind == SymbolKind::variant;
  if (before != nullptr && !(several && before->kind == symbol.kind)) {
    const std::string where = context.net().sources->describe(before->where);
    context.diagnostics().error(symbol.where, fmt::format("`{}` is declared twice in one scope", symbol.name),
                                fmt::format("it is already {} at {}", describe(before->kind), where));
    return nullptr;
  }
  context.symbols.push_back(std::move(symbol));
  Symbol& entered = context.symbols.back();
  entered.scope = &scope;
  if (before != nullptr) {
    before->same.push_back(&entered);
  } else {
    scope.names.emplace(std::pair{space, std::string_view(entered.name)}, &entered);
  }
  scope.order.push_back(&entered);
  const Node* const value = entered.kind == SymbolKind::constant ? overridden(context, scope, entered.name) : nullptr;
  if (value != nullptr) {
    entered.value = value;
    entered.value_scope = &scope;
  }
  return &entered;
}

}  // namespace petriloom::loom
