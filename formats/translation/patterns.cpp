// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/patterns.h"

#include <array>

namespace petriloom::cpn::ml {

Patterns::Fit Patterns::test(ExprId condition, std::vector<ExprId>& tests) {
  if (!condition.valid()) return Fit::always;  // the message has been given
  if (const auto known = e().constant(condition)) return *known != 0 ? Fit::always : Fit::never;
  tests.push_back(condition);
  return Fit::perhaps;
}

namespace {

Patterns::Fit both(Patterns::Fit a, Patterns::Fit b) {
  if (a == Patterns::Fit::never || b == Patterns::Fit::never) return Patterns::Fit::never;
  return a == Patterns::Fit::always ? b : a;
}

}  // namespace

Patterns::Fit Patterns::match(const Clause& clause, const std::vector<Value>& values, std::vector<ExprId>& tests) {
  Fit fit = Fit::always;
  for (std::size_t k = 0; k < values.size() && fit != Fit::never; ++k)
    fit = both(fit, match(*clause.patterns[k], values[k], tests));
  return fit;
}

Patterns::Fit Patterns::match(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  if (!pattern.problem.empty()) {
    work_.fail(pattern.where, pattern.problem);
    return Fit::always;
  }
  switch (pattern.kind) {
    case PatternKind::wildcard:
      return Fit::always;
    case PatternKind::variable:
      work_.name(value, pattern.name);
      work_.now().scope[pattern.binder] = value;
      return Fit::always;
    case PatternKind::as:
      work_.name(value, pattern.name);
      work_.now().scope[pattern.binder] = value;
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

Patterns::Fit Patterns::match_literal(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  const ExprKind kind = pattern.kind == PatternKind::integer ? ExprKind::integer
                        : pattern.kind == PatternKind::real  ? ExprKind::real
                                                             : ExprKind::text;
  const Value wanted = values_.literal(kind, pattern.text, pattern.where);
  const ExprId actual = values_.plain(value, pattern.where);
  if (!wanted.known() || !actual.valid()) return Fit::always;
  return test(e().binary(Op::equal, actual, wanted.expr, pattern.where), tests);
}

Patterns::Fit Patterns::match_parts(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  Fit fit = Fit::always;
  for (std::size_t k = 0; k < pattern.parts.size(); ++k) {
    const std::string field = pattern.kind == PatternKind::record ? pattern.labels[k] : std::to_string(k + 1);
    Value part;
    if (pattern.kind == PatternKind::tuple && value.kind == ValueKind::tuple) {
      part = k < value.parts.size() ? value.parts[k] : Value{};
    } else if (pattern.kind == PatternKind::tuple && value.kind == ValueKind::expr) {
      part = e().project(value.expr, k, pattern.where);
    } else {
      part = values_.select(field, value, pattern.where);
    }
    if (!part.known()) return Fit::always;
    fit = both(fit, match(*pattern.parts[k], part, tests));
    if (fit == Fit::never) return fit;
  }
  return fit;
}

Patterns::Fit Patterns::match_list(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  const ExprId list = values_.plain(value, pattern.where);
  if (!list.valid()) return Fit::always;
  const Location& where = pattern.where;
  const ExprId length = e().list_op(Op::length, std::array{list}, where);
  if (pattern.kind == PatternKind::cons) {
    Fit fit = test(e().binary(Op::greater, length, e().integer(0, where), where), tests);
    if (fit == Fit::never) return fit;
    fit = both(fit, match(*pattern.parts[0], e().list_op(Op::head, std::array{list}, where), tests));
    if (fit == Fit::never) return fit;
    return both(fit, match(*pattern.parts[1], e().list_op(Op::tail, std::array{list}, where), tests));
  }
  const auto size = static_cast<std::int64_t>(pattern.parts.size());
  Fit fit = test(e().binary(Op::equal, length, e().integer(size, where), where), tests);
  for (std::size_t k = 0; k < pattern.parts.size() && fit != Fit::never; ++k) {
    const ExprId element = e().list_op(Op::element, std::array{list, e().integer(static_cast<std::int64_t>(k), where)}, where);
    fit = both(fit, match(*pattern.parts[k], element, tests));
  }
  return fit;
}

Patterns::Fit Patterns::match_constructor(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  const Location& where = pattern.where;
  if (value.kind == ValueKind::constructed) {
    if (value.variant != pattern.variant) return Fit::never;
    return pattern.parts.empty() || value.parts.empty() ? Fit::always : match(*pattern.parts[0], value.parts[0], tests);
  }
  const ExprId actual = values_.plain(value, where);
  if (!actual.valid()) return Fit::always;
  const Type* type = Types::found(work_.meant(pattern.type));
  if (type->kind == TypeKind::boolean) return test(pattern.variant != 0 ? actual : e().unary(Op::not_, actual, where), tests);
  if (type->kind != TypeKind::named) return Fit::always;
  const ColourSetId set = values_.colour(type->colour);
  const ColourSet& colours = work_.net().colours[set];
  if (colours.kind == ColourKind::enumeration) {
    return test(e().binary(Op::equal, actual, e().literal(set, colours.low + pattern.variant, where), where), tests);
  }
  if (colours.kind == ColourKind::index) return match(*pattern.parts[0], e().unary(Op::index_of, actual, where), tests);
  const auto variant = static_cast<std::size_t>(pattern.variant);
  const Fit fit = test(e().binary(Op::equal, e().variant(actual, where), e().integer(pattern.variant, where), where), tests);
  if (fit == Fit::never || pattern.parts.empty()) return fit;
  return both(fit, match(*pattern.parts[0], e().content(actual, variant, where), tests));
}

}  // namespace petriloom::cpn::ml
