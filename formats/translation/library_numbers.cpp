// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "formats/translation/library.h"
#include "formats/translation/library_call.h"

namespace petriloom::cpn::ml {

namespace {

// Whether a whole number is known not to be negative: a literal or of a colour set that has no
// negative numbers.
bool natural(const LibraryCall& call, ExprId value) {
  const ExprArena& exprs = call.t.work().net().exprs;
  while (exprs[value].op == Op::convert) value = exprs.children(value)[0];
  if (exprs[value].op == Op::literal) return exprs[value].payload >= 0;
  if (exprs[value].op == Op::length) return true;
  const ColourSet& set = call.colours()[exprs[value].type];
  return set.kind == ColourKind::range && set.low >= 0;
}

// Division of ML rounds down, ours toward zero: where signs differ and something remains they
// differ by one.
template <bool Modulo>
Value divide(const LibraryCall& call) {
  const ExprId a = call.named_part(0);
  const ExprId b = call.named_part(1);
  if (!a.valid() || !b.valid()) return {};
  const ExprId rest = call.binary(Op::modulo, a, b);
  const ExprId whole = call.binary(Op::divide, a, b);
  if (natural(call, a) && natural(call, b)) return Modulo ? rest : whole;
  const ExprId zero = call.integer(0);
  const ExprId below = call.binary(Op::less, rest, zero);
  ExprId differ = below;
  if (!natural(call, b)) {
    const ExprId signs = call.binary(Op::not_equal, below, call.binary(Op::less, b, zero));
    differ = call.binary(Op::and_, call.binary(Op::not_equal, rest, zero), signs);
  }
  if (Modulo) return call.if_(differ, call.binary(Op::add, rest, b), rest);
  return call.if_(differ, call.binary(Op::subtract, whole, call.integer(1)), whole);
}

Value divide_reals(const LibraryCall& call) {
  const ExprId left = call.part(0);
  const ExprId right = call.part(1);
  return call.binary(Op::divide, call.coerce(left, ColourTable::kReal), call.coerce(right, ColourTable::kReal));
}

Value to_real(const LibraryCall& call) { return call.coerce(call.plain(0), ColourTable::kReal); }

Value truncate(const LibraryCall& call) {
  const ExprId x = call.named(0);
  const ExprId below = call.binary(Op::less, x, call.e().real(0, call.where()));
  return call.if_(below, call.unary(Op::ceil, x), call.unary(Op::floor, x));
}

// ML writes -5 as ~5.
Value number_text(const LibraryCall& call) {
  const ExprId x = call.named(0);
  if (!x.valid()) return {};
  const ExprId text = call.e().to_text(x, call.where());
  if (natural(call, x)) return text;
  const ExprId positive = call.e().to_text(call.unary(Op::absolute, x), call.where());
  const ExprId below = call.binary(Op::less, x, call.coerce(call.integer(0), call.e().type(x)));
  return call.if_(below, call.list(Op::concat, {call.e().text("~", call.where()), positive}), text);
}

Value bool_text(const LibraryCall& call) { return call.e().to_text(call.plain(0), call.where()); }

// Equality of values of the same type whose colour sets may differ in bounds.
template <Op O>
Value compare(const LibraryCall& call) {
  const ExprId left = call.part(0);
  ExprId right = call.part(1);
  if (!left.valid() || !right.valid()) return {};
  const ColourSetId a = call.e().type(left);
  const ColourSetId b = call.e().type(right);
  if (!call.colours().converts(b, a) && !call.colours().converts(a, b)) right = call.coerce(right, a);
  return call.binary(O, left, right);
}

Value composed(const LibraryCall& call) {
  const Value inner = call.apply(call.part_value(1), call[1]);
  return call.apply(call.part_value(0), inner);
}

Value reading(const LibraryCall& call) {
  if (call[0].kind != ValueKind::reference) return call.fail("only references that are declared with 'globref' are read");
  const Declaration& reference = *call[0].reference;
  call.t.work().warn_once(reference.where, "this reference keeps its first value: assignments are kept as text, not executed");
  return call.t.eval(*reference.value);
}

Value pi(const LibraryCall& call) { return call.e().real(3.14159265358979323846, call.where()); }

Value substring(const LibraryCall& call) { return call.list(Op::slice, {call.part(0), call.part(1), call.part(2)}); }

Value joined_text(const LibraryCall& call) {
  const ExprId list = call.plain(0);
  return call.fold(list, call.e().text("", call.where()), [&](ExprId all, ExprId next) {
    return call.list(Op::concat, {all, next});
  });
}

Value exploded(const LibraryCall& call) {
  const ExprId text = call.named(0);
  const ExprId last = call.binary(Op::subtract, call.list(Op::length, {text}), call.integer(1));
  return call.over(Op::map, call.range(0, last), [&](ExprId k) { return call.list(Op::element, {text, k}); });
}

Value prefixed(const LibraryCall& call) {
  const ExprId prefix = call.named(0);
  const ExprId text = call.plain(1);
  const ExprId head = call.list(Op::slice, {text, call.integer(0), call.list(Op::length, {prefix})});
  return call.binary(Op::equal, head, prefix);
}

constexpr std::array kNumberFunctions{
    LibraryFunction{"+", "'num * 'num -> 'num", 1, binary<Op::add>},
    LibraryFunction{"-", "'num * 'num -> 'num", 1, binary<Op::subtract>},
    LibraryFunction{"*", "'num * 'num -> 'num", 1, binary<Op::multiply>},
    LibraryFunction{"/", "real * real -> real", 1, divide_reals},
    LibraryFunction{"div Int.div IntInf.div", "int * int -> int", 1, divide<false>},
    LibraryFunction{"mod Int.mod IntInf.mod", "int * int -> int", 1, divide<true>},
    LibraryFunction{"quot Int.quot", "int * int -> int", 1, binary<Op::divide>},
    LibraryFunction{"rem Int.rem", "int * int -> int", 1, binary<Op::modulo>},
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
    LibraryFunction{"Int.min IntInf.min", "int * int -> int", 1, binary<Op::minimum>},
    LibraryFunction{"Int.max IntInf.max", "int * int -> int", 1, binary<Op::maximum>},
    LibraryFunction{"IntInf.+", "int * int -> int", 1, binary<Op::add>},
    LibraryFunction{"Real.min", "real * real -> real", 1, binary<Op::minimum>},
    LibraryFunction{"Real.max", "real * real -> real", 1, binary<Op::maximum>},
    LibraryFunction{"real Real.fromInt Real.fromLargeInt", "int -> real", 1, to_real},
    LibraryFunction{"floor Real.floor", "real -> int", 1, unary<Op::floor>},
    LibraryFunction{"ceil Real.ceil", "real -> int", 1, unary<Op::ceil>},
    LibraryFunction{"round Real.round", "real -> int", 1, unary<Op::round>},
    LibraryFunction{"trunc Real.trunc", "real -> int", 1, truncate},
    LibraryFunction{"Math.sqrt", "real -> real", 1, unary<Op::sqrt>},
    LibraryFunction{"Math.exp", "real -> real", 1, unary<Op::exp>},
    LibraryFunction{"Math.ln", "real -> real", 1, unary<Op::log>},
    LibraryFunction{"Math.pow", "real * real -> real", 1, binary<Op::power>},
    LibraryFunction{"Math.pi", "real", 0, pi},
    LibraryFunction{"IntInf.toInt IntInf.fromInt Int.toLarge Int.fromLarge LargeInt.toInt LargeInt.fromInt", "int -> int", 1, same},
    LibraryFunction{"Int.toString IntInf.toString", "int -> string", 1, number_text},
    LibraryFunction{"Real.toString", "real -> string", 1, number_text},
    LibraryFunction{"Bool.toString", "bool -> string", 1, bool_text},
    LibraryFunction{"Char.toString String.str str", "char -> string", 1, same},
    LibraryFunction{"^", "string * string -> string", 1, of_pair<Op::concat>},
    LibraryFunction{"substring String.substring", "string * int * int -> string", 1, substring},
    LibraryFunction{"String.size", "string -> int", 1, of_list<Op::length>},
    LibraryFunction{"String.sub", "string * int -> char", 1, of_pair<Op::element>},
    LibraryFunction{"String.concat concat", "string list -> string", 1, joined_text},
    LibraryFunction{"implode String.implode", "char list -> string", 1, joined_text},
    LibraryFunction{"explode String.explode", "string -> char list", 1, exploded},
    LibraryFunction{"String.isPrefix", "string -> string -> bool", 2, prefixed},
    LibraryFunction{"o", "('b -> 'c) * ('a -> 'b) -> 'a -> 'c", 2, composed},
    LibraryFunction{"!", "'a -> 'a", 1, reading},
};

}  // namespace

std::span<const LibraryFunction> library_numbers() { return kNumberFunctions; }

}  // namespace petriloom::cpn::ml
