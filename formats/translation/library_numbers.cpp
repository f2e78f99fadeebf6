// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "engine/expr/distribution.h"

#include "formats/translation/library.h"
#include "formats/translation/library_call.h"

namespace petriloom::cpn::ml {

namespace {

// Whether a whole number is known not to be negative: a literal or of a colour set that has no
// negative numbers. A named constant is taken to keep its sign (docs/cpn.md).
bool natural(const LibraryCall& call, ExprId value) {
  const ExprArena& exprs = call.t.work().net().exprs;
  while (exprs[value].op == Op::convert) value = exprs.children(value)[0];
  if (call.e().folded(value)) return exprs[value].payload >= 0;
  if (exprs[value].op == Op::length) return true;
  const ColourSet& set = call.colours()[exprs[value].type];
  if (set.kind == ColourKind::range) call.e().fix(set.written_low);
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

Value as_time(const LibraryCall& call) { return call.coerce(call.plain(0), call.result()); }

Value time_zero(const LibraryCall& call) { return call.coerce(call.integer(0), call.result()); }

Value truncate(const LibraryCall& call) {
  const ExprId x = call.named(0);
  const ExprId below = call.binary(Op::less, x, call.e().real(0, call.where()));
  return call.if_(below, call.unary(Op::ceil, x), call.unary(Op::floor, x));
}

// Whether a real has a density, so that it lies halfway between whole numbers with probability 0.
bool continuous(const LibraryCall& call, ExprId value) {
  const ExprArena& exprs = call.t.work().net().exprs;
  const petriloom::Expr& node = exprs[value];
  const auto children = exprs.children(value);
  const auto any = [&] { return std::any_of(children.begin(), children.end(), [&](ExprId id) { return continuous(call, id); }); };
  if (!node.random()) return false;
  if (node.op == Op::random) return !facts_of(static_cast<Distribution>(node.payload)).whole;
  if (node.op == Op::let) return continuous(call, children.back());
  const bool sum = node.op == Op::add || node.op == Op::subtract || node.op == Op::multiply || node.op == Op::divide;
  return (sum || node.op == Op::negate || node.op == Op::absolute) && any();
}

// A call of a function that the basis has, which becomes one of the net.
Value of_basis(const LibraryCall& call, std::string_view name, ExprId argument) {
  const Environment& environment = call.t.work().environment();
  Value function(ValueKind::function);
  function.function = environment.binder(environment.find(name)).function;
  function.scope = std::make_shared<Scope>();
  return call.apply(function, argument);
}

// Of two whole numbers that are as near the even one; ours is the one further from 0.
Value round_to_even(const LibraryCall& call) {
  const ExprId value = call.plain(0);
  if (!value.valid() || continuous(call, value)) return call.unary(Op::round, value);
  return of_basis(call, "Real.roundToEven", value);
}

// ML writes -5 as ~5, and of a real twelve digits.
Value number_text(const LibraryCall& call) {
  const ExprId x = call.named(0);
  if (!x.valid()) return {};
  if (call.colours()[call.e().type(x)].kind == ColourKind::real) return of_basis(call, "Real.text", x);
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

// All characters in their order, where functions of the basis look for them.
Value ascii(const LibraryCall& call) {
  std::string all;
  for (char c = 0; c < 127; ++c) all += c;
  return call.e().text(all + '\x7f', call.where());
}

Value first_of_two(const LibraryCall& call) { return call.part_value(0); }

Value composed(const LibraryCall& call) {
  const Value inner = call.apply(call.part_value(1), call[1]);
  return call.apply(call.part_value(0), inner);
}

Value reading(const LibraryCall& call) {
  if (call[0].kind != ValueKind::reference) return call.fail("only references that are declared with 'globref' are read");
  const Declaration& reference = *call[0].reference;
  const auto& contents = call.t.work().now().contents;
  if (const auto known = contents.find(&reference); known != contents.end()) return known->second;
  if (call.t.work().changing.contains(&reference)) {
    return call.fail("code changes this reference: it is read in inscriptions and in functions that do not call themselves");
  }
  call.t.work().warn_once(reference.where, "this reference keeps its first value: assignments are kept as text, not executed");
  const Value value = call.t.eval(*reference.value);
  return value.kind == ValueKind::expr ? Value(call.t.named(reference, value.expr, call.where())) : value;
}

Value changing(const LibraryCall& call) {
  if (call[0].kind == ValueKind::reference && !call.t.work().changing.contains(call[0].reference)) {
    call.t.work().warn_once(call.where(), "kept as text, not executed: no inscription reads this reference");
    return call.e().unit(call.where());
  }
  return call.fail("a reference is changed where a value is needed", "code of transitions changes references");
}

Value pi(const LibraryCall& call) { return call.e().real(3.14159265358979323846, call.where()); }

Value base_of_ln(const LibraryCall& call) { return call.e().real(2.71828182845904523536, call.where()); }

// `size` of them from `from` on, if there are so many: else ML raises an exception.
ExprId slice_within(const LibraryCall& call, ExprId text, ExprId from, ExprId size) {
  const ExprId zero = call.integer(0);
  const ExprId after = call.binary(Op::subtract, call.list(Op::length, {text}), from);
  const ExprId starts = call.binary(Op::and_, call.binary(Op::less_equal, zero, from), call.binary(Op::less_equal, zero, size));
  const ExprId within = call.binary(Op::and_, starts, call.binary(Op::less_equal, size, after));
  return call.if_(within, call.list(Op::slice, {text, from, size}), call.raised("the text has no such part (Subscript)"));
}

Value substring(const LibraryCall& call) {
  const ExprId text = call.named_part(0);
  const ExprId from = call.named_part(1);
  return slice_within(call, text, from, call.named_part(2));
}

Value found_in(const LibraryCall& call) {
  const ExprId part = call.plain(0);
  return call.list(Op::contains, {call.plain(1), part});
}

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
    LibraryFunction{"ModelTime.fromInt ModelTime.fromIntInf fromInt fromIntInf", "int -> 'time", 1, as_time},
    LibraryFunction{"ModelTime.toReal toReal", "'time -> real", 1, to_real},
    LibraryFunction{"ModelTime.toString ModelTime.mkstr toString mkstr", "'time -> string", 1, number_text},
    LibraryFunction{"ModelTime.null", "'time", 0, time_zero},
    LibraryFunction{"floor Real.floor", "real -> int", 1, unary<Op::floor>},
    LibraryFunction{"ceil Real.ceil", "real -> int", 1, unary<Op::ceil>},
    LibraryFunction{"round Real.round", "real -> int", 1, round_to_even},
    LibraryFunction{"Real.nearest", "real -> int", 1, unary<Op::round>},
    LibraryFunction{"trunc Real.trunc", "real -> int", 1, truncate},
    LibraryFunction{"Math.sqrt", "real -> real", 1, unary<Op::sqrt>},
    LibraryFunction{"Math.exp", "real -> real", 1, unary<Op::exp>},
    LibraryFunction{"Math.ln", "real -> real", 1, unary<Op::log>},
    LibraryFunction{"Math.pow", "real * real -> real", 1, binary<Op::power>},
    LibraryFunction{"IntInf.pow", "int * int -> int", 1, binary<Op::power>},
    LibraryFunction{"Math.pi", "real", 0, pi},
    LibraryFunction{"Math.e", "real", 0, base_of_ln},
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
    LibraryFunction{"String.isSubstring", "string -> string -> bool", 2, found_in},
    LibraryFunction{"Char.ascii", "string", 0, ascii},
    LibraryFunction{"exnName exnMessage General.exnName General.exnMessage", "string -> string", 1, same},
    LibraryFunction{"before", "'a * unit -> 'a", 1, first_of_two},
    LibraryFunction{"o", "('b -> 'c) * ('a -> 'b) -> 'a -> 'c", 2, composed},
    LibraryFunction{"!", "'a -> 'a", 1, reading, Effect::content},
    LibraryFunction{":=", "'a * 'a -> unit", 1, changing},
    LibraryFunction{"inc dec", "int -> unit", 1, changing},
};

}  // namespace

std::span<const LibraryFunction> library_numbers() { return kNumberFunctions; }

}  // namespace petriloom::cpn::ml
