// SPDX-License-Identifier: Apache-2.0
#include "formats/loom/scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom::loom {

Symbol* find(const Scope& scope, std::string_view name) {
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    if (Symbol* symbol = at->own(name); symbol != nullptr) return symbol;
  }
  return nullptr;
}

Symbol* find_constructor(const Scope& scope, std::string_view name) {
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    if (const auto found = at->constructors.find(name); found != at->constructors.end()) return found->second;
  }
  return nullptr;
}

std::vector<std::string> visible(const Scope& scope, const std::function<bool(const Symbol&)>& wanted) {
  std::vector<std::string> names;
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    for (const auto& [name, symbol] : at->names) {
      if (wanted(*symbol)) names.emplace_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string_view describe(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::constant: return "a constant";
    case SymbolKind::index: return "an index";
    case SymbolKind::colour: return "a colour set";
    case SymbolKind::function: return "a function";
    case SymbolKind::variable: return "a variable";
    case SymbolKind::label: return "a colour";
    case SymbolKind::constructor: return "the name of an index";
    case SymbolKind::place: return "a place";
    case SymbolKind::port: return "a port";
    case SymbolKind::transition: return "a transition";
    case SymbolKind::module: return "a module";
    case SymbolKind::instance: return "an instance";
  }
  return "a name";
}

Symbol* declare(Context& context, Scope& scope, Symbol symbol) {
  std::map<std::string_view, Symbol*>& names = symbol.kind == SymbolKind::constructor ? scope.constructors : scope.names;
  const auto taken = names.find(symbol.name);
  Symbol* const before = taken == names.end() ? nullptr : taken->second;
  const bool several = symbol.kind == SymbolKind::label || symbol.kind == SymbolKind::constructor;
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
    names.emplace(entered.name, &entered);
  }
  scope.order.push_back(&entered);
  return &entered;
}

}  // namespace petriloom::loom
