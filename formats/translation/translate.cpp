// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/translate.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom::cpn::ml {

ExprId Translator::closed(const Expr& expr) {
  return work_.naming([&] { return values_.materialise(eval(expr), expr.type, expr.where); });
}

ExprId Translator::eval_as(const Expr& expr, ColourSetId type) {
  return values_.coerce(values_.materialise(eval(expr), expr.type, expr.where), type, expr.where);
}

std::optional<Word> Translator::constant(const Expr& expr, ColourSetId type, std::string_view what) {
  return e().constant(constant_literal(expr, type, what));
}

ExprId Translator::constant_literal(const Expr& expr, ColourSetId type, std::string_view what) {
  const Workspace::Apart apart(work_);
  const ExprId value = work_.naming([&] { return eval_as(expr, type); });
  return e().require_literal(value, what);
}

Value Translator::eval(const Expr& expr) {
  if (!expr.problem.empty()) return work_.fail(expr.where, expr.problem, expr.help);
  if (!work_.spend(expr.where)) return {};
  return eval_kind(expr);
}

Value Translator::eval_kind(const Expr& expr) {
  if (expr.kind <= ExprKind::character) return values_.literal(expr.kind, expr.text, expr.where);
  Value value;
  switch (expr.kind) {
    case ExprKind::name:
      return eval_name(expr);
    case ExprKind::select:
      value.kind = ValueKind::select;
      value.name = expr.name;
      return value;
    case ExprKind::tuple:
    case ExprKind::record:
      return eval_parts(expr);
    case ExprKind::list:
      return eval_list(expr);
    case ExprKind::apply: {
      if (const Expr* io = work_.inference().left_out(expr)) return leave_out(expr, *io);
      const Value function = eval(*expr.parts[0]);
      const Value argument = eval(*expr.parts[1]);
      if (!function.known() || !argument.known()) return {};
      return calls_.apply(function, argument, expr);
    }
    case ExprKind::infix:
      return eval_infix(expr);
    case ExprKind::function:
      value.kind = ValueKind::lambda;
      value.lambda = &expr;
      value.scope = captured(expr.frees);
      value.types = work_.now().types;
      return value;
    case ExprKind::branch:
      return eval_branch(expr);
    case ExprKind::choice:
      value = eval(*expr.parts[0]);
      return value.known() ? choose(expr.clauses, {work_.named(value, expr.where)}, expr, expr.type) : Value{};
    case ExprKind::block:
      return eval_block(expr);
    case ExprKind::sequence:
      return eval_sequence(expr);
    case ExprKind::typed:
      return eval(*expr.parts[0]);
    case ExprKind::handle:
      return eval_handle(expr);
    case ExprKind::raise:
      return eval_raise(expr);
    default:
      break;
  }
  return work_.fail(expr.where, fmt::format("'{}' is outside the part of ML that is read", expr.text));
}

Value Translator::eval_parts(const Expr& expr) {
  if (expr.parts.empty()) return e().unit(expr.where);
  Value value(expr.kind == ExprKind::tuple ? ValueKind::tuple : ValueKind::record);
  value.labels = expr.labels;
  bool complete = true;
  for (const Expr* part : expr.parts) {
    value.parts.push_back(eval(*part));
    complete = complete && value.parts.back().known();
  }
  return complete ? value : Value{};
}

Value Translator::function(const Function& function, std::shared_ptr<const Scope> scope) {
  Value value(ValueKind::function);
  value.function = &function;
  value.scope = std::move(scope);
  value.types = work_.now().types;
  return value;
}

std::shared_ptr<const Scope> Translator::captured(const std::vector<std::uint32_t>& frees) {
  auto scope = std::make_shared<Scope>();
  for (const std::uint32_t id : frees) {
    if (const auto found = work_.now().scope.find(id); found != work_.now().scope.end()) scope->insert(*found);
  }
  return scope;
}

Value Translator::eval_list(const Expr& expr) {
  Type* type = Types::found(work_.meant(expr.type));
  const ColourSetId element = values_.colour_of(type->parts[0]);
  std::vector<ExprId> elements;
  for (const Expr* part : expr.parts) {
    elements.push_back(values_.materialise(eval(*part), part->type, part->where));
    if (!elements.back().valid()) return {};
    elements.back() = values_.coerce(elements.back(), element, part->where);
  }
  return e().list(element, elements, expr.where);
}

Value Translator::eval_branch(const Expr& expr) {
  const ExprId condition = values_.materialise(eval(*expr.parts[0]), expr.parts[0]->type, expr.parts[0]->where);
  if (!condition.valid()) return {};
  // A choice that is made while translating does not look at what is not chosen.
  if (const std::optional<Word> known = e().constant(condition)) return eval(*expr.parts[*known != 0 ? 1 : 2]);
  const ColourSetId type = values_.colour_of(expr.type);
  const auto side = [&](const Expr& part) { return work_.naming([&] { return eval_as(part, type); }); };
  const ExprId then = side(*expr.parts[1]);
  const ExprId otherwise = side(*expr.parts[2]);
  if (!then.valid() || !otherwise.valid()) return {};
  return e().if_(condition, then, otherwise, expr.where);
}

namespace {

bool usable(const Expr& expr) {
  return expr.problem.empty() && !(expr.kind == ExprKind::infix && expr.name == ":=") &&
         std::all_of(expr.parts.begin(), expr.parts.end(), [](const Expr* part) { return usable(*part); });
}

// Whether the local name is used in the expression.
bool uses(const Expr& expr, const std::set<std::uint32_t>& names) {
  if (expr.kind == ExprKind::name && names.contains(expr.binder)) return true;
  return any_inside(expr, [&](const Expr& inner) { return uses(inner, names); });
}

void names_in(const Pattern& pattern, std::set<std::uint32_t>& names) {
  if (pattern.binder != 0) names.insert(pattern.binder);
  for (const Pattern* part : pattern.parts) names_in(*part, names);
}

}  // namespace

