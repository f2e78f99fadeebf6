// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/random_values.h"

namespace petriloom::test {

ExprId number_of_values(Draft& draft, TransitionId transition, PlaceId place, ExprId chosen, std::mt19937_64& random) {
  const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const ColourSetId set = draft.builder.net()[place].colour;
  const auto slot = static_cast<std::uint32_t>(draft[transition].variables.size());
  draft[transition].variables.push_back({"", set});
  const ExprId element = draft.var(transition, slot);
  ExprId list = draft.e().token_list(place, draft.where());
  const auto over = [&](Op op, ExprId body) { return draft.e().comprehension(op, slot, list, body, draft.where()); };
  const auto if_else = [&](ExprId condition, ExprId then, ExprId otherwise) {
    return draft.e().if_(condition, then, otherwise, draft.where());
  };
  const auto zero_or = [&](ExprId some) { return if_else(over(Op::exists, draft.truth(true)), some, draft.num(0)); };
  const ExprId equal = draft.op(Op::equal, element, chosen);
  const bool whole = draft.colours()[set].kind == ColourKind::range;
  const ExprId number = whole ? draft.to(ColourTable::kInt, element) : draft.num(1);
  switch (below(5)) {
    case 0:
      return over(Op::sum, number);
    case 1:
      return zero_or(over(below(2) == 0 ? Op::least : Op::greatest, number));
    case 2:
      return if_else(over(below(2) == 0 ? Op::exists : Op::forall, equal), draft.num(2), draft.num(0));
    case 3: {
      const ExprId first = draft.e().list_op(Op::head, std::vector<ExprId>{list}, draft.where());
      return zero_or(if_else(draft.op(Op::equal, over(Op::argmin, number), first), draft.num(1), draft.num(2)));
    }
    default:
      list = over(Op::filter, equal);
      return over(Op::sum, number);
  }
}

}  // namespace petriloom::test
