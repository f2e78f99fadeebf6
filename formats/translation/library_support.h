// SPDX-License-Identifier: Apache-2.0
// Small steps that the tables of library functions share. Included by library_*.cpp alone.
#pragma once

#include <array>

#include "formats/translation/library.h"
#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

/// Component `k` of an argument that is a tuple.
inline ExprId part(Translator& t, const Value& value, std::size_t k, const Expr& at) {
  if (value.kind == ValueKind::tuple) return k < value.parts.size() ? t.plain(value.parts[k], at.where) : ExprId{};
  if (value.kind != ValueKind::expr) return {};
  return t.e().project(value.expr, k, at.where);
}

/// The same where the component may be a function.
inline Value part_value(Translator& t, const Value& value, std::size_t k, const Expr& at) {
  if (value.kind == ValueKind::tuple && k < value.parts.size()) return value.parts[k];
  return Translator::of(part(t, value, k, at));
}

/// A value of the type that the call has, if its own is finer.
inline Value typed(Translator& t, ExprId value, const Expr& at) {
  return Translator::of(value.valid() ? t.coerce(value, t.colour_of(at.type), at.where) : value);
}

/// A function applied to an expression.
inline ExprId applied(Translator& t, const Value& function, ExprId argument, const Expr& at) {
  return t.plain(t.apply(function, Translator::of(argument), at), at.where);
}

template <Op O>
Value unary(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId operand = t.plain(a[0], at.where);
  return operand.valid() ? Translator::of(t.e().unary(O, operand, at.where)) : Value{};
}

template <Op O>
Value binary(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId left = part(t, a[0], 0, at);
  const ExprId right = part(t, a[0], 1, at);
  return left.valid() && right.valid() ? Translator::of(t.e().binary(O, left, right, at.where)) : Value{};
}

/// An operation on one list or string.
template <Op O>
Value list_unary(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = t.plain(a[0], at.where);
  return list.valid() ? Translator::of(t.e().list_op(O, std::array{list}, at.where)) : Value{};
}

/// The argument itself: conversions between types that are one here.
inline Value same(Translator&, std::span<const Value> a, const Expr&) { return a[0]; }

}  // namespace petriloom::cpn::ml
