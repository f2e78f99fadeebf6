// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/library_support.h"

namespace petriloom::cpn::ml {

namespace {

// Whether a whole number is known not to be negative: a literal or of a colour set that has no negative numbers.
bool natural(Translator& t, ExprId value) {
  const ExprArena& exprs = t.builder().net().exprs;
  while (exprs[value].op == Op::convert) value = exprs.children(value)[0];
  if (exprs[value].op == Op::literal) return exprs[value].payload >= 0;
  if (exprs[value].op == Op::length) return true;
  const ColourSet& set = t.builder().net().colours[exprs[value].type];
  return set.kind == ColourKind::range && set.low >= 0;
}

// Division of ML rounds down, ours toward zero: where signs differ and something remains they differ by one.
Value divide(Translator& t, const Value& both, bool modulo, const Expr& at) {
  const ExprId a = t.plain(t.named(part_value(t, both, 0, at), at.where), at.where);
  const ExprId b = t.plain(t.named(part_value(t, both, 1, at), at.where), at.where);
  if (!a.valid() || !b.valid()) return {};
  ExprBuilder& e = t.e();
  const ExprId rest = e.binary(Op::modulo, a, b, at.where);
  const ExprId whole = e.binary(Op::divide, a, b, at.where);
  if (natural(t, a) && natural(t, b)) return Translator::of(modulo ? rest : whole);
  const ExprId zero = e.integer(0, at.where);
  const ExprId signs = natural(t, b) ? e.binary(Op::less, rest, zero, at.where)
                                     : e.binary(Op::not_equal, e.binary(Op::less, rest, zero, at.where),
                                                e.binary(Op::less, b, zero, at.where), at.where);
  const ExprId differ = natural(t, b) ? signs : e.binary(Op::and_, e.binary(Op::not_equal, rest, zero, at.where), signs, at.where);
  if (modulo) return Translator::of(e.if_(differ, e.binary(Op::add, rest, b, at.where), rest, at.where));
  return Translator::of(e.if_(differ, e.binary(Op::subtract, whole, e.integer(1, at.where), at.where), whole, at.where));
}

Value div_down(Translator& t, std::span<const Value> a, const Expr& at) { return divide(t, a[0], false, at); }
Value mod_down(Translator& t, std::span<const Value> a, const Expr& at) { return divide(t, a[0], true, at); }

Value divide_reals(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId left = part(t, a[0], 0, at);
  const ExprId right = part(t, a[0], 1, at);
  if (!left.valid() || !right.valid()) return {};
  return Translator::of(t.e().binary(Op::divide, t.coerce(left, ColourTable::kReal, at.where),
                                     t.coerce(right, ColourTable::kReal, at.where), at.where));
}

Value to_real(Translator& t, std::span<const Value> a, const Expr& at) {
  return Translator::of(t.coerce(t.plain(a[0], at.where), ColourTable::kReal, at.where));
}

Value truncate(Translator& t, std::span<const Value> a, const Expr& at) {
  const Value value = t.named(a[0], at.where);
  const ExprId x = t.plain(value, at.where);
  if (!x.valid()) return {};
  ExprBuilder& e = t.e();
  return Translator::of(e.if_(e.binary(Op::less, x, e.real(0, at.where), at.where), e.unary(Op::ceil, x, at.where),
                              e.unary(Op::floor, x, at.where), at.where));
}

// ML writes -5 as ~5.
Value number_text(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId x = t.plain(t.named(a[0], at.where), at.where);
  if (!x.valid()) return {};
  ExprBuilder& e = t.e();
  const ExprId text = e.to_text(x, at.where);
  if (natural(t, x)) return Translator::of(text);
  const ExprId positive = e.to_text(e.unary(Op::absolute, x, at.where), at.where);
  const ExprId zero = t.coerce(e.integer(0, at.where), e.type(x), at.where);
  const ExprId below = e.binary(Op::less, x, zero, at.where);
  return Translator::of(e.if_(below, e.list_op(Op::concat, std::array{e.text("~", at.where), positive}, at.where), text, at.where));
}

Value bool_text(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId x = t.plain(a[0], at.where);
  return x.valid() ? Translator::of(t.e().to_text(x, at.where)) : Value{};
}

Value join(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId left = part(t, a[0], 0, at);
  const ExprId right = part(t, a[0], 1, at);
  return left.valid() && right.valid() ? Translator::of(t.e().list_op(Op::concat, std::array{left, right}, at.where)) : Value{};
}

// Equality of values of the same type whose colour sets may differ in bounds.
template <Op O>
Value compare(Translator& t, std::span<const Value> a, const Expr& at) {
  ExprId left = part(t, a[0], 0, at);
  ExprId right = part(t, a[0], 1, at);
  if (!left.valid() || !right.valid()) return {};
  const ColourTable& table = t.builder().net().colours;
  if (!table.converts(t.e().type(right), t.e().type(left)) && !table.converts(t.e().type(left), t.e().type(right))) {
    right = t.coerce(right, t.e().type(left), at.where);
    if (!right.valid()) return {};
  }
  return Translator::of(t.e().binary(O, left, right, at.where));
}

Value composed(Translator& t, std::span<const Value> a, const Expr& at) {
  const Value& functions = a[0];
  return t.apply(part_value(t, functions, 0, at), t.apply(part_value(t, functions, 1, at), a[1], at), at);
}

Value reading(Translator& t, std::span<const Value> a, const Expr& at) {
  if (a[0].kind != ValueKind::reference) return t.fail(at.where, "only references that are declared with 'globref' are read");
  t.warn_once(a[0].reference->where, "this reference keeps its first value: assignments are kept as text, not executed");
  return t.eval(*a[0].reference->value);
}

Value pi(Translator& t, std::span<const Value>, const Expr& at) {
  return Translator::of(t.e().real(3.14159265358979323846, at.where));
}

Value minimum_text(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId text = part(t, a[0], 0, at);
  const ExprId from = part(t, a[0], 1, at);
  const ExprId count = part(t, a[0], 2, at);
  if (!text.valid() || !from.valid() || !count.valid()) return {};
  return Translator::of(t.e().list_op(Op::slice, std::array{text, from, count}, at.where));
}

Value joined_text(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = t.plain(a[0], at.where);
  return Translator::of(t.fold(list, t.e().text("", at.where), at.where, [&](ExprId all, ExprId next) {
    return t.e().list_op(Op::concat, std::array{all, next}, at.where);
  }));
}

Value exploded(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId text = t.plain(t.named(a[0], at.where), at.where);
  if (!text.valid()) return {};
  ExprBuilder& e = t.e();
  const ExprId last = e.binary(Op::subtract, e.list_op(Op::length, std::array{text}, at.where), e.integer(1, at.where), at.where);
  const ExprId range = e.list_op(Op::range_list, std::array{e.integer(0, at.where), last}, at.where);
  return Translator::of(t.over(Op::map, range, at.where, [&](ExprId k) {
    return e.list_op(Op::element, std::array{text, k}, at.where);
  }));
}

Value character_at(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId text = part(t, a[0], 0, at);
  const ExprId index = part(t, a[0], 1, at);
  return text.valid() && index.valid() ? Translator::of(t.e().list_op(Op::element, std::array{text, index}, at.where)) : Value{};
}

Value prefixed(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId prefix = t.plain(t.named(a[0], at.where), at.where);
  const ExprId text = t.plain(a[1], at.where);
  if (!prefix.valid() || !text.valid()) return {};
  const ExprId length = t.e().list_op(Op::length, std::array{prefix}, at.where);
  const ExprId head = t.e().list_op(Op::slice, std::array{text, t.e().integer(0, at.where), length}, at.where);
  return Translator::of(t.e().binary(Op::equal, head, prefix, at.where));
}

constexpr std::array kNumberFunctions{
    LibraryFunction{"+", "'num * 'num -> 'num", 1, binary<Op::add>},
    LibraryFunction{"-", "'num * 'num -> 'num", 1, binary<Op::subtract>},
    LibraryFunction{"*", "'num * 'num -> 'num", 1, binary<Op::multiply>},
    LibraryFunction{"/", "real * real -> real", 1, divide_reals},
    LibraryFunction{"div", "int * int -> int", 1, div_down},
    LibraryFunction{"mod", "int * int -> int", 1, mod_down},
    LibraryFunction{"quot", "int * int -> int", 1, binary<Op::divide>},
    LibraryFunction{"rem", "int * int -> int", 1, binary<Op::modulo>},
    LibraryFunction{"Int.quot", "int * int -> int", 1, binary<Op::divide>},
    LibraryFunction{"Int.rem", "int * int -> int", 1, binary<Op::modulo>},
    LibraryFunction{"Int.div", "int * int -> int", 1, div_down},
    LibraryFunction{"Int.mod", "int * int -> int", 1, mod_down},
    LibraryFunction{"IntInf.div", "int * int -> int", 1, div_down},
    LibraryFunction{"IntInf.mod", "int * int -> int", 1, mod_down},
    LibraryFunction{"~", "'num -> 'num", 1, unary<Op::negate>},
    LibraryFunction{"=", "'a * 'a -> bool", 1, compare<Op::equal>},
    LibraryFunction{"<>", "'a * 'a -> bool", 1, compare<Op::not_equal>},
    LibraryFunction{"<", "'num * 'num -> bool", 1, binary<Op::less>},
    LibraryFunction{"<=", "'num * 'num -> bool", 1, binary<Op::less_equal>},
    LibraryFunction{">", "'num * 'num -> bool", 1, binary<Op::greater>},
    LibraryFunction{">=", "'num * 'num -> bool", 1, binary<Op::greater_equal>},
    LibraryFunction{"not", "bool -> bool", 1, unary<Op::not_>},
    LibraryFunction{"abs", "'num -> 'num", 1, unary<Op::absolute>},
    LibraryFunction{"Int.abs", "int -> int", 1, unary<Op::absolute>},
    LibraryFunction{"Real.abs", "real -> real", 1, unary<Op::absolute>},
    LibraryFunction{"Int.min", "int * int -> int", 1, binary<Op::minimum>},
    LibraryFunction{"Int.max", "int * int -> int", 1, binary<Op::maximum>},
    LibraryFunction{"IntInf.min", "int * int -> int", 1, binary<Op::minimum>},
    LibraryFunction{"IntInf.max", "int * int -> int", 1, binary<Op::maximum>},
    LibraryFunction{"IntInf.+", "int * int -> int", 1, binary<Op::add>},
    LibraryFunction{"Real.min", "real * real -> real", 1, binary<Op::minimum>},
    LibraryFunction{"Real.max", "real * real -> real", 1, binary<Op::maximum>},
    LibraryFunction{"real", "int -> real", 1, to_real},
    LibraryFunction{"Real.fromInt", "int -> real", 1, to_real},
    LibraryFunction{"Real.fromLargeInt", "int -> real", 1, to_real},
    LibraryFunction{"floor", "real -> int", 1, unary<Op::floor>},
    LibraryFunction{"ceil", "real -> int", 1, unary<Op::ceil>},
    LibraryFunction{"round", "real -> int", 1, unary<Op::round>},
    LibraryFunction{"trunc", "real -> int", 1, truncate},
    LibraryFunction{"Real.floor", "real -> int", 1, unary<Op::floor>},
    LibraryFunction{"Real.ceil", "real -> int", 1, unary<Op::ceil>},
    LibraryFunction{"Real.round", "real -> int", 1, unary<Op::round>},
    LibraryFunction{"Real.trunc", "real -> int", 1, truncate},
    LibraryFunction{"Math.sqrt", "real -> real", 1, unary<Op::sqrt>},
    LibraryFunction{"Math.exp", "real -> real", 1, unary<Op::exp>},
    LibraryFunction{"Math.ln", "real -> real", 1, unary<Op::log>},
    LibraryFunction{"Math.pow", "real * real -> real", 1, binary<Op::power>},
    LibraryFunction{"Math.pi", "real", 0, pi},
    LibraryFunction{"IntInf.toInt", "int -> int", 1, same},
    LibraryFunction{"IntInf.fromInt", "int -> int", 1, same},
    LibraryFunction{"Int.toLarge", "int -> int", 1, same},
    LibraryFunction{"Int.fromLarge", "int -> int", 1, same},
    LibraryFunction{"LargeInt.toInt", "int -> int", 1, same},
    LibraryFunction{"LargeInt.fromInt", "int -> int", 1, same},
    LibraryFunction{"Int.toString", "int -> string", 1, number_text},
    LibraryFunction{"IntInf.toString", "int -> string", 1, number_text},
    LibraryFunction{"Real.toString", "real -> string", 1, number_text},
    LibraryFunction{"Bool.toString", "bool -> string", 1, bool_text},
    LibraryFunction{"Char.toString", "char -> string", 1, same},
    LibraryFunction{"String.str", "char -> string", 1, same},
    LibraryFunction{"str", "char -> string", 1, same},
    LibraryFunction{"^", "string * string -> string", 1, join},
    LibraryFunction{"substring", "string * int * int -> string", 1, minimum_text},
    LibraryFunction{"String.substring", "string * int * int -> string", 1, minimum_text},
    LibraryFunction{"String.size", "string -> int", 1, list_unary<Op::length>},
    LibraryFunction{"String.sub", "string * int -> char", 1, character_at},
    LibraryFunction{"String.concat", "string list -> string", 1, joined_text},
    LibraryFunction{"concat", "string list -> string", 1, joined_text},
    LibraryFunction{"implode", "char list -> string", 1, joined_text},
    LibraryFunction{"explode", "string -> char list", 1, exploded},
    LibraryFunction{"String.implode", "char list -> string", 1, joined_text},
    LibraryFunction{"String.explode", "string -> char list", 1, exploded},
    LibraryFunction{"String.isPrefix", "string -> string -> bool", 2, prefixed},
    LibraryFunction{"o", "('b -> 'c) * ('a -> 'b) -> 'a -> 'c", 2, composed},
    LibraryFunction{"!", "'a -> 'a", 1, reading},
};

}  // namespace

std::span<const LibraryFunction> library_numbers() { return kNumberFunctions; }

}  // namespace petriloom::cpn::ml
