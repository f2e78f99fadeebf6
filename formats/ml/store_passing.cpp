// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/store_passing.h"

#include <algorithm>
#include <utility>

namespace petriloom::cpn::ml {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_loop(const Expr& expr) { return expr.kind == ExprKind::unsupported && expr.text == "while"; }

// `r := e`, `inc r`, `dec r`: the reference; empty if it is none of these.
std::string assigned(const Expr& expr) {
  const bool infix = expr.kind == ExprKind::infix && expr.name == ":=";
  if (infix && expr.parts[0]->kind == ExprKind::name) return expr.parts[0]->name;
  if (expr.kind != ExprKind::apply || expr.parts[0]->kind != ExprKind::name || expr.parts[1]->kind != ExprKind::name) return {};
  const std::string& function = expr.parts[0]->name;
  return function == "inc" || function == "dec" ? expr.parts[1]->name : std::string();
}

// `!r`
std::string looked_at(const Expr& expr) {
  const bool call = expr.kind == ExprKind::apply && expr.parts[0]->kind == ExprKind::name && expr.parts[0]->name == "!";
  return call && expr.parts[1]->kind == ExprKind::name ? expr.parts[1]->name : std::string();
}

const Expr& without_type(const Expr& expr) { return expr.kind == ExprKind::typed ? without_type(*expr.parts[0]) : expr; }

}  // namespace

Expr* StorePassing::without_references(const Expr& expr) {
  Expr* const result = block(expr, {}, false);
  return problem_.empty() ? result : nullptr;
}

Expr* StorePassing::function_of(const Expr& code, const std::map<std::string, Type*>& references, const Declaration& functions) {
  std::vector<Declaration*> all;
  Store store;
  for (const auto& [reference, type] : references) store.push_back(reference);
  known_ = references;
  if (!functions.functions.empty()) declare(functions, store, all);
  Expr* node = arena_.expr(ExprKind::function, code.where);
  Expr* const body = run(code, store);
  node->clauses.push_back({{pattern_of(store, code.where)}, let(std::move(all), body)});
  return problem_.empty() ? node : nullptr;
}

Expr* StorePassing::fail(const Expr& at, std::string problem) {
  if (problem_.empty()) {
    problem_ = std::move(problem);
    where_ = at.where;
  }
  return tuple({}, at.where);
}

bool StorePassing::changes(const Expr& expr, const Store& store) const {
  if (contains(store, assigned(expr))) return true;
  if (expr.kind == ExprKind::name) {
    const auto callee = callees_.find(expr.name);
    if (callee != callees_.end() && callee->second.changes) return true;
  }
  return any_inside(expr, [&](const Expr& inner) { return changes(inner, store); });
}

bool StorePassing::mentions(const Expr& expr, const std::string& reference) const {
  if (expr.kind == ExprKind::name) {
    const auto callee = callees_.find(expr.name);
    return expr.name == reference || (callee != callees_.end() && contains(callee->second.store, reference));
  }
  return any_inside(expr, [&](const Expr& inner) { return mentions(inner, reference); });
}

StorePassing::Store StorePassing::mentioned(const std::vector<const Expr*>& exprs, const Store& store) const {
  Store result;
  for (const std::string& reference : store) {
    if (std::any_of(exprs.begin(), exprs.end(), [&](const Expr* expr) { return mentions(*expr, reference); }))
      result.push_back(reference);
  }
  return result;
}

const StorePassing::Callee* StorePassing::called(const Expr& expr) const {
  std::size_t arguments = 0;
  const Expr* head = &expr;
  for (; head->kind == ExprKind::apply; head = head->parts[0]) ++arguments;
  const auto callee = head->kind == ExprKind::name ? callees_.find(head->name) : callees_.end();
  return callee != callees_.end() && callee->second.curried == arguments ? &callee->second : nullptr;
}