// A value that nothing uses has no effect here. What could have had one is said.
void Translator::discard(const Expr& expr) {
  std::set<const Function*> seen;
  tell_left_out(expr, seen);
  if (!usable(expr)) work_.warn_once(expr.where, "kept as text, not executed: its value is not used here");
}

// Each call of files and sockets that is left out, also in functions that are called.
void Translator::tell_left_out(const Expr& expr, std::set<const Function*>& seen) {
  if (const Expr* io = work_.inference().left_out(expr)) work_.warn_once(expr.where, fmt::format("'{}' is left out", io->name));
  if (expr.kind == ExprKind::name && expr.binder != 0) {
    const Function* function = work_.environment().binder(expr.binder).function;
    if (function && seen.insert(function).second) {
      for (const Clause& clause : function->clauses) tell_left_out(*clause.body, seen);
    }
  }
  any_inside(expr, [&](const Expr& inner) {
    tell_left_out(inner, seen);
    return false;
  });
}

// Its value is none, or unit: nothing depends on it.
Value Translator::leave_out(const Expr& expr, const Expr& io) {
  const Type* type = Types::found(work_.meant(expr.type));
  const bool nothing = type->kind == TypeKind::variable || (type->kind == TypeKind::tuple && type->parts.empty());
  if (!nothing) {
    return work_.fail(expr.where, fmt::format("the value of '{}' is needed here", io.name),
                      "--ignore-io leaves out calls whose values nothing needs");
  }
  work_.warn_once(expr.where, fmt::format("'{}' is left out", io.name));
  return e().unit(expr.where);
}

Value Translator::eval_sequence(const Expr& expr) {
  for (std::size_t k = 0; k + 1 < expr.parts.size(); ++k) discard(*expr.parts[k]);
  return eval(*expr.parts.back());
}

bool Translator::enter_block(const Expr& expr) {
  // Only what the value needs is translated: from the end, which declarations are used.
  const auto& declarations = expr.declarations;
  std::vector<bool> used(declarations.size(), false);
  for (std::size_t k = declarations.size(); k-- > 0;) {
    std::set<std::uint32_t> names;
    if (declarations[k]->pattern) names_in(*declarations[k]->pattern, names);
    for (const Function& function : declarations[k]->functions) names.insert(function.binder);
    used[k] = uses(*expr.parts[0], names);
    for (std::size_t later = k + 1; later < declarations.size() && !used[k]; ++later) {
      if (!used[later]) continue;
      used[k] = declarations[later]->value && uses(*declarations[later]->value, names);
      for (const Function& function : declarations[later]->functions) {
        for (const Clause& clause : function.clauses) used[k] = used[k] || uses(*clause.body, names);
      }
    }
  }
  for (std::size_t k = 0; k < declarations.size(); ++k) {
    const Declaration& declaration = *declarations[k];
    if (!used[k]) {
      if (declaration.value) discard(*declaration.value);
      continue;
    }
    for (const Function& function : declaration.functions) {
      work_.now().scope[function.binder] = this->function(function, captured(function.frees));
    }
    if (!declaration.value) continue;
    const Value value = eval(*declaration.value);
    if (!value.known()) return false;
    std::vector<ExprId> tests;
    patterns_.match(*declaration.pattern, work_.named(value, declaration.where), tests);
  }
  return true;
}

Value Translator::eval_block(const Expr& expr) { return enter_block(expr) ? eval(*expr.parts[0]) : Value{}; }

Value Translator::choose(const std::vector<Clause>& clauses, const std::vector<Value>& values, const Expr& at, Type* type) {
  struct Branch {
    ExprId condition, body;
  };
  const Scope outer = work_.now().scope;
  std::vector<Branch> branches;
  std::vector<std::vector<const Pattern*>> rows;
  ExprId otherwise;
  const auto body_of = [&](const Clause& clause) {
    return work_.naming([&] {
      return values_.coerce(values_.materialise(eval(*clause.body), type, clause.body->where), values_.colour_of(type),
                            clause.body->where);
    });
  };
  for (const Clause& clause : clauses) {
    work_.now().scope = outer;
    std::vector<ExprId> tests;
    const Patterns::Fit fit = patterns_.match(clause, values, tests);
    if (fit == Patterns::Fit::never) continue;
    rows.emplace_back(clause.patterns.begin(), clause.patterns.end());
    if (fit == Patterns::Fit::always) {
      if (branches.empty()) {
        Value result = eval(*clause.body);
        work_.now().scope = outer;
        return result;
      }
      otherwise = body_of(clause);
      if (!otherwise.valid()) return {};
      break;
    }
    ExprId condition = tests[0];
    for (std::size_t k = 1; k < tests.size(); ++k) condition = e().binary(Op::and_, condition, tests[k], at.where);
    branches.push_back({condition, body_of(clause)});
    if (!branches.back().body.valid()) {
      work_.now().scope = outer;
      return {};
    }
  }
  work_.now().scope = outer;
  if (!otherwise.valid() && !branches.empty() && exhaustive(rows, work_.environment())) {
    otherwise = branches.back().body;
    branches.pop_back();
  }
  if (!otherwise.valid()) otherwise = values_.no_value(values_.colour_of(type), "no clause fits here (Match)", at.where);
  for (std::size_t k = branches.size(); k-- > 0;) otherwise = e().if_(branches[k].condition, branches[k].body, otherwise, at.where);
  return otherwise;
}

}  // namespace petriloom::cpn::ml
