// SPDX-License-Identifier: Apache-2.0
// Makes typed expressions. Every function checks the types of its operands, inserts conversions,
// folds constants, and on a type error reports it and returns an invalid id; invalid operands give
// an invalid result without a second message.
#pragma once

#include "engine/build/expr_nodes.h"

namespace petriloom {

class ExprBuilder : public ExprNodes {
 public:
  using ExprNodes::ExprNodes;

  ExprId let(std::uint32_t slot, ExprId value, ExprId body, Location where);
  /// The two branches are brought to one type (int and real meet at real).
  ExprId if_(ExprId condition, ExprId then, ExprId otherwise, Location where);
  ExprId call(FunctionId function, std::span<const ExprId> arguments, Location where);
  /// Components are converted to those of `type`, a product or record.
  ExprId tuple(ColourSetId type, std::span<const ExprId> components, Location where);
  /// A tuple of the anonymous product of the components' own types.
  ExprId tuple(std::span<const ExprId> components, Location where);
  ExprId project(ExprId composite, std::size_t component, Location where);
  ExprId field(ExprId record, std::string_view name, Location where);
  /// The expression as one of `type`: itself if it is that already.
  ExprId convert(ExprId value, ColourSetId type, Location where);
  ExprId unary(Op op, ExprId operand, Location where);
  ExprId binary(Op op, ExprId left, ExprId right, Location where);
  ExprId colour_at(ColourSetId type, ExprId ordinal, Location where);
  /// A list; the elements are brought to one type. `element` may be invalid if there is at least
  /// one element.
  ExprId list(ColourSetId element, std::span<const ExprId> elements, Location where);
  /// length, head, tail, element, append, concat, contains, range_list, slice, reverse, update,
  /// remove, position, distinct; the operations that Op says so of also on strings.
  ExprId list_op(Op op, std::span<const ExprId> operands, Location where);
  ExprId colours(ColourSetId element, Location where);
  /// map, filter, forall, exists, sum, argmin, sort, least, greatest: `body` is over the element in
  /// `slot`.
  ExprId comprehension(Op op, std::uint32_t slot, ExprId list, ExprId body, Location where);
  ExprId fold(std::uint32_t slot, ExprId list, ExprId start, ExprId body, Location where);
  /// Variant `variant` of the union `type`; `content` is converted to what it holds (invalid: `()`,
  /// for a variant that holds nothing).
  ExprId inject(ColourSetId type, std::size_t variant, ExprId content, Location where);
  /// The number of the variant of a colour of a union, as an int.
  ExprId variant(ExprId value, Location where);
  /// What a colour of a union holds, if it is of that variant.
  ExprId content(ExprId value, std::size_t variant, Location where);
  ExprId to_text(ExprId value, Location where);
  /// Parameters are brought to the types of engine/expr/distribution.h; constant ones are checked.
  ExprId random(Distribution distribution, std::span<const ExprId> parameters, Location where);
  /// `pattern` is invalid for all tokens of the place.
  ExprId tokens(PlaceId place, ExprId pattern, Location where);
  /// The tokens of a place, as a list that a comprehension goes through.
  ExprId token_list(PlaceId place, Location where);

 private:
  /// `value` as an operand of type `type`: converted only if the words differ or must be checked.
  ExprId bring(ExprId value, ColourSetId type, Location where);
  ExprId convert_parts(ExprId value, ColourSetId type, Location where);
  ExprId need(ExprId value, ColourSetId type, std::string_view what);
  bool is_list(ExprId value, std::string_view what);
  bool is_union(ExprId value);
  /// A subset as its base; anything else as it is.
  ExprId widen(ExprId value);
  ExprId number(Op op, ExprId operand, Location where);
  ExprId to_int(Op op, ExprId operand, Location where);
  ExprId neighbour(Op op, ExprId operand, Location where);
  ExprId arithmetic(Op op, ExprId left, ExprId right, Location where);
  ExprId comparison(Op op, ExprId left, ExprId right, Location where);
  ExprId logic(Op op, ExprId left, ExprId right, Location where);
  ExprId appended(std::span<const ExprId> operands, Location where);
  ExprId concatenated(std::span<const ExprId> operands, Location where);
  ExprId updated(std::span<const ExprId> operands, ColourSetId element, Location where);
  ExprId contained(Op op, std::span<const ExprId> operands, ColourSetId element, Location where);
  [[nodiscard]] ColourKind kind(ExprId id) const { return net_.colours[type(id)].kind; }
  [[nodiscard]] bool whole(ExprId id) const;
  [[nodiscard]] bool numeric(ExprId id) const { return whole(id) || kind(id) == ColourKind::real; }
  [[nodiscard]] std::string described(ExprId id) const { return net_.colours.describe(type(id)); }
};

/// Lowest common type for a conditional or a list: equal structure, int with ranges gives int, int
/// with real gives real; invalid if there is none.
ColourSetId common_type(ColourTable& colours, ColourSetId a, ColourSetId b);

}  // namespace petriloom