Expr* StorePassing::run(const Expr& expr, const Store& store) {
  if (expr.kind == ExprKind::block) return block(expr, store, true);
  if (is_loop(expr)) return loop(expr, store);
  if (!changes(expr, store)) return beside(read(expr, store), store);
  switch (expr.kind) {
    case ExprKind::sequence:
      return run_sequence(expr, store);
    case ExprKind::branch:
    case ExprKind::choice:
      return run_choice(expr, store);
    case ExprKind::typed: {
      const std::string value = fresh("value");
      Expr* typed = arena_.expr(ExprKind::typed, expr.where);
      typed->parts = {name(value, expr.where)};
      typed->written = expr.written;
      return let({bind(variable(value, expr.where), store, run(*expr.parts[0], store))}, beside(typed, store));
    }
    case ExprKind::infix:
    case ExprKind::apply:
      return run_apply(expr, store);
    case ExprKind::tuple:
    case ExprKind::record:
    case ExprKind::list:
      return run_parts(expr, store);
    default:
      return fail(expr, "a reference is changed inside of an expression that is not read");
  }
}

Expr* StorePassing::run_sequence(const Expr& expr, const Store& store) {
  std::vector<Declaration*> steps;
  for (std::size_t k = 0; k + 1 < expr.parts.size(); ++k) {
    const Expr& step = *expr.parts[k];
    Pattern* const nothing = arena_.pattern(PatternKind::wildcard, step.where);
    const bool in_steps = changes(step, store) || is_loop(step);
    steps.push_back(in_steps ? bind(nothing, store, run(step, store)) : bind(nothing, read(step, store)));
  }
  return let(std::move(steps), run(*expr.parts.back(), store));
}

// `if` and `case`: what decides comes first.
Expr* StorePassing::run_choice(const Expr& expr, const Store& store) {
  std::vector<Declaration*> before;
  Expr* node = arena_.expr(expr.kind, expr.where);
  if (changes(*expr.parts[0], store)) {
    const std::string value = fresh("value");
    before.push_back(bind(variable(value, expr.where), store, run(*expr.parts[0], store)));
    node->parts.push_back(name(value, expr.where));
  } else {
    node->parts.push_back(read(*expr.parts[0], store));
  }
  for (std::size_t k = 1; k < expr.parts.size(); ++k) node->parts.push_back(run(*expr.parts[k], store));
  for (const Clause& clause : expr.clauses) {
    const Callees outside = callees_;
    Pattern* const pattern = copy(*clause.patterns[0], store);
    node->clauses.push_back({{pattern}, run(*clause.body, store)});
    callees_ = outside;
  }
  return before.empty() ? node : let(std::move(before), node);
}

Expr* StorePassing::run_apply(const Expr& expr, const Store& store) {
  const std::string reference = assigned(expr);
  if (contains(store, reference)) {
    Expr* const done = beside(tuple({}, expr.where), store);
    if (expr.kind == ExprKind::infix)
      return let({bind(variable(reference, expr.where), store, run(*expr.parts[1], store)),
                  bind(variable(reference, expr.where), name(reference, expr.where))},
                 done);
    Expr* sum = arena_.expr(ExprKind::infix, expr.where);
    Expr* one = arena_.expr(ExprKind::integer, expr.where);
    one->text = "1";
    sum->name = expr.parts[0]->name == "inc" ? "+" : "-";
    sum->parts = {name(reference, expr.where), one};
    return let({bind(variable(reference, expr.where), sum)}, done);
  }
  const Callee* const callee = called(expr);
  if (!callee || !callee->changes) return run_parts(expr, store);
  const bool arguments_change = [&] {
    for (const Expr* at = &expr; at->kind == ExprKind::apply; at = at->parts[0])
      if (changes(*at->parts[1], store)) return true;
    return false;
  }();
  if (arguments_change) return fail(expr, "a reference is changed inside of the arguments of a function that changes some");
  const std::string value = fresh("value");
  Expr* const call = apply(read_parts(expr, store), held(callee->store, expr.where));
  return let({bind(variable(value, expr.where), callee->store, call)}, beside(name(value, expr.where), store));
}

