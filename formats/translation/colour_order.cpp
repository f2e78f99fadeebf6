// SPDX-License-Identifier: Apache-2.0
// The order of colours, `C.lt`: that of numbers and texts, labels as they are declared, products,
// records and lists lexicographically, unions by their variants first.
#include <array>

#include "formats/translation/library.h"
#include "formats/translation/library_call.h"

namespace petriloom::cpn::ml {

namespace {

// Below 0, 0 or above 0 as `a` comes before `b`, is it, or comes behind it.
ExprId compared(const LibraryCall& call, ExprId a, ExprId b);

ExprId compared_plain(const LibraryCall& call, ExprId a, ExprId b) {
  const ExprId behind = call.if_(call.binary(Op::equal, a, b), call.integer(0), call.integer(1));
  return call.if_(call.binary(Op::less, a, b), call.integer(-1), behind);
}

// The first of two comparisons that says a difference; the second is made only if needed.
template <class Later>
ExprId first_difference(const LibraryCall& call, ExprId first, const Later& later) {
  return call.t.work().naming([&] {
    const ExprId order = call.named(first);
    return call.if_(call.binary(Op::equal, order, call.integer(0)), later(), order);
  });
}

ExprId compared_parts(const LibraryCall& call, ExprId a, ExprId b, std::size_t from) {
  const ColourSet set = call.colours()[call.e().type(a)];
  const ExprId first = compared(call, call.e().project(a, from, call.where()), call.e().project(b, from, call.where()));
  if (from + 1 == set.components.size()) return first;
  return first_difference(call, first, [&] { return compared_parts(call, a, b, from + 1); });
}

ExprId compared_lists(const LibraryCall& call, ExprId a, ExprId b) {
  const ExprId size_a = call.list(Op::length, {a});
  const ExprId size_b = call.list(Op::length, {b});
  const ExprId common = call.binary(Op::subtract, call.binary(Op::minimum, size_a, size_b), call.integer(1));
  const ExprId order = call.fold(call.range(0, common), call.integer(0), [&](ExprId so_far, ExprId k) {
    return first_difference(call, so_far, [&] {
      return compared(call, call.list(Op::element, {a, k}), call.list(Op::element, {b, k}));
    });
  });
  return first_difference(call, order, [&] { return compared_plain(call, size_a, size_b); });
}

ExprId compared_unions(const LibraryCall& call, ExprId a, ExprId b) {
  const ColourSet set = call.colours()[call.e().type(a)];
  const ExprId variant = call.e().variant(a, call.where());
  return first_difference(call, compared_plain(call, variant, call.e().variant(b, call.where())), [&] {
    ExprId contents = call.integer(0);
    for (std::size_t k = set.components.size(); k-- > 0;) {
      if (set.components[k] == ColourTable::kUnit) continue;
      const ExprId here = call.binary(Op::equal, variant, call.integer(static_cast<std::int64_t>(k)));
      contents =
          call.if_(here, compared(call, call.e().content(a, k, call.where()), call.e().content(b, k, call.where())), contents);
    }
    return contents;
  });
}

ExprId compared(const LibraryCall& call, ExprId a, ExprId b) {
  if (!a.valid() || !b.valid()) return {};
  return call.t.work().naming([&]() -> ExprId {
    const ExprId x = call.named(a);
    const ExprId y = call.named(b);
    const ColourSet set = call.colours()[call.e().type(x)];
    if (set.kind == ColourKind::unit) return call.integer(0);
    if (set.kind == ColourKind::list) return compared_lists(call, x, y);
    if (set.kind == ColourKind::union_) return compared_unions(call, x, y);
    if (set.composite() && !set.components.empty()) return compared_parts(call, x, y, 0);
    return compared_plain(call, x, y);
  });
}

}  // namespace

ExprId less_in_order(const LibraryCall& call, ExprId a, ExprId b) {
  if (!a.valid() || !b.valid()) return {};
  const ColourSet& set = call.colours()[call.e().type(a)];
  const bool parts =
      set.composite() || set.kind == ColourKind::list || set.kind == ColourKind::union_ || set.kind == ColourKind::unit;
  return parts ? call.binary(Op::less, compared(call, a, b), call.integer(0)) : call.binary(Op::less, a, b);
}

}  // namespace petriloom::cpn::ml
