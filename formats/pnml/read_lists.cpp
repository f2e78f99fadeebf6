// SPDX-License-Identifier: Apache-2.0
// The part of TermReader that reads lists, named operators, and numbers taken of multisets.
#include <fmt/format.h>

#include <array>

#include "formats/pnml/read_terms.h"

namespace petriloom::pnml {

ExprId TermReader::empty_list(ElementId term, TermFrame&) {
  const ElementId sort = tree_[term].first;
  if (sort == kNoElement) return fail(term, "an empty list of what?", "the sort of its elements");
  const ColourSetId element = declarations_.sort(sort);
  return element.valid() ? expr().list(element, {}, where(term)) : ExprId();
}

ExprId TermReader::make_list(ElementId term, TermFrame& frame) {
  ColourSetId sort;
  for (const ElementId child : tree_.children(term)) {
    if (tree_[child].name != "subterm") sort = declarations_.sort(child);
  }
  std::vector<ExprId> elements;
  for (const ElementId part : operands(term)) elements.push_back(value(part, frame));
  if (sort.valid() && builder_.net().colours[sort].kind == ColourKind::list && !elements.empty() && elements[0].valid() &&
      !builder_.net().colours.converts(expr().type(elements[0]), sort)) {
    // Some write the sort of the list instead of that of its elements.
    sort = builder_.net().colours[sort].components[0];
  }
  return expr().list(sort, elements, where(term));
}

// The element may stand on either side.
ExprId TermReader::append(ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term, 2);
  if (parts.empty()) return {};
  const ExprId left = value(parts[0], frame);
  const ExprId right = value(parts[1], frame);
  if (!left.valid() || !right.valid()) return {};
  const ColourTable& colours = builder_.net().colours;
  const ColourSet& set = colours[expr().type(left)];
  const bool list_first = set.kind == ColourKind::list && colours.converts(expr().type(right), set.components[0]);
  return expr().list_op(Op::append, list_first ? std::array{left, right} : std::array{right, left}, where(term));
}

ExprId TermReader::member(ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term, 1);
  const auto index = declarations_.integer(term, "index");
  if (parts.empty() || !index) return {};
  return expr().list_op(Op::element, std::array{value(parts[0], frame), expr().integer(*index, where(term))}, where(term));
}

// Of a list or a string.
ExprId TermReader::part_of_list(ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term, 1);
  const auto start = declarations_.integer(term, "start");
  const auto length = declarations_.integer(term, "length");
  if (parts.empty() || !start || !length) return {};
  const Location& at = where(term);
  return expr().list_op(Op::slice, std::array{value(parts[0], frame), expr().integer(*start, at), expr().integer(*length, at)}, at);
}

ExprId TermReader::string_constant(ElementId term, TermFrame&) {
  const ElementId text = tree_.child(term, "value");
  return expr().text(text == kNoElement ? std::string_view() : std::string_view(tree_[text].text), where(term));
}

// How many tokens a multiset has.
ExprId TermReader::cardinality(ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term, 1);
  if (parts.empty()) return {};
  const Location& at = where(term);
  ExprId total = expr().integer(0, at);
  for (const Portion& portion : multiset(parts[0], frame)) {
    const ExprId count = expr().binary(Op::maximum, portion.count, expr().integer(0, at), at);
    const ExprId size = portion.each ? expr().list_op(Op::length, std::array{portion.value}, at) : expr().integer(1, at);
    total = expr().binary(Op::add, total, expr().binary(Op::multiply, count, size, at), at);
  }
  return total;
}

ExprId TermReader::cardinality_of(ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term, 2);
  if (parts.empty()) return {};
  const Portions portions = multiset(parts[0], frame);
  return amount(builder_, portions, value(parts[1], frame), where(term));
}

// Whether the first multiset has all of the second.
ExprId TermReader::contains(ElementId term, TermFrame& frame) {
  const std::vector<ElementId> parts = operands(term, 2);
  if (parts.empty()) return {};
  const Location& at = where(term);
  const Portions whole = multiset(parts[0], frame);
  const Portions part = spread(builder_, multiset(parts[1], frame), at);
  ExprId all = expr().boolean(true, at);
  for (const Portion& portion : part) {
    const ExprId needed = amount(builder_, part, portion.value, at);
    all =
        expr().binary(Op::and_, all, expr().binary(Op::greater_equal, amount(builder_, whole, portion.value, at), needed, at), at);
  }
  return all;
}

bool TermReader::makes_multiset(ElementId term) const {
  static constexpr std::array<std::string_view, 6> kMultisets{"add", "subtract", "all", "empty", "numberof", "scalarproduct"};
  for (int steps = 0; steps < Declarations::kMostDepth; ++steps) {
    for (const std::string_view name : kMultisets) {
      if (tree_[term].name == name) return true;
    }
    if (tree_[term].name != "useroperator") return false;
    const ElementId declaration = declarations_.declared("namedoperator", tree_[term].attribute("declaration"));
    const ElementId definition = declaration == kNoElement ? kNoElement : tree_.child(declaration, "def");
    if (definition == kNoElement || tree_[definition].first == kNoElement) return false;
    term = tree_[definition].first;
  }
  return false;
}

// The function that a named operator is.
FunctionId TermReader::function(ElementId declaration) {
  const auto [entry, added] = functions_.try_emplace(declaration, FunctionId());
  if (!added) {
    if (!entry->second.valid() && depth_ > 0) fail(declaration, "the operator is defined by itself, or wrongly");
    return entry->second;
  }
  const ElementId definition = tree_.child(declaration, "def");
  if (definition == kNoElement || tree_[definition].first == kNoElement || depth_ >= Declarations::kMostDepth) {
    fail(declaration, fmt::format("the operator has no <def>, or operators are defined by each other more than {} deep",
                                  Declarations::kMostDepth));
    return {};
  }
  Function made;
  made.name = tree_[declaration].attribute("name");
  if (!is_identifier(made.name)) made.name = tree_[declaration].attribute("id");
  for (const Function& other : builder_.net().functions) {
    if (other.name == made.name) made.name = fmt::format("{}_{}", made.name, builder_.net().functions.size());
  }
  made.where = where(declaration);
  TermFrame frame;
  const ElementId parameters = tree_.child(declaration, "parameter");
  for (const ElementId parameter : parameters == kNoElement ? std::vector<ElementId>{} : tree_.children(parameters)) {
    if (tree_[parameter].first == kNoElement) continue;
    const ColourSetId sort = declarations_.sort(tree_[parameter].first);
    if (!sort.valid()) return {};
    made.parameters.push_back(sort);
    made.parameter_names.emplace_back(tree_[parameter].attribute("name"));
    frame.variables[std::string(tree_[parameter].attribute("id"))] =
        expr().variable(sort, static_cast<std::uint32_t>(frame.slots.size()), where(parameter));
    frame.slots.push_back({made.parameter_names.back(), sort});
  }
  ++depth_;
  made.body = value(tree_[definition].first, frame);
  --depth_;
  if (!made.body.valid()) return {};
  made.result = expr().type(made.body);
  made.slots = static_cast<std::uint32_t>(frame.slots.size());
  return functions_[declaration] = builder_.add(std::move(made));
}

}  // namespace petriloom::pnml
