// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn/declaration_order.h"

#include <map>
#include <set>
#include <string>

#include "formats/translation/library.h"

namespace petriloom::cpn {

namespace {

using Names = std::set<std::string>;

// What a declaration declares and what it may use: names that it binds inside count as used too,
// which does no harm.
class NamesOf {
 public:
  explicit NamesOf(const ml::Declaration& declaration) {
    add(declaration);
    if (declaration.structure.empty()) return;
    const Names outside = used;
    for (const std::string& name : outside) use(declaration.structure + "." + name);
  }
  Names declared, used;

 private:
  void use(const std::string& name) {
    used.insert(name.substr(0, name.find('.')));
    used.insert(name);
  }
  void add(const ml::Written* written) {
    if (!written) return;
    if (written->kind == ml::WrittenKind::name) use(written->name);
    for (const ml::Written* part : written->parts) add(part);
  }
  void add(const ml::Pattern& pattern, bool declares) {
    const bool variable = pattern.kind == ml::PatternKind::variable || pattern.kind == ml::PatternKind::as;
    if (variable && declares) declared.insert(pattern.name);
    if (!pattern.name.empty() && !declares) use(pattern.name);
    add(pattern.written);
    for (const ml::Pattern* part : pattern.parts) add(*part, declares);
  }
  void add(const std::vector<ml::Clause>& clauses) {
    for (const ml::Clause& clause : clauses) {
      for (const ml::Pattern* pattern : clause.patterns) add(*pattern, false);
      if (clause.body) add(*clause.body);
    }
  }
  void add(const ml::Expr& expr) {
    if (expr.kind == ml::ExprKind::name) use(expr.name);
    add(expr.written);
    for (const ml::Expr* part : expr.parts) add(*part);
    add(expr.clauses);
    for (const ml::Declaration* inner : expr.declarations) {
      const NamesOf names(*inner);
      used.insert(names.used.begin(), names.used.end());
    }
  }
  void add(const ml::ColourDecl& colour) {
    using ml::ColourForm;
    const bool labels = colour.form == ColourForm::enumeration || colour.form == ColourForm::index ||
                        colour.form == ColourForm::boolean || colour.form == ColourForm::unit;
    for (const auto& [name, where] : colour.names) labels ? void(declared.insert(name)) : use(name);
    if (colour.form == ColourForm::union_) declared.insert(colour.labels.begin(), colour.labels.end());
    for (const ml::Expr* bound : colour.with) add(*bound);
  }
  void add(const ml::Declaration& declaration) {
    if (!declaration.name.empty()) declared.insert(declaration.name);
    if (declaration.pattern) add(*declaration.pattern, true);
    if (declaration.value) add(*declaration.value);
    for (const ml::Function& function : declaration.functions) {
      declared.insert(function.name);
      add(function.result);
      add(function.clauses);
    }
    if (declaration.kind == ml::DeclarationKind::colour) add(declaration.colour);
    // No declaration uses a variable of the net: what is called so in one is bound there.
    const bool variables = declaration.kind == ml::DeclarationKind::variables;
    for (const auto& [name, where] : declaration.names) variables ? void() : void(declared.insert(name));
    for (const ml::Written* content : declaration.contents) add(content);
    add(declaration.written);
    for (const ml::Declaration* inner : declaration.inner) add(*inner);
  }
};

}  // namespace

std::vector<std::size_t> declaration_order(std::span<ml::Declaration* const> declarations) {
  std::vector<NamesOf> names;
  std::map<std::string, std::size_t> first;
  for (const ml::Declaration* declaration : declarations) {
    names.emplace_back(*declaration);
    for (const std::string& name : names.back().declared) first.emplace(name, names.size() - 1);
  }
  enum class State : std::uint8_t { fresh, open, done };
  std::vector<State> states(declarations.size(), State::fresh);
  std::vector<std::size_t> order;
  std::vector<std::size_t> stack;
  for (std::size_t start = 0; start < declarations.size(); ++start) {
    stack.push_back(start);
    while (!stack.empty()) {
      const std::size_t at = stack.back();
      if (states[at] != State::fresh) {
        stack.pop_back();
        if (states[at] == State::open) order.push_back(at);
        states[at] = State::done;
        continue;
      }
      states[at] = State::open;
      for (const std::string& name : names[at].used) {
        const auto found = ml::library().find(name) ? first.end() : first.find(name);
        if (found != first.end() && states[found->second] == State::fresh) stack.push_back(found->second);
      }
    }
  }
  return order;
}

}  // namespace petriloom::cpn
