// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/function_facts.h"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "formats/translation/library.h"

namespace petriloom::cpn::ml {

bool FunctionFacts::recursive(const Function& function) {
  const auto known = recursive_.find(&function);
  if (known != recursive_.end()) return known->second;
  // Reaches itself through the functions of the file that it names.
  std::vector<const Function*> open{&function};
  std::set<const Function*> seen;
  const std::function<bool(const Expr&)> visit = [&](const Expr& expr) {
    if (expr.kind == ExprKind::name && expr.binder != 0 && environment_.binder(expr.binder).kind == BinderKind::function) {
      open.push_back(environment_.binder(expr.binder).function);
    }
    return any_inside(expr, visit);
  };
  bool result = false;
  while (!open.empty() && !result) {
    const Function* next = open.back();
    open.pop_back();
    for (const Clause& clause : next->clauses) {
      const std::size_t before = open.size();
      visit(*clause.body);
      result = result || std::find(open.begin() + static_cast<std::ptrdiff_t>(before), open.end(), &function) != open.end();
    }
    std::erase_if(open, [&](const Function* f) { return seen.contains(f); });
    for (const Function* f : open) seen.insert(f);
  }
  recursive_[&function] = result;
  return result;
}

bool FunctionFacts::has_itself(const Expr& expr, Effect effect) {
  if (expr.kind != ExprKind::name || expr.binder != 0) return false;
  const LibraryFunction* known = library().find(expr.name);
  if (!known) known = library().find_of_colour_set(Inference::of_colour_set(expr.name).second);
  return known && known->effect == effect;
}

bool FunctionFacts::has(const Expr& expr, Effect effect) {
  if (has_itself(expr, effect)) return true;
  if (expr.kind == ExprKind::name && expr.binder != 0) {
    const Binder& binder = environment_.binder(expr.binder);
    if (binder.kind == BinderKind::function && has(*binder.function, effect)) return true;
  }
  return any_inside(expr, [&](const Expr& inner) { return has(inner, effect); });
}

bool FunctionFacts::has(const Function& function, Effect effect) {
  std::map<const Function*, bool>& memory = effects_[effect];
  if (const auto known = memory.find(&function); known != memory.end()) return known->second;
  // Of all that it calls: those that call each other have what one of them has.
  std::set<const Function*> seen{&function};
  std::vector<const Function*> open{&function};
  bool result = false;
  const std::function<bool(const Expr&)> visit = [&](const Expr& expr) {
    if (expr.kind == ExprKind::name && expr.binder != 0) {
      const Binder& binder = environment_.binder(expr.binder);
      if (binder.kind == BinderKind::function && seen.insert(binder.function).second) open.push_back(binder.function);
      return false;
    }
    return has_itself(expr, effect) || any_inside(expr, visit);
  };
  while (!open.empty() && !result) {
    const Function* next = open.back();
    open.pop_back();
    for (const Clause& clause : next->clauses) result = result || visit(*clause.body);
  }
  memory[&function] = result;
  return result;
}

void FunctionFacts::add_references(const std::vector<Clause>& clauses, std::set<const Function*>& seen, References& all) const {
  const std::function<bool(const Expr&)> visit = [&](const Expr& expr) {
    if (expr.kind == ExprKind::name && expr.binder != 0) {
      const Binder& binder = environment_.binder(expr.binder);
      if (binder.kind == BinderKind::reference) all.insert(binder.declaration);
      if (binder.kind == BinderKind::function && seen.insert(binder.function).second)
        add_references(binder.function->clauses, seen, all);
    }
    return any_inside(expr, visit);
  };
  for (const Clause& clause : clauses) visit(*clause.body);
}

void FunctionFacts::add_references(const Value& value, std::set<const Function*>& seen, References& all) const {
  if (value.lambda) add_references(value.lambda->clauses, seen, all);
  if (value.function && seen.insert(value.function).second) add_references(value.function->clauses, seen, all);
  if (value.scope) {
    for (const auto& [id, captured] : *value.scope) add_references(captured, seen, all);
  }
  for (const Value& part : value.parts) add_references(part, seen, all);
}

FunctionFacts::References FunctionFacts::references(const Value& function) const {
  std::set<const Function*> seen;
  References all;
  add_references(function, seen, all);
  return all;
}

}  // namespace petriloom::cpn::ml