// The parts one after the other.
Expr* StorePassing::run_parts(const Expr& expr, const Store& store) {
  if (expr.kind == ExprKind::infix && (expr.name == "andalso" || expr.name == "orelse"))
    return fail(expr, "a reference is changed inside of a condition");
  std::vector<Declaration*> steps;
  Expr* node = arena_.expr(expr.kind, expr.where);
  *node = expr;
  for (Expr*& part : node->parts) {
    if (part->kind == ExprKind::name || part->kind == ExprKind::select) {
      part = read(*part, store);
      continue;
    }
    const std::string value = fresh("value");
    Pattern* const to = variable(value, part->where);
    steps.push_back(changes(*part, store) ? bind(to, store, run(*part, store)) : bind(to, read(*part, store)));
    part = name(value, part->where);
  }
  return let(std::move(steps), beside(node, store));
}

Expr* StorePassing::read(const Expr& expr, const Store& store) {
  if (const std::string reference = looked_at(expr); contains(store, reference)) return name(reference, expr.where);
  if (expr.kind == ExprKind::block) return block(expr, store, false);
  if (expr.kind == ExprKind::name && contains(store, expr.name))
    return fail(expr, "a reference is read with '!' and changed with ':='; nothing else is read of it");
  if (expr.kind == ExprKind::name && callees_.contains(expr.name))
    return fail(expr, "a function that looks at references is called with all its arguments; nothing else is read of it");
  if (const Callee* const callee = called(expr)) return apply(read_parts(expr, store), held(callee->store, expr.where));
  return read_parts(expr, store);
}

// The function that is called stays as it is.
Expr* StorePassing::read_parts(const Expr& expr, const Store& store) {
  const bool call = called(expr) != nullptr;
  Expr* node = arena_.expr(expr.kind, expr.where);
  *node = expr;
  for (std::size_t k = 0; k < node->parts.size(); ++k) {
    const bool head = call && k == 0;
    Expr*& part = node->parts[k];
    if (!head) {
      part = read(*part, store);
      continue;
    }
    // f a b: the callee behind the other arguments.
    Expr** at = &part;
    while ((*at)->kind == ExprKind::apply) {
      Expr* inner = arena_.expr(ExprKind::apply, (*at)->where);
      inner->parts = {(*at)->parts[0], read(*(*at)->parts[1], store)};
      *at = inner;
      at = &inner->parts[0];
    }
    *at = name((*at)->name, (*at)->where);
  }
  for (Clause& clause : node->clauses) {
    const Callees outside = callees_;
    for (Pattern*& pattern : clause.patterns) pattern = copy(*pattern, store);
    clause.body = read(*clause.body, store);
    callees_ = outside;
  }
  return node;
}

Expr* StorePassing::block(const Expr& expr, const Store& store, bool keep) {
  const Callees outside = callees_;
  Store inner = store;
  std::vector<Declaration*> all;
  for (const Declaration* declaration : expr.declarations) declare(*declaration, inner, all);
  const Expr& body = *expr.parts[0];
  Expr* result;
  if (!changes(body, inner) && !is_loop(body)) {
    result = read(body, inner);
    if (keep) result = beside(result, store);
  } else if (inner.size() == store.size()) {
    result = run(body, inner);
  } else {
    const std::string value = fresh("value");
    all.push_back(bind(variable(value, body.where), inner, run(body, inner)));
    result = name(value, body.where);
    if (keep) result = beside(result, store);
  }
  callees_ = outside;
  return let(std::move(all), result);
}

void StorePassing::declare(const Declaration& declaration, Store& store, std::vector<Declaration*>& all) {
  switch (declaration.kind) {
    case DeclarationKind::reference: {
      if (contains(store, declaration.name)) fail(*declaration.value, "a local reference hides another one");
      Pattern* const first = variable(declaration.name, declaration.where);
      const bool in_steps = changes(*declaration.value, store);
      all.push_back(in_steps ? bind(first, store, run(*declaration.value, store)) : bind(first, read(*declaration.value, store)));
      store.push_back(declaration.name);
      break;
    }
    case DeclarationKind::value:
      values(declaration, store, all);
      break;
    case DeclarationKind::functions:
      all.push_back(functions(declaration, store));
      break;
    default: {
      Declaration* same = arena_.declaration(declaration.kind, declaration.where);
      *same = declaration;
      all.push_back(same);
    }
  }
}

