// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "formats/translation/library.h"
#include "formats/translation/library_call.h"

namespace petriloom::cpn::ml {

namespace {

// The colour set of the elements of a list.
ColourSetId element_of(const LibraryCall& call, ExprId list) { return call.colours()[call.e().type(list)].components[0]; }

// The function is the first argument, the list the second.
template <Op O>
Value quantified(const LibraryCall& call) {
  return call.over(O, call.plain(1), [&](ExprId x) { return call.applied(call[0], x); });
}

template <bool FromRight>
Value folded(const LibraryCall& call) {
  ExprId list = call.plain(2);
  const ExprId start = call.plain(1);
  if (!list.valid() || !start.valid()) return {};
  const ExprId first = call.coerce(start, call.result());
  if (FromRight) list = call.list(Op::reverse, {list});
  return call.fold(list, first, [&](ExprId all, ExprId x) { return call.applied(call[0], Value::tuple({x, all})); });
}

Value empty_list(const LibraryCall& call) {
  const ColourSet& set = call.colours()[call.result()];
  return call.empty(set.kind == ColourKind::list ? set.components[0] : ColourTable::kUnit);
}

Value is_null(const LibraryCall& call) {
  const ExprId length = call.list(Op::length, {call.plain(0)});
  return call.binary(Op::equal, length, call.integer(0));
}

Value last(const LibraryCall& call) { return call.list(Op::head, {call.list(Op::reverse, {call.named(0)})}); }

// As many of the front, or all behind these; more than there are is an exception.
template <bool Front>
Value split(const LibraryCall& call) {
  const ExprId list = call.named_part(0);
  const ExprId count = call.named_part(1);
  if (!list.valid() || !count.valid()) return {};
  const ExprId length = call.list(Op::length, {list});
  const ExprId some = call.binary(Op::less_equal, call.integer(0), count);
  const ExprId within = call.binary(Op::and_, some, call.binary(Op::less_equal, count, length));
  const ExprId part = Front ? call.list(Op::slice, {list, call.integer(0), count}) : call.list(Op::slice, {list, count, length});
  return call.if_(within, part, call.t.values().no_value(call.e().type(list), "the list is shorter (Subscript)", call.where()));
}

ExprId joined(const LibraryCall& call, ExprId all, ExprId next) { return call.list(Op::concat, {all, next}); }

Value concatenated(const LibraryCall& call) {
  const ExprId list = call.plain(0);
  if (!list.valid()) return {};
  const ExprId none = call.empty(call.colours()[element_of(call, list)].components[0]);
  return call.fold(list, none, [&](ExprId all, ExprId x) { return joined(call, all, x); });
}

Value tabulate(const LibraryCall& call) {
  const ExprId count = call.part(0);
  const Value function = call.part_value(1);
  const ExprId range = call.range(0, call.binary(Op::subtract, count, call.integer(1)));
  return call.over(Op::map, range, [&](ExprId k) { return call.applied(function, k); });
}

// One argument is a list, the other a colour, both curried; `Swapped`: the colour comes first.
template <Op O, bool Swapped = false>
Value element_op(const LibraryCall& call) {
  const ExprId list = call.plain(Swapped ? 1 : 0);
  const ExprId x = call.plain(Swapped ? 0 : 1);
  if (!list.valid()) return {};
  return call.list(O, {list, call.coerce(x, element_of(call, list))});
}

Value remove_all(const LibraryCall& call) {
  const ExprId x = call.named(0);
  return call.over(Op::filter, call.plain(1),
                   [&](ExprId y) { return call.binary(Op::not_equal, y, call.coerce(x, call.e().type(y))); });
}

template <bool IfNew>
Value insert(const LibraryCall& call) {
  const ExprId list = call.named(0);
  const ExprId x = call.named(1);
  if (!list.valid() || !x.valid()) return {};
  const ExprId longer = call.list(Op::append, {list, call.coerce(x, element_of(call, list))});
  return IfNew ? call.if_(call.list(Op::contains, {list, x}), list, longer) : longer;
}

Value united(const LibraryCall& call) { return call.list(Op::concat, {call.plain(0), call.plain(1)}); }

Value contains(const LibraryCall& call) {
  const ExprId whole = call.named(0);
  if (!whole.valid()) return {};
  return call.over(Op::forall, call.plain(1), [&](ExprId x) { return call.list(Op::contains, {whole, x}); });
}

// a without the elements of b, each taken as often as it is there.
ExprId without(const LibraryCall& call, ExprId a, ExprId b) {
  return call.fold(b, a, [&](ExprId rest, ExprId x) {
    return call.list(Op::remove, {rest, call.coerce(x, element_of(call, rest))});
  });
}

// The same where each must be there: else ML raises an exception.
ExprId subtracted(const LibraryCall& call, ExprId a, ExprId b) {
  return call.fold(b, a, [&](ExprId rest, ExprId x) {
    const ExprId there = call.list(Op::contains, {rest, call.coerce(x, element_of(call, rest))});
    const ExprId left = call.list(Op::remove, {rest, call.coerce(x, element_of(call, rest))});
    return call.if_(there, left, call.t.values().no_value(call.e().type(rest), "nothing to take away (Subtract)", call.where()));
  });
}

Value minus(const LibraryCall& call) {
  const ExprId left = call.part(0);
  return subtracted(call, left, call.part(1));
}

Value position(const LibraryCall& call) {
  const ExprId list = call.named(1);
  if (!list.valid()) return {};
  const ExprId at = call.named(call.list(Op::position, {list, call.coerce(call.plain(0), element_of(call, list))}));
  return call.if_(call.binary(Op::less, at, call.integer(0)), call.raised("the list has no such element (Match)"), at);
}

Value list_minus(const LibraryCall& call) {
  const ExprId left = call.plain(0);
  return subtracted(call, left, call.plain(1));
}

// Whether the first multiset holds the second: nothing of the second is left without the first.
ExprId holds(const LibraryCall& call, ExprId large, ExprId small) {
  const ExprId left = call.list(Op::length, {without(call, small, large)});
  return call.binary(Op::equal, left, call.integer(0));
}

Value at_least(const LibraryCall& call) {
  const ExprId small = call.part(1);
  return holds(call, call.part(0), small);
}

Value at_most(const LibraryCall& call) {
  const ExprId small = call.part(0);
  return holds(call, call.part(1), small);
}

Value contains_all(const LibraryCall& call) {
  const ExprId small = call.plain(1);
  return holds(call, call.plain(0), small);
}

Value equal_multisets(const LibraryCall& call) {
  const ExprId x = call.named_part(0);
  const ExprId y = call.named_part(1);
  const ExprId more = holds(call, x, y);
  return call.binary(Op::and_, more, holds(call, y, x));
}

Value unequal_multisets(const LibraryCall& call) { return call.unary(Op::not_, call.plain(equal_multisets(call))); }

// Whether one multiset holds the other and more: it is larger as well.
template <bool LeftIsLarge>
Value strictly(const LibraryCall& call) {
  const ExprId large = call.named_part(LeftIsLarge ? 0 : 1);
  const ExprId small = call.named_part(LeftIsLarge ? 1 : 0);
  const ExprId more = call.binary(Op::less, call.list(Op::length, {small}), call.list(Op::length, {large}));
  return call.binary(Op::and_, more, holds(call, large, small));
}

// `n ** m`: each colour of the multiset n times as often.
Value multiplied(const LibraryCall& call) {
  const ExprId count = call.named_part(0);
  const ExprId list = call.part(1);
  if (!count.valid() || !list.valid()) return {};
  return call.fold(list, call.empty(element_of(call, list)), [&](ExprId all, ExprId x) {
    return joined(call, all, call.over(Op::map, call.range(1, count), [&](ExprId) { return x; }));
  });
}

// The last of those that are equal stays.
Value without_copies(const LibraryCall& call) {
  return call.list(Op::reverse, {call.list(Op::distinct, {call.list(Op::reverse, {call.plain(0)})})});
}

Value times(const LibraryCall& call) {
  const ExprId count = call.part(0);
  if (count.valid() && call.e().constant(count) == Word{1}) {
    const ExprId one = call.part(1);
    return one.valid() ? call.e().list(call.e().type(one), std::array{one}, call.where()) : ExprId{};
  }
  const ExprId x = call.named_part(1);
  if (!x.valid()) return {};
  return call.over(Op::map, call.range(1, count), [&](ExprId) { return x; });
}

Value coefficient(const LibraryCall& call) {
  const ExprId x = call.named_part(0);
  return call.list(Op::length, {call.over(Op::filter, call.part(1), [&](ExprId y) { return call.binary(Op::equal, y, x); })});
}

// `sort` takes what comes before what: insertion into a list that is sorted already.
Value sorted(const LibraryCall& call) {
  const ExprId list = call.plain(1);
  if (!list.valid()) return {};
  return call.fold(list, call.empty(element_of(call, list)), [&](ExprId all, ExprId x) {
    // Those before x stay in front: all y with not (x before y).
    const auto side = [&](bool before) {
      return call.over(Op::filter, all, [&](ExprId y) {
        const ExprId first = call.applied(call[0], Value::tuple({x, y}));
        return before ? call.unary(Op::not_, first) : first;
      });
    };
    const ExprId front = side(true);
    const ExprId back = side(false);
    return joined(call, call.list(Op::append, {front, x}), back);
  });
}

Value single(const LibraryCall& call) {
  const ExprId x = call.plain(0);
  return x.valid() ? call.e().list(call.e().type(x), std::array{x}, call.where()) : ExprId{};
}

Value cons(const LibraryCall& call) {
  const ExprId x = call.part(0);
  const ExprId list = call.part(1);
  if (!list.valid()) return {};
  const ColourSetId element = element_of(call, list);
  return joined(call, call.e().list(element, std::array{call.coerce(x, element)}, call.where()), list);
}

Value chained(const LibraryCall& call) {
  const ExprId left = call.part(0);
  const ExprId right = call.part(1);
  return left.valid() ? joined(call, left, call.coerce(right, call.e().type(left))) : ExprId{};
}

Value extended(const LibraryCall& call) {
  const ExprId list = call.plain(1);
  const ColourSet& set = call.colours()[call.result()];
  if (!list.valid() || set.kind != ColourKind::list) return {};
  return call.fold(list, call.empty(set.components[0]),
                   [&](ExprId all, ExprId x) { return joined(call, all, call.applied(call[0], x)); });
}
constexpr std::array kTable{
    LibraryFunction{"nil empty NONE", "'a list", 0, empty_list},
    LibraryFunction{"SOME", "'a -> 'a list", 1, single},
    LibraryFunction{"::", "'a * 'a list -> 'a list", 1, cons},
    LibraryFunction{"^^ @", "'a list * 'a list -> 'a list", 1, chained},
    LibraryFunction{"`", "int * 'a -> 'a list", 1, times},
    LibraryFunction{"--", "'a list * 'a list -> 'a list", 1, minus},
    LibraryFunction{"==", "'a list * 'a list -> bool", 1, equal_multisets},
    LibraryFunction{"<><> !=", "'a list * 'a list -> bool", 1, unequal_multisets},
    LibraryFunction{">>= >>==", "'a list * 'a list -> bool", 1, at_least},
    LibraryFunction{"<<= <<==", "'a list * 'a list -> bool", 1, at_most},
    LibraryFunction{">>", "'a list * 'a list -> bool", 1, strictly<true>},
    LibraryFunction{"<<", "'a list * 'a list -> bool", 1, strictly<false>},
    LibraryFunction{"**", "int * 'a list -> 'a list", 1, multiplied},
    LibraryFunction{"pos", "'a -> 'a list -> int", 2, position},
    LibraryFunction{"listsub", "'a list -> 'a list -> 'a list", 2, list_minus},
    LibraryFunction{"null List.null", "'a list -> bool", 1, is_null},
    LibraryFunction{"hd List.hd ms_to_col", "'a list -> 'a", 1, of_list<Op::head>},
    LibraryFunction{"tl List.tl", "'a list -> 'a list", 1, of_list<Op::tail>},
    LibraryFunction{"length List.length", "'a list -> int", 1, of_list<Op::length>},
    LibraryFunction{"size", "'a -> int", 1, of_list<Op::length>},
    LibraryFunction{"rev List.rev", "'a list -> 'a list", 1, of_list<Op::reverse>},
    LibraryFunction{"remdupl", "'a list -> 'a list", 1, without_copies},
    LibraryFunction{"map List.map ext_col", "('a -> 'b) -> 'a list -> 'b list", 2, quantified<Op::map>},
    LibraryFunction{"ext_ms fmap", "('a -> 'b list) -> 'a list -> 'b list", 2, extended},
    LibraryFunction{"List.filter filter", "('a -> bool) -> 'a list -> 'a list", 2, quantified<Op::filter>},
    LibraryFunction{"List.exists exists", "('a -> bool) -> 'a list -> bool", 2, quantified<Op::exists>},
    LibraryFunction{"List.all", "('a -> bool) -> 'a list -> bool", 2, quantified<Op::forall>},
    LibraryFunction{"foldl List.foldl", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", 3, folded<false>},
    LibraryFunction{"foldr List.foldr", "('a * 'b -> 'b) -> 'b -> 'a list -> 'b", 3, folded<true>},
    LibraryFunction{"List.nth nth", "'a list * int -> 'a", 1, of_pair<Op::element>},
    LibraryFunction{"List.last", "'a list -> 'a", 1, last},
    LibraryFunction{"List.take", "'a list * int -> 'a list", 1, split<true>},
    LibraryFunction{"List.drop", "'a list * int -> 'a list", 1, split<false>},
    LibraryFunction{"List.concat", "'a list list -> 'a list", 1, concatenated},
    LibraryFunction{"List.tabulate", "int * (int -> 'a) -> 'a list", 1, tabulate},
    LibraryFunction{"mem", "'a list -> 'a -> bool", 2, element_op<Op::contains>},
    LibraryFunction{"rm", "'a -> 'a list -> 'a list", 2, element_op<Op::remove, true>},
    LibraryFunction{"rmall", "'a -> 'a list -> 'a list", 2, remove_all},
    LibraryFunction{"ins", "'a list -> 'a -> 'a list", 2, insert<false>},
    LibraryFunction{"ins_new", "'a list -> 'a -> 'a list", 2, insert<true>},
    LibraryFunction{"union", "'a list -> 'a list -> 'a list", 2, united},
    LibraryFunction{"contains", "'a list -> 'a list -> bool", 2, contains},
    LibraryFunction{"contains_all", "'a list -> 'a list -> bool", 2, contains_all},
    LibraryFunction{"sort sort_ms", "('a * 'a -> bool) -> 'a list -> 'a list", 2, sorted},
    LibraryFunction{"cf", "'a * 'a list -> int", 1, coefficient},
    LibraryFunction{"ms_to_list list_to_ms", "'a list -> 'a list", 1, same},
};

}  // namespace

std::span<const LibraryFunction> library_lists() { return kTable; }

}  // namespace petriloom::cpn::ml
