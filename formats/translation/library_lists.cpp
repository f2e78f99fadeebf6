// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/library_support.h"

namespace petriloom::cpn::ml {

namespace {

// The elements for a comprehension: those of a list.
ExprId list_of(Translator& t, const Value& value, const Expr& at) { return t.plain(value, at.where); }

// The colour set that the result of a call has if it is a list, else invalid.
ColourSetId element_of(Translator& t, ExprId list) { return t.builder().net().colours[t.e().type(list)].components[0]; }

Value mapped(Translator& t, std::span<const Value> a, const Expr& at) {
  return Translator::of(t.over(Op::map, list_of(t, a[1], at), at.where, [&](ExprId x) { return applied(t, a[0], x, at); }));
}

template <Op O>
Value quantified(Translator& t, std::span<const Value> a, const Expr& at) {
  return Translator::of(t.over(O, list_of(t, a[1], at), at.where, [&](ExprId x) { return applied(t, a[0], x, at); }));
}

Value folded(Translator& t, std::span<const Value> a, bool from_right, const Expr& at) {
  ExprId list = list_of(t, a[2], at);
  ExprId start = t.plain(a[1], at.where);
  if (!list.valid() || !start.valid()) return {};
  start = t.coerce(start, t.colour_of(at.type), at.where);
  if (from_right) list = t.e().list_op(Op::reverse, std::array{list}, at.where);
  return Translator::of(t.fold(list, start, at.where, [&](ExprId all, ExprId x) {
    return t.plain(t.apply(a[0], Translator::tuple({Translator::of(x), Translator::of(all)}), at), at.where);
  }));
}
Value foldl(Translator& t, std::span<const Value> a, const Expr& at) { return folded(t, a, false, at); }
Value foldr(Translator& t, std::span<const Value> a, const Expr& at) { return folded(t, a, true, at); }

Value empty_list(Translator& t, std::span<const Value>, const Expr& at) {
  const ColourSetId set = t.colour_of(at.type);
  const ColourSet& colours = t.builder().net().colours[set];
  return Translator::of(t.e().list(colours.kind == ColourKind::list ? colours.components[0] : ColourTable::kUnit, {}, at.where));
}

Value is_null(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = list_of(t, a[0], at);
  if (!list.valid()) return {};
  return Translator::of(
      t.e().binary(Op::equal, t.e().list_op(Op::length, std::array{list}, at.where), t.e().integer(0, at.where), at.where));
}

template <Op O>
Value pair_of_list(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = part(t, a[0], 0, at);
  const ExprId index = part(t, a[0], 1, at);
  return list.valid() && index.valid() ? Translator::of(t.e().list_op(O, std::array{list, index}, at.where)) : Value{};
}

Value last(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = list_of(t, t.named(a[0], at.where), at);
  if (!list.valid()) return {};
  const ExprId back = t.e().list_op(Op::reverse, std::array{list}, at.where);
  return Translator::of(t.e().list_op(Op::head, std::array{back}, at.where));
}

Value take(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = part(t, a[0], 0, at);
  const ExprId count = part(t, a[0], 1, at);
  if (!list.valid() || !count.valid()) return {};
  return Translator::of(t.e().list_op(Op::slice, std::array{list, t.e().integer(0, at.where), count}, at.where));
}

Value drop(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = t.plain(t.named(part_value(t, a[0], 0, at), at.where), at.where);
  const ExprId count = part(t, a[0], 1, at);
  if (!list.valid() || !count.valid()) return {};
  return Translator::of(
      t.e().list_op(Op::slice, std::array{list, count, t.e().list_op(Op::length, std::array{list}, at.where)}, at.where));
}

Value concatenated(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = list_of(t, a[0], at);
  if (!list.valid()) return {};
  const ColourSetId inner = element_of(t, list);
  const ExprId none = t.e().list(t.builder().net().colours[inner].components[0], {}, at.where);
  return Translator::of(t.fold(list, none, at.where, [&](ExprId all, ExprId x) {
    return t.e().list_op(Op::concat, std::array{all, x}, at.where);
  }));
}

Value tabulate(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId count = part(t, a[0], 0, at);
  const Value function = part_value(t, a[0], 1, at);
  if (!count.valid()) return {};
  const ExprId high = t.e().binary(Op::subtract, count, t.e().integer(1, at.where), at.where);
  const ExprId range = t.e().list_op(Op::range_list, std::array{t.e().integer(0, at.where), high}, at.where);
  return Translator::of(t.over(Op::map, range, at.where, [&](ExprId k) { return applied(t, function, k, at); }));
}

// One argument is a list, the other a colour, both curried; `swapped`: the colour comes first.
template <Op O, bool Swapped = false>
Value element_op(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = list_of(t, a[Swapped ? 1 : 0], at);
  const ExprId x = t.plain(a[Swapped ? 0 : 1], at.where);
  if (!list.valid() || !x.valid()) return {};
  return Translator::of(t.e().list_op(O, std::array{list, t.coerce(x, element_of(t, list), at.where)}, at.where));
}

Value remove_all(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId x = t.plain(t.named(a[0], at.where), at.where);
  return Translator::of(t.over(Op::filter, list_of(t, a[1], at), at.where, [&](ExprId y) {
    return t.e().binary(Op::not_equal, y, t.coerce(x, t.e().type(y), at.where), at.where);
  }));
}

Value insert(Translator& t, std::span<const Value> a, bool if_new, const Expr& at) {
  const ExprId list = t.plain(t.named(a[0], at.where), at.where);
  const ExprId x = t.plain(t.named(a[1], at.where), at.where);
  if (!list.valid() || !x.valid()) return {};
  const ExprId longer = t.e().list_op(Op::append, std::array{list, t.coerce(x, element_of(t, list), at.where)}, at.where);
  if (!if_new) return Translator::of(longer);
  return Translator::of(t.e().if_(t.e().list_op(Op::contains, std::array{list, x}, at.where), list, longer, at.where));
}
Value ins(Translator& t, std::span<const Value> a, const Expr& at) { return insert(t, a, false, at); }
Value ins_new(Translator& t, std::span<const Value> a, const Expr& at) { return insert(t, a, true, at); }

// Those of a that are in b (or not), b looked at as a set.
ExprId kept(Translator& t, ExprId a, ExprId b, bool in, const Expr& at) {
  return t.over(Op::filter, a, at.where, [&](ExprId x) {
    const ExprId there = t.e().list_op(Op::contains, std::array{b, x}, at.where);
    return in ? there : t.e().unary(Op::not_, there, at.where);
  });
}

Value intersect(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId b = t.plain(t.named(a[1], at.where), at.where);
  return b.valid() ? Translator::of(kept(t, list_of(t, a[0], at), b, true, at)) : Value{};
}

Value united(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId left = list_of(t, a[0], at);
  const ExprId right = list_of(t, a[1], at);
  return left.valid() && right.valid() ? Translator::of(t.e().list_op(Op::concat, std::array{left, right}, at.where)) : Value{};
}

Value contains(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId whole = t.plain(t.named(a[0], at.where), at.where);
  if (!whole.valid()) return {};
  return Translator::of(t.over(Op::forall, list_of(t, a[1], at), at.where, [&](ExprId x) {
    return t.e().list_op(Op::contains, std::array{whole, x}, at.where);
  }));
}

// a without the elements of b, each taken as often as it is there.
ExprId without(Translator& t, ExprId a, ExprId b, const Expr& at) {
  return t.fold(b, a, at.where, [&](ExprId rest, ExprId x) {
    return t.e().list_op(Op::remove, std::array{rest, t.coerce(x, element_of(t, rest), at.where)}, at.where);
  });
}

Value minus(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId left = part(t, a[0], 0, at);
  const ExprId right = part(t, a[0], 1, at);
  return left.valid() && right.valid() ? Translator::of(without(t, left, right, at)) : Value{};
}

// Whether the first multiset holds the second: nothing of the second is left without the first.
Value holds(Translator& t, ExprId large, ExprId small, const Expr& at) {
  if (!large.valid() || !small.valid()) return {};
  const ExprId rest = without(t, small, large, at);
  if (!rest.valid()) return {};
  return Translator::of(
      t.e().binary(Op::equal, t.e().list_op(Op::length, std::array{rest}, at.where), t.e().integer(0, at.where), at.where));
}
Value at_least(Translator& t, std::span<const Value> a, const Expr& at) {
  return holds(t, part(t, a[0], 0, at), part(t, a[0], 1, at), at);
}
Value at_most(Translator& t, std::span<const Value> a, const Expr& at) {
  return holds(t, part(t, a[0], 1, at), part(t, a[0], 0, at), at);
}
Value contains_all(Translator& t, std::span<const Value> a, const Expr& at) {
  return holds(t, list_of(t, a[0], at), list_of(t, a[1], at), at);
}

Value equal_multisets(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId x = t.plain(t.named(part_value(t, a[0], 0, at), at.where), at.where);
  const ExprId y = t.plain(t.named(part_value(t, a[0], 1, at), at.where), at.where);
  const Value more = holds(t, x, y, at);
  const Value less = holds(t, y, x, at);
  if (!more.known() || !less.known()) return {};
  return Translator::of(t.e().binary(Op::and_, more.expr, less.expr, at.where));
}

Value times(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId count = part(t, a[0], 0, at);
  const ExprId x = t.plain(t.named(part_value(t, a[0], 1, at), at.where), at.where);
  if (!count.valid() || !x.valid()) return {};
  const ExprId range = t.e().list_op(Op::range_list, std::array{t.e().integer(1, at.where), count}, at.where);
  return Translator::of(t.over(Op::map, range, at.where, [&](ExprId) { return x; }));
}

Value coefficient(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId x = t.plain(t.named(part_value(t, a[0], 0, at), at.where), at.where);
  const ExprId list = part(t, a[0], 1, at);
  const ExprId found = t.over(Op::filter, list, at.where, [&](ExprId y) { return t.e().binary(Op::equal, y, x, at.where); });
  return found.valid() ? Translator::of(t.e().list_op(Op::length, std::array{found}, at.where)) : Value{};
}

// `sort` takes what comes before what: insertion into a list that is sorted already.
Value sorted(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = list_of(t, a[1], at);
  if (!list.valid()) return {};
  const ExprId none = t.e().list(element_of(t, list), {}, at.where);
  return Translator::of(t.fold(list, none, at.where, [&](ExprId all, ExprId x) {
    // Those before x stay in front: all y with not (x before y).
    const auto side = [&](bool before) {
      return t.over(Op::filter, all, at.where, [&](ExprId y) {
        const ExprId first = t.plain(t.apply(a[0], Translator::tuple({Translator::of(x), Translator::of(y)}), at), at.where);
        return first.valid() && before ? t.e().unary(Op::not_, first, at.where) : first;
      });
    };
    const ExprId front = side(true);
    const ExprId back = side(false);
    if (!front.valid() || !back.valid()) return ExprId{};
    return t.e().list_op(Op::concat, std::array{t.e().list_op(Op::append, std::array{front, x}, at.where), back}, at.where);
  }));
}

Value cons(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId x = part(t, a[0], 0, at);
  const ExprId list = part(t, a[0], 1, at);
  if (!x.valid() || !list.valid()) return {};
  const ColourSetId element = element_of(t, list);
  const ExprId one = t.e().list(element, std::array{t.coerce(x, element, at.where)}, at.where);
  return Translator::of(t.e().list_op(Op::concat, std::array{one, list}, at.where));
}

Value single(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId x = t.plain(a[0], at.where);
  if (!x.valid()) return {};
  const ColourSetId element = t.builder().net().exprs[x].type;
  return Translator::of(t.e().list(element, std::array{x}, at.where));
}

Value joined(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId left = part(t, a[0], 0, at);
  const ExprId right = part(t, a[0], 1, at);
  if (!left.valid() || !right.valid()) return {};
  return Translator::of(t.e().list_op(Op::concat, std::array{left, t.coerce(right, t.e().type(left), at.where)}, at.where));
}

Value extended(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = list_of(t, a[1], at);
  const ColourSetId result = t.colour_of(at.type);
  const ColourSet& set = t.builder().net().colours[result];
  if (!list.valid() || set.kind != ColourKind::list) return {};
  return Translator::of(t.fold(list, t.e().list(set.components[0], {}, at.where), at.where, [&](ExprId all, ExprId x) {
    return t.e().list_op(Op::concat, std::array{all, applied(t, a[0], x, at)}, at.where);
  }));
}

constexpr std::array kTable{
    LibraryFunction{"nil", "'a list", 0, empty_list},
    LibraryFunction{"empty", "'a list", 0, empty_list},
    LibraryFunction{"NONE", "'a list", 0, empty_list},
    LibraryFunction{"SOME", "'a -> 'a list", 1, single},
    LibraryFunction{"::", "'a * 'a list -> 'a list", 1, cons},
    LibraryFunction{"^^", "'a list * 'a list -> 'a list", 1, joined},
    LibraryFunction{"@", "'a list * 'a list -> 'a list", 1, joined},
    LibraryFunction{"`", "int * 'a -> 'a list", 1, times},
    LibraryFunction{"--", "'a list * 'a list -> 'a list", 1, minus},
    LibraryFunction{"==", "'a list * 'a list -> bool", 1, equal_multisets},
    LibraryFunction{">>=", "'a list * 'a list -> bool", 1, at_least},
    LibraryFunction{"<<=", "'a list * 'a list -> bool", 1, at_most},
    LibraryFunction{"null", "'a list -> bool", 1, is_null},
    LibraryFunction{"List.null", "'a list -> bool", 1, is_null},
    LibraryFunction{"hd", "'a list -> 'a", 1, list_unary<Op::head>},
    LibraryFunction{"List.hd", "'a list -> 'a", 1, list_unary<Op::head>},
    LibraryFunction{"tl", "'a list -> 'a list", 1, list_unary<Op::tail>},
    LibraryFunction{"List.tl", "'a list -> 'a list", 1, list_unary<Op::tail>},
    LibraryFunction{"length", "'a list -> int", 1, list_unary<Op::length>},
    LibraryFunction{"List.length", "'a list -> int", 1, list_unary<Op::length>},
    LibraryFunction{"size", "'a -> int", 1, list_unary<Op::length>},
    LibraryFunction{"rev", "'a list -> 'a list", 1, list_unary<Op::reverse>},
    LibraryFunction{"List.rev", "'a list -> 'a list", 1, list_unary<Op::reverse>},
    LibraryFunction{"remdupl", "'a list -> 'a list", 1, list_unary<Op::distinct>},
    LibraryFunction{"map", "('a -> 'b) -> 'a list -> 'b list", 2, mapped},
    LibraryFunction{"List.map", "('a -> 'b) -> 'a list -> 'b list", 2, mapped},
    LibraryFunction{"ext_col", "('a -> 'b) -> 'a list -> 'b list", 2, mapped},
    LibraryFunction{"ext_ms", "('a -> 'b list) -> 'a list -> 'b list", 2, extended},
    LibraryFunction{"List.filter", "('a -> bool) -> 'a list -> 'a list", 2, quantified<Op::filter>},
    LibraryFunction{"filter", "('a -> bool) -> 'a list -> 'a list", 2, quantified<Op::filter>},
    LibraryFunction{"List.exists", "('a -> bool) -> 'a list -> bool", 2, quantified<Op::exists>},
    LibraryFunction{"exists", "('a -> bool) -> 'a list -> bool", 2, quantified<Op::exists>},
    LibraryFunction{"List.all", "('a -> bool) -> 'a list -> bool", 2, quantified<Op::forall>},
    LibraryFunction{"foldl", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", 3, foldl},
    LibraryFunction{"foldr", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", 3, foldr},
    LibraryFunction{"List.foldl", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", 3, foldl},
    LibraryFunction{"List.foldr", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", 3, foldr},
    LibraryFunction{"List.nth", "'a list * int -> 'a", 1, pair_of_list<Op::element>},
    LibraryFunction{"nth", "'a list * int -> 'a", 1, pair_of_list<Op::element>},
    LibraryFunction{"List.last", "'a list -> 'a", 1, last},
    LibraryFunction{"List.take", "'a list * int -> 'a list", 1, take},
    LibraryFunction{"List.drop", "'a list * int -> 'a list", 1, drop},
    LibraryFunction{"List.concat", "'a list list -> 'a list", 1, concatenated},
    LibraryFunction{"List.tabulate", "int * (int -> 'a) -> 'a list", 1, tabulate},
    LibraryFunction{"mem", "'a list -> 'a -> bool", 2, element_op<Op::contains>},
    LibraryFunction{"rm", "'a -> 'a list -> 'a list", 2, element_op<Op::remove, true>},
    LibraryFunction{"rmall", "'a -> 'a list -> 'a list", 2, remove_all},
    LibraryFunction{"ins", "'a list -> 'a -> 'a list", 2, ins},
    LibraryFunction{"ins_new", "'a list -> 'a -> 'a list", 2, ins_new},
    LibraryFunction{"intersect", "'a list -> 'a list -> 'a list", 2, intersect},
    LibraryFunction{"union", "'a list -> 'a list -> 'a list", 2, united},
    LibraryFunction{"contains", "'a list -> 'a list -> bool", 2, contains},
    LibraryFunction{"contains_all", "'a list -> 'a list -> bool", 2, contains_all},
    LibraryFunction{"sort", "('a * 'a -> bool) -> 'a list -> 'a list", 2, sorted},
    LibraryFunction{"cf", "'a * 'a list -> int", 1, coefficient},
    LibraryFunction{"ms_to_list", "'a list -> 'a list", 1, same},
    LibraryFunction{"list_to_ms", "'a list -> 'a list", 1, same},
    LibraryFunction{"ms_to_col", "'a list -> 'a", 1, list_unary<Op::head>},
};

}  // namespace

std::span<const LibraryFunction> library_lists() { return kTable; }

}  // namespace petriloom::cpn::ml
