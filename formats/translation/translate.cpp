// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/translate.h"

#include <fmt/format.h>

#include <charconv>

namespace petriloom::cpn::ml {

Translator::Translator(NetBuilder& builder, Inference& inference, Diagnostics& diagnostics)
    : builder_(builder), inference_(inference), diagnostics_(diagnostics) {}

Value Translator::of(ExprId expr) {
  Value value;
  if (!expr.valid()) return value;
  value.kind = ValueKind::expr;
  value.expr = expr;
  return value;
}

Value Translator::tuple(std::vector<Value> parts) {
  Value value;
  value.kind = ValueKind::tuple;
  value.parts = std::move(parts);
  return value;
}

Value Translator::fail(const Location& where, std::string message, std::string help) {
  if (told_.insert(where).second) diagnostics_.error(where, std::move(message), std::move(help));
  return {};
}

void Translator::warn_once(const Location& where, std::string message) {
  if (told_.insert(where).second) diagnostics_.warning(where, std::move(message));
}

bool Translator::work(const Location& where) {
  if (++work_ <= kMostWork) return true;
  if (work_ == kMostWork + 1) diagnostics_.error(where, "the functions of this net are too large when they are written out");
  return false;
}

std::uint32_t Translator::slot(const std::string& name, ColourSetId colour) {
  now_.frame.slots.push_back({name, colour});
  return static_cast<std::uint32_t>(now_.frame.slots.size() - 1);
}

Type* Translator::meant(Type* type) { return now_.types ? inference_.types().substitute(type, *now_.types) : type; }

ExprId Translator::naming(const std::function<ExprId()>& make) {
  std::vector<std::pair<std::uint32_t, ExprId>> given;
  auto* const before = names_;
  names_ = &given;
  ExprId result = make();
  names_ = before;
  for (std::size_t k = given.size(); k-- > 0 && result.valid();) {
    result = e().let(given[k].first, given[k].second, result, builder_.net().exprs[given[k].second].where);
  }
  return result;
}

Value Translator::named(const Value& value, const Location& where) {
  if (value.kind == ValueKind::tuple || value.kind == ValueKind::record) {
    Value result = value;
    for (Value& part : result.parts) part = named(part, where);
    return result;
  }
  if (value.kind != ValueKind::expr || !names_) return value;
  const ExprArena& exprs = builder_.net().exprs;
  ExprId inner = value.expr;
  while (exprs[inner].op == Op::project) inner = exprs.children(inner)[0];
  if (exprs[inner].op == Op::variable || exprs[inner].op == Op::literal) return value;
  if (write_out && !exprs[value.expr].random && exprs[value.expr].op != Op::call) return value;
  const std::uint32_t at = slot(fmt::format("v{}", now_.frame.slots.size()), e().type(value.expr));
  names_->emplace_back(at, value.expr);
  return of(e().variable(e().type(value.expr), at, where));
}

ExprId Translator::closed(const Expr& expr) {
  return naming([&] { return materialise(eval(expr), expr.type, expr.where); });
}

Value Translator::eval(const Expr& expr) {
  if (!expr.problem.empty()) return fail(expr.where, expr.problem, expr.help);
  if (!work(expr.where)) return {};
  return eval_kind(expr);
}

namespace {

Value selector(const std::string& field) {
  Value value;
  value.kind = ValueKind::select;
  value.name = field;
  return value;
}

}  // namespace

Value Translator::eval_kind(const Expr& expr) {
  if (expr.kind <= ExprKind::character) return literal(expr);
  switch (expr.kind) {
    case ExprKind::name:
      return eval_name(expr);
    case ExprKind::select:
      return selector(expr.name);
    case ExprKind::tuple:
    case ExprKind::record: {
      if (expr.parts.empty()) return of(e().unit(expr.where));
      Value value;
      value.kind = expr.kind == ExprKind::tuple ? ValueKind::tuple : ValueKind::record;
      value.labels = expr.labels;
      bool complete = true;
      for (const Expr* part : expr.parts) {
        value.parts.push_back(eval(*part));
        complete = complete && value.parts.back().known();
      }
      return complete ? value : Value{};
    }
    case ExprKind::list:
      return eval_list(expr);
    case ExprKind::apply: {
      const Value function = eval(*expr.parts[0]);
      const Value argument = eval(*expr.parts[1]);
      if (!function.known() || !argument.known()) return {};
      return apply(function, argument, expr);
    }
    case ExprKind::infix:
      return eval_infix(expr);
    case ExprKind::function: {
      Value value;
      value.kind = ValueKind::lambda;
      value.lambda = &expr;
      value.scope = captured(expr.frees);
      value.types = now_.types;
      return value;
    }
    case ExprKind::branch:
      return eval_branch(expr);
    case ExprKind::choice: {
      const Value value = eval(*expr.parts[0]);
      return value.known() ? choose(expr.clauses, {named(value, expr.where)}, expr, expr.type) : Value{};
    }
    case ExprKind::block:
      return eval_block(expr);
    case ExprKind::sequence:
      return eval_sequence(expr);
    case ExprKind::typed:
      return eval(*expr.parts[0]);
    case ExprKind::raise:
      return of(no_value(colour_of(expr.type), expr.where));
    default:
      break;
  }
  return fail(expr.where, fmt::format("'{}' is outside the part of ML that is read", expr.text));
}

Value Translator::literal(const Expr& expr) {
  const char* const begin = expr.text.data();
  const char* const end = begin + expr.text.size();
  if (expr.kind == ExprKind::integer) {
    std::int64_t number = 0;
    const std::size_t prefix = expr.text.find("0x");
    const bool hex = prefix != std::string::npos && prefix <= 1;
    std::string digits = expr.text;
    if (hex) digits.erase(prefix, 2);
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
    if (result.ec != std::errc())
      return fail(expr.where, fmt::format("the number {} is too large", expr.text), "whole numbers have 64 bits");
    return of(e().integer(number, expr.where));
  }
  if (expr.kind == ExprKind::real) {
    double number = 0;
    if (std::from_chars(begin, end, number).ec != std::errc())
      return fail(expr.where, fmt::format("the number {} is too large", expr.text));
    return of(e().real(number, expr.where));
  }
  return of(e().text(expr.text, expr.where));
}

std::shared_ptr<const Scope> Translator::captured(const std::vector<std::uint32_t>& frees) {
  auto scope = std::make_shared<Scope>();
  for (const std::uint32_t id : frees) {
    if (const auto found = now_.scope.find(id); found != now_.scope.end()) scope->insert(*found);
  }
  return scope;
}

Value Translator::eval_list(const Expr& expr) {
  Type* type = Types::found(meant(expr.type));
  const ColourSetId element = colour_of(type->parts[0]);
  std::vector<ExprId> elements;
  for (const Expr* part : expr.parts) {
    elements.push_back(materialise(eval(*part), part->type, part->where));
    if (!elements.back().valid()) return {};
    elements.back() = coerce(elements.back(), element, part->where);
  }
  return of(e().list(element, elements, expr.where));
}

Value Translator::eval_branch(const Expr& expr) {
  const ExprId condition = materialise(eval(*expr.parts[0]), expr.parts[0]->type, expr.parts[0]->where);
  if (!condition.valid()) return {};
  // A choice that is made while translating does not look at what is not chosen.
  if (const std::optional<Word> known = e().constant(condition)) return eval(*expr.parts[*known != 0 ? 1 : 2]);
  const ColourSetId type = colour_of(expr.type);
  const auto side = [&](const Expr& part) {
    return naming([&] { return coerce(materialise(eval(part), part.type, part.where), type, part.where); });
  };
  const ExprId then = side(*expr.parts[1]);
  const ExprId otherwise = side(*expr.parts[2]);
  if (!then.valid() || !otherwise.valid()) return {};
  return of(e().if_(condition, then, otherwise, expr.where));
}

bool Translator::usable(const Expr& expr) {
  if (!expr.problem.empty()) return false;
  for (const Expr* part : expr.parts) {
    if (!usable(*part)) return false;
  }
  return true;
}

// A value that nothing uses has no effect here. What could have had one is said.
bool Translator::discard(const Expr& expr) {
  if (!usable(expr)) warn_once(expr.where, "kept as text, not executed: its value is not used here");
  return true;
}

Value Translator::eval_sequence(const Expr& expr) {
  for (std::size_t k = 0; k + 1 < expr.parts.size(); ++k) discard(*expr.parts[k]);
  return eval(*expr.parts.back());
}

namespace {

// Whether the local name is used in the expression.
bool uses(const Expr& expr, const std::set<std::uint32_t>& names) {
  if (expr.kind == ExprKind::name && names.contains(expr.binder)) return true;
  for (const Expr* part : expr.parts) {
    if (uses(*part, names)) return true;
  }
  for (const Clause& clause : expr.clauses) {
    if (uses(*clause.body, names)) return true;
  }
  for (const Declaration* declaration : expr.declarations) {
    if (declaration->value && uses(*declaration->value, names)) return true;
    for (const Function& function : declaration->functions) {
      for (const Clause& clause : function.clauses) {
        if (uses(*clause.body, names)) return true;
      }
    }
  }
  return false;
}

void names_in(const Pattern& pattern, std::set<std::uint32_t>& names) {
  if (pattern.binder != 0) names.insert(pattern.binder);
  for (const Pattern* part : pattern.parts) names_in(*part, names);
}

}  // namespace

Value Translator::eval_block(const Expr& expr) {
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
      Value value;
      value.kind = ValueKind::function;
      value.function = &function;
      value.scope = captured(function.frees);
      value.types = now_.types;
      now_.scope[function.binder] = value;
    }
    if (!declaration.value) continue;
    const Value value = eval(*declaration.value);
    if (!value.known()) return {};
    std::vector<ExprId> tests;
    match(*declaration.pattern, named(value, declaration.where), tests);
  }
  return eval(*expr.parts[0]);
}

}  // namespace petriloom::cpn::ml
