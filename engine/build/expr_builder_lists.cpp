// SPDX-License-Identifier: Apache-2.0
// List operations of ExprBuilder.
#include <fmt/format.h>

#include "engine/build/expr_builder.h"
#include "engine/expr/eval.h"
#include "engine/text/wording.h"

namespace petriloom {

bool ExprBuilder::is_list(ExprId value, std::string_view what) {
  if (!value.valid()) return false;
  if (kind(value) == ColourKind::list) return true;
  fail(net_.exprs[value].where, fmt::format("{} must be a list, but this is {}", what, with_article(described(value))),
       net_.colours[type(value)].finite ? "all(C) is the list of the colours of C" : "");
  return false;
}

ExprId ExprBuilder::list(ColourSetId element, std::span<const ExprId> elements, Location where) {
  if (!all_valid(elements)) return {};
  if (!element.valid() && elements.empty()) return fail(where, "the element type of this empty list is not known");
  ColourSetId common = element.valid() ? element : type(elements[0]);
  for (const ExprId id : elements) {
    if (element.valid()) break;
    const ColourSetId wider = common_type(net_.colours, common, type(id));
    if (!wider.valid()) {
      return fail(net_.exprs[id].where,
                  fmt::format("{} in a list of {}", with_article(described(id)), net_.colours.describe(common)),
                  "all elements must be of one type");
    }
    common = wider;
  }
  std::vector<ExprId> converted;
  for (const ExprId id : elements) converted.push_back(convert(id, common, net_.exprs[id].where));
  return make(Op::list, net_.colours.add_list({}, common), 0, converted, where);
}

namespace {

std::size_t operands_of(Op op) {
  switch (op) {
    case Op::length:
    case Op::head:
    case Op::tail:
    case Op::reverse:
    case Op::distinct:
      return 1;
    case Op::slice:
    case Op::update:
      return 3;
    default:
      return 2;
  }
}

// The operations on lists that work on strings too.
bool on_strings(Op op) { return op != Op::head && op != Op::tail && op != Op::append && op != Op::range_list; }

}  // namespace

ExprId ExprBuilder::list_op(Op op, std::span<const ExprId> operands, Location where) {
  const std::size_t wanted = operands_of(op);
  if (operands.size() != wanted) return fail(where, fmt::format("expected {} operands, not {}", wanted, operands.size()));
  if (!all_valid(operands)) return {};
  if (op == Op::range_list) {
    const ExprId low = need(operands[0], ColourTable::kInt, "the start of a range");
    const ExprId high = need(operands[1], ColourTable::kInt, "the end of a range");
    return make(op, net_.colours.add_list({}, ColourTable::kInt), 0, {low, high}, where);
  }
  const bool string = type(operands[0]) == ColourTable::kString && on_strings(op);
  if (!string && !is_list(operands[0], "the operand")) return {};
  const ColourSetId element = string ? ColourTable::kString : net_.colours[type(operands[0])].components[0];
  switch (op) {
    case Op::length:
      return make(op, ColourTable::kInt, 0, operands, where);
    case Op::reverse:
    case Op::distinct:
      return make(op, type(operands[0]), 0, operands, where);
    case Op::slice:
      return make(
          op, type(operands[0]), 0,
          {operands[0], need(operands[1], ColourTable::kInt, "a position"), need(operands[2], ColourTable::kInt, "a number")},
          where);
    case Op::update:
      return updated(operands, element, where);
    case Op::head:
      return make(op, element, 0, operands, where);
    case Op::tail:
      return make(op, type(operands[0]), 0, operands, where);
    case Op::element:
      return make(op, element, 0, {operands[0], need(operands[1], ColourTable::kInt, "a position")}, where);
    case Op::append:
      return appended(operands, where);
    case Op::concat:
      return concatenated(operands, where);
    case Op::contains:
    case Op::remove:
    case Op::position:
      return contained(op, operands, element, where);
    default:
      return fail(where, "not an operation on lists");
  }
}

// update: the list keeps its type, which the element is brought to.
ExprId ExprBuilder::updated(std::span<const ExprId> operands, ColourSetId element, Location where) {
  const ExprId position = need(operands[1], ColourTable::kInt, "a position");
  return make(Op::update, type(operands[0]), 0, {operands[0], position, convert(operands[2], element, where)}, where);
}

// append, contains: the element and the list's elements are brought to one type.
ExprId ExprBuilder::appended(std::span<const ExprId> operands, Location where) {
  const ColourSetId element = net_.colours[type(operands[0])].components[0];
  const ColourSetId common = common_type(net_.colours, element, type(operands[1]));
  if (!common.valid()) {
    return fail(where, fmt::format("{} cannot be appended to {}", with_article(described(operands[1])),
                                   with_article(described(operands[0]))));
  }
  const ColourSetId list_type = common == element ? type(operands[0]) : net_.colours.add_list({}, common);
  return make(Op::append, list_type, 0, {convert(operands[0], list_type, where), convert(operands[1], common, where)}, where);
}

ExprId ExprBuilder::contained(Op op, std::span<const ExprId> operands, ColourSetId element, Location where) {
  if (element == ColourTable::kString && type(operands[0]) == ColourTable::kString) {
    const ExprId part = need(operands[1], ColourTable::kString, "what is looked for");
    return make(op, op == Op::contains ? ColourTable::kBool : (op == Op::position ? ColourTable::kInt : ColourTable::kString), 0,
                {operands[0], part}, where);
  }
  const ColourSetId common = common_type(net_.colours, element, type(operands[1]));
  if (!common.valid()) {
    return fail(where,
                fmt::format("{} cannot contain {}", with_article(described(operands[0])), with_article(described(operands[1]))));
  }
  const ColourSetId list_type = common == element ? type(operands[0]) : net_.colours.add_list({}, common);
  const ColourSetId result = op == Op::contains ? ColourTable::kBool : (op == Op::position ? ColourTable::kInt : list_type);
  const ExprId list = op == Op::remove ? convert(operands[0], list_type, where) : bring(operands[0], list_type, where);
  return make(op, result, 0, {list, bring(operands[1], common, where)}, where);
}

ExprId ExprBuilder::concatenated(std::span<const ExprId> operands, Location where) {
  if (type(operands[0]) == ColourTable::kString) {
    return make(Op::concat, ColourTable::kString, 0,
                {operands[0], need(operands[1], ColourTable::kString, "what is joined to a string")}, where);
  }
  if (!is_list(operands[1], "the operand")) return {};
  const ColourSetId common = common_type(net_.colours, type(operands[0]), type(operands[1]));
  if (!common.valid()) {
    return fail(where,
                fmt::format("cannot join {} and {}", with_article(described(operands[0])), with_article(described(operands[1]))),
                "the elements must be of one type");
  }
  return make(Op::concat, common, 0, {convert(operands[0], common, where), convert(operands[1], common, where)}, where);
}

ExprId ExprBuilder::colours(ColourSetId element, Location where) {
  if (!element.valid()) return {};
  const ColourSet& set = net_.colours[element];
  if (!set.finite) {
    return fail(where, fmt::format("{} has no list of all colours", net_.colours.describe(element)),
                "only finite colour sets have");
  }
  if (set.size() > ValueOperations::kMostListElements) {
    return fail(where, fmt::format("{} has {} colours, too many for a list", net_.colours.describe(element), set.size()),
                fmt::format("at most {}", ValueOperations::kMostListElements));
  }
  return make(Op::colours, net_.colours.add_list({}, element), 0, {}, where);
}

ExprId ExprBuilder::comprehension(Op op, std::uint32_t slot, ExprId list, ExprId body, Location where) {
  if (!list.valid() || !body.valid() || !is_list(list, "what is gone through")) return {};
  const ColourSetId element = net_.colours[type(list)].components[0];
  const auto payload = static_cast<Word>(slot);
  switch (op) {
    case Op::map:
      return make(op, net_.colours.add_list({}, type(body)), payload, {list, body}, where);
    case Op::filter:
    case Op::forall:
    case Op::exists:
      body = need(body, ColourTable::kBool, "the condition");
      return make(op, op == Op::filter ? type(list) : ColourTable::kBool, payload, {list, body}, where);
    case Op::sum:
      body = widen(body);
      if (!numeric(body)) return fail(net_.exprs[body].where, fmt::format("cannot add up {}", described(body)), "int or real");
      return make(op, whole(body) ? ColourTable::kInt : ColourTable::kReal, payload, {list, body}, where);
    case Op::argmin:
      return make(op, element, payload, {list, body}, where);
    case Op::sort:
      return make(op, type(list), payload, {list, body}, where);
    case Op::least:
    case Op::greatest:
      return make(op, type(body), payload, {list, body}, where);
    default:
      return fail(where, "not an operation that goes through a list");
  }
}

ExprId ExprBuilder::fold(std::uint32_t slot, ExprId list, ExprId start, ExprId body, Location where) {
  if (!list.valid() || !start.valid() || !body.valid() || !is_list(list, "what is folded")) return {};
  // The accumulator keeps the type it starts with, which the body was made for.
  body = convert(body, type(start), where);
  return make(Op::fold, type(start), static_cast<Word>(slot), {list, start, body}, where);
}

}  // namespace petriloom
