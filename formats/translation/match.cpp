// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

Translator::Fit Translator::test(ExprId condition, std::vector<ExprId>& tests) {
  if (!condition.valid()) return Fit::always;  // the message has been given
  if (const auto known = e().constant(condition)) return *known != 0 ? Fit::always : Fit::never;
  tests.push_back(condition);
  return Fit::perhaps;
}

namespace {

Translator::Fit both(Translator::Fit a, Translator::Fit b) {
  if (a == Translator::Fit::never || b == Translator::Fit::never) return Translator::Fit::never;
  return a == Translator::Fit::always ? b : a;
}

}  // namespace

Translator::Fit Translator::match(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  if (!pattern.problem.empty()) {
    fail(pattern.where, pattern.problem);
    return Fit::always;
  }
  switch (pattern.kind) {
    case PatternKind::wildcard:
      return Fit::always;
    case PatternKind::variable:
      now_.scope[pattern.binder] = value;
      return Fit::always;
    case PatternKind::as:
      now_.scope[pattern.binder] = value;
      return match(*pattern.parts[0], value, tests);
    case PatternKind::tuple:
    case PatternKind::record:
      return match_parts(pattern, value, tests);
    case PatternKind::list:
    case PatternKind::cons:
      return match_list(pattern, value, tests);
    case PatternKind::constructor:
      return match_constructor(pattern, value, tests);
    default:
      return match_literal(pattern, value, tests);
  }
}

Translator::Fit Translator::match_literal(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  Expr expr;
  expr.kind = pattern.kind == PatternKind::integer ? ExprKind::integer
              : pattern.kind == PatternKind::real  ? ExprKind::real
                                                   : ExprKind::text;
  expr.text = pattern.text;
  expr.where = pattern.where;
  const Value wanted = literal(expr);
  const ExprId actual = plain(value, pattern.where);
  if (!wanted.known() || !actual.valid()) return Fit::always;
  return test(e().binary(Op::equal, actual, wanted.expr, pattern.where), tests);
}

Translator::Fit Translator::match_parts(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  Fit fit = Fit::always;
  for (std::size_t k = 0; k < pattern.parts.size(); ++k) {
    const std::string field = pattern.kind == PatternKind::record ? pattern.labels[k] : std::to_string(k + 1);
    Expr at;
    at.where = pattern.where;
    Value part;
    if (pattern.kind == PatternKind::tuple && value.kind == ValueKind::tuple) {
      part = k < value.parts.size() ? value.parts[k] : Value{};
    } else if (pattern.kind == PatternKind::tuple && value.kind == ValueKind::expr) {
      part = of(e().project(value.expr, k, pattern.where));
    } else {
      part = select(field, value, at);
    }
    if (!part.known()) return Fit::always;
    fit = both(fit, match(*pattern.parts[k], part, tests));
    if (fit == Fit::never) return fit;
  }
  return fit;
}

Translator::Fit Translator::match_list(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  const ExprId list = plain(value, pattern.where);
  if (!list.valid()) return Fit::always;
  const Location& where = pattern.where;
  const ExprId length = e().list_op(Op::length, std::array{list}, where);
  if (pattern.kind == PatternKind::cons) {
    Fit fit = test(e().binary(Op::greater, length, e().integer(0, where), where), tests);
    if (fit == Fit::never) return fit;
    fit = both(fit, match(*pattern.parts[0], of(e().list_op(Op::head, std::array{list}, where)), tests));
    if (fit == Fit::never) return fit;
    return both(fit, match(*pattern.parts[1], of(e().list_op(Op::tail, std::array{list}, where)), tests));
  }
  const auto size = static_cast<std::int64_t>(pattern.parts.size());
  Fit fit = test(e().binary(Op::equal, length, e().integer(size, where), where), tests);
  for (std::size_t k = 0; k < pattern.parts.size() && fit != Fit::never; ++k) {
    const ExprId element = e().list_op(Op::element, std::array{list, e().integer(static_cast<std::int64_t>(k), where)}, where);
    fit = both(fit, match(*pattern.parts[k], of(element), tests));
  }
  return fit;
}

Translator::Fit Translator::match_constructor(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  const Location& where = pattern.where;
  const ExprId actual = plain(value, where);
  if (!actual.valid()) return Fit::always;
  const Type* type = Types::found(meant(pattern.type));
  if (type->kind == TypeKind::boolean) return test(pattern.variant != 0 ? actual : e().unary(Op::not_, actual, where), tests);
  if (type->kind != TypeKind::named) return Fit::always;
  const ColourSetId set = colours_[type->colour];
  const ColourSet& colours = builder_.net().colours[set];
  if (colours.kind == ColourKind::enumeration) {
    return test(e().binary(Op::equal, actual, e().literal(set, colours.low + pattern.variant, where), where), tests);
  }
  if (colours.kind == ColourKind::index) return match(*pattern.parts[0], of(e().unary(Op::index_of, actual, where)), tests);
  const auto variant = static_cast<std::size_t>(pattern.variant);
  const Fit fit = test(e().binary(Op::equal, e().variant(actual, where), e().integer(pattern.variant, where), where), tests);
  if (fit == Fit::never || pattern.parts.empty()) return fit;
  return both(fit, match(*pattern.parts[0], of(e().content(actual, variant, where)), tests));
}

Value Translator::choose(const std::vector<Clause>& clauses, const std::vector<Value>& values, const Expr& at, Type* type) {
  struct Branch {
    ExprId condition, body;
  };
  const Scope outer = now_.scope;
  std::vector<Branch> branches;
  std::vector<std::vector<const Pattern*>> rows;
  ExprId otherwise;
  const auto body_of = [&](const Clause& clause) {
    return naming(
        [&] { return coerce(materialise(eval(*clause.body), type, clause.body->where), colour_of(type), clause.body->where); });
  };
  for (const Clause& clause : clauses) {
    now_.scope = outer;
    std::vector<ExprId> tests;
    Fit fit = Fit::always;
    for (std::size_t k = 0; k < clause.patterns.size() && fit != Fit::never; ++k) {
      fit = both(fit, match(*clause.patterns[k], values[k], tests));
    }
    if (fit == Fit::never) continue;
    rows.emplace_back(clause.patterns.begin(), clause.patterns.end());
    if (fit == Fit::always) {
      if (branches.empty()) {
        Value result = eval(*clause.body);
        now_.scope = outer;
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
      now_.scope = outer;
      return {};
    }
  }
  now_.scope = outer;
  if (!otherwise.valid() && !branches.empty() && exhaustive(rows, inference_)) {
    otherwise = branches.back().body;
    branches.pop_back();
  }
  if (!otherwise.valid()) otherwise = no_value(colour_of(type), at.where);
  for (std::size_t k = branches.size(); k-- > 0;) otherwise = e().if_(branches[k].condition, branches[k].body, otherwise, at.where);
  return of(otherwise);
}

}  // namespace petriloom::cpn::ml