void StorePassing::values(const Declaration& declaration, const Store& store, std::vector<Declaration*>& all) {
  const Expr& value = *declaration.value;
  const bool looks = !mentioned({&value}, store).empty();
  if (looks && without_type(value).kind == ExprKind::function)
    fail(value, "a function is a value here that would look at references later");
  const bool steps = changes(value, store) || is_loop(value);
  Expr* const made = steps ? run(value, store) : read(value, store);
  Pattern* const pattern = copy(*declaration.pattern, store);
  all.push_back(steps ? bind(pattern, store, made) : bind(pattern, made));
  all.back()->at_once = looks;
}

Declaration* StorePassing::functions(const Declaration& declaration, const Store& store) {
  Declaration* made = arena_.declaration(DeclarationKind::functions, declaration.where);
  *made = declaration;
  std::vector<const Expr*> bodies;
  for (const Function& function : declaration.functions) {
    for (const Clause& clause : function.clauses) bodies.push_back(clause.body);
  }
  const Store own = mentioned(bodies, store);
  if (own.empty()) {
    for (const Function& function : declaration.functions) callees_.erase(function.name);
  } else {
    for (const Function& function : declaration.functions) callees_[function.name] = {function.curried, false, own};
    // One that calls another one that changes references changes them too.
    for (bool again = true; std::exchange(again, false);) {
      for (const Function& function : declaration.functions) {
        Callee& callee = callees_[function.name];
        const bool now = std::any_of(function.clauses.begin(), function.clauses.end(),
                                     [&](const Clause& clause) { return changes(*clause.body, own); });
        again = again || now != callee.changes;
        callee.changes = now;
      }
    }
  }
  for (Function& function : made->functions) {
    const bool steps = !own.empty() && callees_[function.name].changes;
    for (Clause& clause : function.clauses) {
      const Callees outside = callees_;
      for (Pattern*& pattern : clause.patterns) pattern = copy(*pattern, store);
      const Expr* body = clause.body;
      if (function.result && steps) {
        Expr* typed = arena_.expr(ExprKind::typed, body->where);
        typed->parts = {clause.body};
        typed->written = function.result;
        body = typed;
      }
      clause.body = steps ? run(*body, own) : read(*body, own.empty() ? store : own);
      if (!own.empty()) clause.patterns.push_back(pattern_of(own, body->where));
      callees_ = outside;
    }
    if (steps) function.result = nullptr;
    if (!own.empty()) ++function.curried;
  }
  return made;
}

Expr* StorePassing::loop(const Expr& expr, const Store& store) {
  const Expr& condition = *expr.parts[0];
  const Expr& body = *expr.parts[1];
  const Store own = mentioned({&condition, &body}, store);
  if (own.empty() || changes(condition, own)) return fail(expr, "a loop goes on as long as references say");
  const std::string again = fresh("loop");
  const Location& where = expr.where;
  Expr* const next =
      let({bind(arena_.pattern(PatternKind::wildcard, where), own, run(body, own))}, apply(name(again, where), held(own, where)));
  Expr* branch = arena_.expr(ExprKind::branch, where);
  branch->parts = {read(condition, own), next, held(own, where)};
  Declaration* declared = arena_.declaration(DeclarationKind::functions, where);
  Function& function = declared->functions.emplace_back();
  function.name = again;
  function.where = where;
  function.clauses.push_back({{pattern_of(own, where)}, branch});
  return let({declared, bind(pattern_of(own, where), apply(name(again, where), held(own, where)))},
             beside(tuple({}, where), store));
}

}  // namespace petriloom::cpn::ml
