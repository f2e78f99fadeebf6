// SPDX-License-Identifier: Apache-2.0
#include "formats/inscriptions/scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom::loom {

Symbol* find(const Scope& scope, NameSpace space, std::string_view name) {
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    if (Symbol* symbol = at->own(space, name); symbol != nullptr) return symbol;
  }
  return nullptr;
}

const Symbol* find_any(const Scope& scope, std::string_view name) {
  for (const NameSpace space : {NameSpace::value, NameSpace::place, NameSpace::transition, NameSpace::instance, NameSpace::colour,
                                NameSpace::function, NameSpace::module, NameSpace::constructor}) {
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
  const NameSpace space = space_of(symbol.kind);
  Symbol* const before = scope.own(space, symbol.name);
  const bool several = symbol.kind == NameKind::label || symbol.kind == NameKind::constructor || symbol.kind == NameKind::variant;
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
  if (entered.kind == NameKind::constant && entered.node != nullptr && entered.node->kind == Kind::constant &&
      &scope == &context.scopes.front())
    entered.constant = context.builder.add(Constant{entered.name, {}, false, entered.where, {}});
  const Node* const value = entered.kind == NameKind::constant ? overridden(context, scope, entered.name) : nullptr;
  if (value != nullptr) {
    entered.value = value;
    entered.value_scope = &scope;
  }
  return &entered;
}

}  // namespace petriloom::loom
