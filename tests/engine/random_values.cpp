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

void intern_nested(WordPool& pool) {
  for (Word k = 0; k < 3; ++k) pool.intern(std::vector<Word>(9, k));
  std::vector<Word> lists;
  std::vector<std::vector<Word>> open{{}};
  while (!open.empty()) {
    const std::vector<Word> words = open.back();
    open.pop_back();
    lists.push_back(pool.intern(words));
    for (Word next = 2; next >= 0 && words.size() < 3; --next) {
      open.push_back(words);
      open.back().push_back(next);
    }
  }
  std::vector<Word> records;
  for (const Word list : lists) {
    for (Word letter = 0; letter < 2; ++letter) records.push_back(pool.intern(std::vector<Word>{list, letter}));
  }
  for (const Word list : lists) pool.intern(std::vector<Word>{0, list});
  for (const Word record : records) pool.intern(std::vector<Word>{1, record});
}

void intern_short_lists(WordPool& pool) {
  std::vector<std::vector<Word>> open{{}};
  while (!open.empty()) {
    const std::vector<Word> words = open.back();
    open.pop_back();
    pool.intern(words);
    for (Word next = 11; next >= 0 && words.size() < 3; --next) {
      open.push_back(words);
      open.back().push_back(next);
    }
  }
}

void collect_some(Draft& draft, TransitionId transition, PlaceId place, std::uint32_t list, ExprId pattern,
                  std::mt19937_64& random) {
  const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const ExprId variable = draft.var(transition, list);
  Arc& arc = draft.arc(transition, ArcKind::input, place, variable);
  arc.each = true;
  arc.count = {};
  Collect collect;
  collect.pattern = pattern;
  collect.list = list;
  switch (below(4)) {
    case 0:  // all of them
      draft[transition].guards.push_back(draft.op(Op::less_equal, draft.tokens(place), draft.num(3)));
      if (below(2) == 0) draft[transition].guards.push_back(draft.op(Op::greater, draft.tokens(place), draft.num(0)));
      break;
    case 1:
      collect.count = draft.op(Op::minimum, draft.tokens(place), draft.num(2));
      break;
    default:
      collect.count = draft.num(static_cast<std::int64_t>(below(8) == 0 ? 0 : 1 + below(3)));
  }
  arc.collect = collect;
  if (below(3) == 0) return;
  const bool back = below(2) == 0;
  const ExprId length = draft.e().list_op(Op::length, std::vector<ExprId>{variable}, draft.where());
  const ColourSetId set = draft.builder.net()[place].colour;
  Arc& out = draft.arc(transition, ArcKind::output, place, back ? variable : draft.word(set, draft.colours()[set].low));
  out.each = back;
  if (!back) out.count = length;
}

ExprId condition_on(Draft& draft, ExprId token, ExprId other, std::mt19937_64& random) {
  const Op op = random() % 2 == 0 ? Op::equal : Op::not_equal;
  return draft.op(op, token, other);
}

}  // namespace petriloom::test
