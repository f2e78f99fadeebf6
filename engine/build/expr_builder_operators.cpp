// SPDX-License-Identifier: Apache-2.0
// Operators of ExprBuilder on numbers, comparisons and logic.
#include <fmt/format.h>

#include <array>

#include "engine/build/expr_builder.h"

#include "engine/text/wording.h"

namespace petriloom {

namespace {

bool ordered(ColourKind kind) {
  return kind == ColourKind::integer || kind == ColourKind::range || kind == ColourKind::real || kind == ColourKind::boolean ||
         kind == ColourKind::enumeration || kind == ColourKind::index || kind == ColourKind::string;
}

bool whole_kind(ColourKind kind) { return kind == ColourKind::integer || kind == ColourKind::range; }

}  // namespace

ColourSetId common_type(ColourTable& colours, ColourSetId a, ColourSetId b) {
  if (a == b || (colours.same_words(a, b) && colours.same_words(b, a))) return a;
  if (colours.base_of(a) != a || colours.base_of(b) != b) return common_type(colours, colours.base_of(a), colours.base_of(b));
  const ColourKind x = colours[a].kind;
  const ColourKind y = colours[b].kind;
  const bool numbers = (whole_kind(x) || x == ColourKind::real) && (whole_kind(y) || y == ColourKind::real);
  if (numbers) return whole_kind(x) && whole_kind(y) ? ColourTable::kInt : ColourTable::kReal;
  // Copies, as entering a colour set moves the others.
  const std::vector<ColourSetId> left = colours[a].components;
  const std::vector<ColourSetId> right = colours[b].components;
  if (x != y || left.size() != right.size() || (x != ColourKind::product && x != ColourKind::list)) return {};
  std::vector<ColourSetId> common;
  for (std::size_t k = 0; k < left.size(); ++k) {
    const ColourSetId part = common_type(colours, left[k], right[k]);
    if (!part.valid()) return {};
    common.push_back(part);
  }
  return x == ColourKind::list ? colours.add_list({}, common[0]) : colours.add_product({}, std::move(common));
}

ExprId ExprBuilder::unary(Op op, ExprId operand, Location where) {
  if (!operand.valid()) return {};
  // The neighbours of a colour of a subset are in the subset; all else is done with what it is a
  // subset of.
  if (op != Op::successor && op != Op::predecessor) operand = widen(operand);
  switch (op) {
    case Op::negate:
    case Op::absolute:
      return number(op, operand, where);
    case Op::floor:
    case Op::ceil:
    case Op::round:
      return to_int(op, operand, where);
    case Op::sqrt:
    case Op::exp:
    case Op::log:
      return make(op, ColourTable::kReal, 0, {need(operand, ColourTable::kReal, "the operand")}, where);
    case Op::not_:
      return make(op, ColourTable::kBool, 0, {need(operand, ColourTable::kBool, "the operand of !")}, where);
    case Op::successor:
    case Op::predecessor:
      return neighbour(op, operand, where);
    case Op::index_of:
      if (!net_.colours[type(operand)].finite && !whole(operand)) {
        return fail(where, fmt::format("{} has no ordinal", with_article(described(operand))),
                    "colours of a finite colour set have one");
      }
      return make(op, ColourTable::kInt, 0, {operand}, where);
    default:
      return fail(where, "this operation does not take one operand");
  }
}

ExprId ExprBuilder::binary(Op op, ExprId left, ExprId right, Location where) {
  if (!left.valid() || !right.valid()) return {};
  switch (op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::power:
      return arithmetic(op, left, right, where);
    case Op::minimum:
    case Op::maximum:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return comparison(op, left, right, where);
    case Op::and_:
    case Op::or_:
      return logic(op, left, right, where);
    case Op::element:
    case Op::append:
    case Op::concat:
    case Op::contains:
    case Op::range_list:
    case Op::remove:
    case Op::position:
      return list_op(op, std::array{left, right}, where);
    default:
      return fail(where, "this operation does not take two operands");
  }
}

ExprId ExprBuilder::number(Op op, ExprId operand, Location where) {
  if (!numeric(operand))
    return fail(where, fmt::format("expected a number, but this is {}", with_article(described(operand))), "int or real");
  return make(op, whole(operand) ? ColourTable::kInt : ColourTable::kReal, 0, {operand}, where);
}

ExprId ExprBuilder::to_int(Op op, ExprId operand, Location where) {
  if (!numeric(operand)) return fail(where, fmt::format("expected a real, but this is {}", with_article(described(operand))));
  if (whole(operand)) return operand;
  return make(op, ColourTable::kInt, 0, {operand}, where);
}

ExprId ExprBuilder::neighbour(Op op, ExprId operand, Location where) {
  if (!net_.colours[type(operand)].finite) {
    return fail(where, fmt::format("{} has no cyclic neighbour", with_article(described(operand))),
                "colours of a finite colour set have one");
  }
  return make(op, type(operand), 0, {operand}, where);
}

ExprId ExprBuilder::arithmetic(Op op, ExprId left, ExprId right, Location where) {
  left = widen(left);
  right = widen(right);
  if (!numeric(left) || !numeric(right)) {
    return fail(where, fmt::format("cannot calculate with {} and {}", described(left), described(right)),
                "both sides must be numbers (ord(x) makes an int of a finite colour)");
  }
  const ColourSetId common = whole(left) && whole(right) ? ColourTable::kInt : ColourTable::kReal;
  return make(op, common, 0, {bring(left, common, where), bring(right, common, where)}, where);
}

// Comparisons, minimum and maximum.
ExprId ExprBuilder::comparison(Op op, ExprId left, ExprId right, Location where) {
  const ColourSetId common = common_type(net_.colours, type(left), type(right));
  if (!common.valid()) {
    return fail(where, fmt::format("cannot compare {} with {}", described(left), described(right)),
                "both sides must be of one type");
  }
  const bool equality = op == Op::equal || op == Op::not_equal;
  if (!equality && !ordered(net_.colours[net_.colours.base_of(common)].kind)) {
    return fail(where, fmt::format("colours of {} have no order", net_.colours.describe(common)),
                "numbers, bool, enumerations, indices and strings have one; = and != compare everything");
  }
  const bool choice = op == Op::minimum || op == Op::maximum;
  return make(op, choice ? common : ColourTable::kBool, 0, {bring(left, common, where), bring(right, common, where)}, where);
}

ExprId ExprBuilder::logic(Op op, ExprId left, ExprId right, Location where) {
  const std::string_view what = op == Op::and_ ? "an operand of &" : "an operand of |";
  const ExprId a = need(left, ColourTable::kBool, what);
  const ExprId b = need(right, ColourTable::kBool, what);
  return make(op, ColourTable::kBool, 0, {a, b}, where);
}

ExprId ExprBuilder::colour_at(ColourSetId to, ExprId ordinal, Location where) {
  if (!to.valid() || !ordinal.valid()) return {};
  if (type(ordinal) == to) return ordinal;
  const ColourSet& set = net_.colours[to];
  if (set.kind == ColourKind::subset) return convert(colour_at(net_.colours.base_of(to), ordinal, where), to, where);
  const bool simple = set.finite && !set.composite() && set.kind != ColourKind::unit && set.kind != ColourKind::union_;
  if (!simple) {
    return fail(where, fmt::format("{} has no colours by number", net_.colours.describe(to)),
                "bool, enumerations, indices and int ranges have");
  }
  return make(Op::colour_at, to, 0, {need(ordinal, ColourTable::kInt, "the number of a colour")}, where);
}

}  // namespace petriloom
