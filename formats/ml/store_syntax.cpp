// SPDX-License-Identifier: Apache-2.0
// The nodes that handing on a store is written with.
#include <fmt/format.h>

#include <algorithm>

#include "formats/ml/store_passing.h"

namespace petriloom::cpn::ml {

Expr* StorePassing::name(const std::string& text, const Location& where) {
  Expr* node = arena_.expr(ExprKind::name, where);
  node->name = text;
  return node;
}

Expr* StorePassing::tuple(std::vector<Expr*> parts, const Location& where) {
  if (parts.size() == 1) return parts[0];
  Expr* node = arena_.expr(ExprKind::tuple, where);
  node->parts = std::move(parts);
  return node;
}

Expr* StorePassing::apply(Expr* function, Expr* argument) {
  Expr* node = arena_.expr(ExprKind::apply, function->where);
  node->parts = {function, argument};
  return node;
}

Expr* StorePassing::let(std::vector<Declaration*> declarations, Expr* value) {
  if (declarations.empty()) return value;
  Expr* node = arena_.expr(ExprKind::block, value->where);
  node->declarations = std::move(declarations);
  node->parts = {value};
  return node;
}

Expr* StorePassing::held(const Store& store, const Location& where) {
  std::vector<Expr*> parts;
  for (const std::string& reference : store) parts.push_back(name(reference, where));
  return tuple(std::move(parts), where);
}

Expr* StorePassing::beside(Expr* value, const Store& store) {
  std::vector<Expr*> parts{value};
  for (const std::string& reference : store) parts.push_back(name(reference, value->where));
  return tuple(std::move(parts), value->where);
}

Pattern* StorePassing::variable(const std::string& text, const Location& where) {
  Pattern* pattern = arena_.pattern(PatternKind::variable, where);
  pattern->name = text;
  if (const auto type = known_.find(text); type != known_.end()) pattern->known = type->second;
  return pattern;
}

Pattern* StorePassing::pattern_of(Pattern* value, const Store& store, const Location& where) {
  if (store.empty()) return value;
  Pattern* all = arena_.pattern(PatternKind::tuple, where);
  all->parts.push_back(value);
  // What is bound first hides the reference that it is put into.
  for (const std::string& reference : store) {
    const bool bound = value->kind == PatternKind::variable && value->name == reference;
    all->parts.push_back(bound ? arena_.pattern(PatternKind::wildcard, where) : variable(reference, where));
  }
  return all;
}

Pattern* StorePassing::pattern_of(const Store& store, const Location& where) {
  if (store.size() == 1) return variable(store[0], where);
  Pattern* all = arena_.pattern(PatternKind::tuple, where);
  for (const std::string& reference : store) all->parts.push_back(variable(reference, where));
  return all;
}

Declaration* StorePassing::bind(Pattern* pattern, Expr* value) {
  Declaration* declaration = arena_.declaration(DeclarationKind::value, value->where);
  declaration->pattern = pattern;
  declaration->value = value;
  return declaration;
}

Declaration* StorePassing::bind(Pattern* pattern, const Store& store, Expr* value) {
  return bind(pattern_of(pattern, store, value->where), value);
}

// A name that hides a reference would be what the reference holds. One that hides a function is
// none from here on.
Pattern* StorePassing::copy(const Pattern& pattern, const Store& store) {
  Pattern* same = arena_.pattern(pattern.kind, pattern.where);
  *same = pattern;
  if (pattern.kind == PatternKind::variable || pattern.kind == PatternKind::as) {
    if (std::find(store.begin(), store.end(), pattern.name) != store.end())
      fail(*name(pattern.name, pattern.where), fmt::format("'{}' hides a reference", pattern.name));
    callees_.erase(pattern.name);
  }
  for (Pattern*& part : same->parts) part = copy(*part, store);
  return same;
}

// Names that no file has.
std::string StorePassing::fresh(const char* base) { return fmt::format("{}'{}", base, ++made_); }

}  // namespace petriloom::cpn::ml
