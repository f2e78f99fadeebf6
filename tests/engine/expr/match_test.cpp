// SPDX-License-Identifier: Apache-2.0
// Patterns of lists, strings, unions and subsets: what they bind and what they match.
#include "engine/expr/match.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "engine/build/expr_builder.h"
#include "engine/expr/eval.h"

namespace petriloom {
namespace {

class Match : public testing::Test {
 protected:
  ExprId i(Word value) { return b.integer(value, {}); }
  ExprId var(ColourSetId type, std::uint32_t slot) { return b.variable(type, slot, {}); }
  ExprId wild(ColourSetId type) { return b.wildcard(type, {}); }
  ExprId list(std::vector<ExprId> elements) { return b.list({}, elements, {}); }
  ExprId concat(ExprId left, ExprId right) { return b.binary(Op::concat, left, right, {}); }
  Word colour(ExprId id) { return Evaluator(net, net.pool).eval(id, {}); }
  Word ints(std::vector<Word> words) { return net.pool.intern(words); }

  // What matching binds, as "slot=value" texts joined by spaces; "no" if the colour does not match.
  std::string bound(ExprId pattern, ColourSetId type, Word word) {
    std::map<std::uint32_t, Word> values;
    std::string text;
    for (const ColourPart& part : colour_pattern(net, b.convert(pattern, type, {}), type, 8).parts) {
      const std::optional<Word> leaf = matched_word(net.colours, part, word, net.pool);
      if (!leaf) return "no";
      if (part.kind == ColourPart::Kind::constant && *leaf != part.word) return "no";
      if (part.kind == ColourPart::Kind::computed) return "computed";
      if (part.kind != ColourPart::Kind::variable) continue;
      if (const auto before = values.find(part.slot); before != values.end()) {
        if (before->second != *leaf) return "no";
        continue;
      }
      values[part.slot] = *leaf;
      text += (text.empty() ? "" : " ") + std::to_string(part.slot) + "=" + net.colours.format(part.leaf, *leaf, net.pool);
    }
    return text;
  }

  Net net;
  Diagnostics diagnostics;
  ExprBuilder b{net, diagnostics};
  ColourSetId ints_type = net.colours.add_list({}, ColourTable::kInt);
};

TEST_F(Match, AListLiteralMatchesItsLength) {
  const ExprId pattern = list({var(ColourTable::kInt, 0), i(7)});
  EXPECT_EQ(bound(pattern, ints_type, ints({5, 7})), "0=5");
  EXPECT_EQ(bound(pattern, ints_type, ints({5, 8})), "no");
  EXPECT_EQ(bound(pattern, ints_type, ints({5})), "no");
  EXPECT_EQ(bound(pattern, ints_type, ints({5, 7, 9})), "no");
}

TEST_F(Match, NumbersOfColours) {
  const ColourSetId card = net.colours.add_index("Card", "card", 1, 3, {});
  const ColourSetId few = net.colours.add_range("Few", 2, 9, {});
  const auto at = [&](ExprId number) { return bound(b.colour_at(card, number, {}), card, 2); };
  EXPECT_EQ(at(var(ColourTable::kInt, 0)), "0=2");
  EXPECT_EQ(at(b.convert(var(few, 1), ColourTable::kInt, {})), "1=2");
  EXPECT_EQ(bound(b.colour_at(card, b.convert(var(few, 1), ColourTable::kInt, {}), {}), card, 1), "no");
  EXPECT_EQ(at(b.binary(Op::add, var(ColourTable::kInt, 0), i(1), {})), "computed");
}

TEST_F(Match, BothEndsOfAList) {
  const ExprId rest = var(ints_type, 1);
  const ExprId first = concat(list({var(ColourTable::kInt, 0)}), rest);
  EXPECT_EQ(bound(first, ints_type, ints({1, 2, 3})), "0=1 1=[2, 3]");
  EXPECT_EQ(bound(first, ints_type, ints({})), "no");
  const ExprId last = concat(rest, list({var(ColourTable::kInt, 0)}));
  EXPECT_EQ(bound(last, ints_type, ints({1, 2, 3})), "0=3 1=[1, 2]");
  // [x] ++ rest ++ [y, z]: the ends are cut off one after the other.
  const ExprId both = concat(first, list({var(ColourTable::kInt, 2), var(ColourTable::kInt, 3)}));
  EXPECT_EQ(bound(both, ints_type, ints({1, 2, 3})), "2=2 3=3 0=1 1=[]");
  EXPECT_EQ(bound(both, ints_type, ints({1, 2, 3, 4})), "2=3 3=4 0=1 1=[2]");
  EXPECT_EQ(bound(both, ints_type, ints({1, 2})), "no");
  EXPECT_EQ(bound(concat(first, list({i(4)})), ints_type, ints({1, 2, 4})), "0=1 1=[2]");
  // ([x] ++ [y]) within a literal: the length of the middle is that of the whole.
  const ExprId exact = concat(concat(list({i(9)}), list({var(ColourTable::kInt, 0)})), list({var(ColourTable::kInt, 2)}));
  EXPECT_EQ(bound(exact, ints_type, ints({9, 5, 6})), "2=6 0=5");
  EXPECT_EQ(bound(exact, ints_type, ints({9, 5, 5, 6})), "no");
}

TEST_F(Match, ConstantEndsAreFoldedAndStillMatch) {
  const ExprId pattern = concat(list({i(1), i(2)}), var(ints_type, 0));
  EXPECT_EQ(bound(pattern, ints_type, ints({1, 2, 3})), "0=[3]");
  EXPECT_EQ(bound(pattern, ints_type, ints({1, 3})), "no");
  const ExprId prefix = concat(b.text("GET ", {}), var(ColourTable::kString, 0));
  EXPECT_EQ(bound(prefix, ColourTable::kString, intern_text("GET /x", net.pool)), "0=\"/x\"");
  EXPECT_EQ(bound(prefix, ColourTable::kString, intern_text("PUT /x", net.pool)), "no");
  EXPECT_EQ(bound(prefix, ColourTable::kString, intern_text("GE", net.pool)), "no");
}

TEST_F(Match, TwoListsOfUnknownLengthAreComputed) {
  EXPECT_EQ(bound(concat(var(ints_type, 0), var(ints_type, 1)), ints_type, ints({1})), "computed");
}

TEST_F(Match, ListsConvertElementByElement) {
  const ColourSetId small = net.colours.add_range("Small", 0, 3);
  const ExprId pattern = concat(list({var(small, 0)}), var(net.colours.add_list({}, small), 1));
  EXPECT_EQ(bound(pattern, ints_type, ints({2, 3})), "0=2 1=[3]");
  EXPECT_EQ(bound(pattern, ints_type, ints({4, 3})), "no");
  EXPECT_EQ(bound(pattern, ints_type, ints({2, 4})), "no");
}

TEST_F(Match, UnionsByVariantAndContent) {
  const ColourSetId pair = net.colours.add_product({}, {ColourTable::kInt, ColourTable::kString});
  const ColourSetId type = net.colours.add_union("Msg", {"Data", "Ack", "Nothing"}, {pair, ColourTable::kInt, ColourTable::kUnit});
  const ExprId content = b.tuple(pair, std::array{var(ColourTable::kInt, 0), var(ColourTable::kString, 1)}, {});
  const ExprId pattern = b.inject(type, 0, content, {});
  const ExprId data = b.inject(type, 0, b.tuple(pair, std::array{i(4), b.text("x", {})}, {}), {});
  EXPECT_EQ(bound(pattern, type, colour(data)), "0=4 1=\"x\"");
  EXPECT_EQ(bound(pattern, type, colour(b.inject(type, 1, i(4), {}))), "no");
  EXPECT_EQ(bound(b.inject(type, 2, {}, {}), type, colour(b.inject(type, 2, {}, {}))), "");
  EXPECT_EQ(bound(b.inject(type, 2, {}, {}), type, colour(data)), "no");
  EXPECT_EQ(bound(b.inject(type, 1, wild(ColourTable::kInt), {}), type, colour(b.inject(type, 1, i(4), {}))), "");
}

TEST_F(Match, TurnsAreUndone) {
  const ColourSetId ring = net.colours.add_index("Ring", "r", 4, 8);
  const ExprId x = var(ring, 0);
  const ExprId twice = b.unary(Op::successor, b.unary(Op::successor, x, {}), {});
  EXPECT_EQ(bound(twice, ring, 5), "0=r(8)");  // succ(succ(8)) = 5
  EXPECT_EQ(bound(b.unary(Op::predecessor, x, {}), ring, 8), "0=r(4)");
  EXPECT_EQ(bound(b.unary(Op::predecessor, twice, {}), ring, 4), "0=r(8)");
}

TEST_F(Match, TuplesInASubsetAreTakenApartInItsBase) {
  const ColourSetId small = net.colours.add_range("Small", 0, 2);
  const ColourSetId pair = net.colours.add_product("Pair", {small, small});
  // (0, 1), (1, 2), (2, 0).
  const ColourSetId some = net.colours.add_subset("Some", pair, {1, 5, 6});
  const ExprId pattern = b.tuple(pair, std::array{var(small, 0), var(small, 1)}, {});
  EXPECT_EQ(bound(pattern, some, 1), "0=1 1=2");
  EXPECT_EQ(bound(var(pair, 0), some, 2), "0=(2, 0)");
}

TEST_F(Match, TheEvaluatorMatchesWildcardsInLists) {
  const ExprId pattern = concat(list({var(ColourTable::kInt, 0), wild(ColourTable::kInt)}), wild(ints_type));
  ASSERT_TRUE(net.exprs[pattern].wildcards);
  Evaluator evaluator(net, net.pool);
  std::vector<Word> frame{3};
  EXPECT_TRUE(evaluator.matches(pattern, ints({3, 8}), frame));
  EXPECT_TRUE(evaluator.matches(pattern, ints({3, 8, 8}), frame));
  EXPECT_FALSE(evaluator.matches(pattern, ints({3}), frame));
  EXPECT_FALSE(evaluator.matches(pattern, ints({4, 8}), frame));
}

TEST_F(Match, OnlyLooksIntoLists) {
  const ExprId l = var(ints_type, 0);
  const ExprId other = var(ints_type, 1);
  const ExprId n = var(ColourTable::kInt, 2);
  const ExprId x = var(ColourTable::kInt, 3);
  const auto of = [&](Op op, ExprId list) { return b.list_op(op, std::array{list}, {}); };
  for (const ExprId looks : {n, other, of(Op::length, l), of(Op::head, l), of(Op::tail, l), b.binary(Op::element, l, n, {}),
                             b.binary(Op::position, l, n, {}), b.binary(Op::contains, l, n, {}),
                             b.comprehension(Op::map, 3, l, b.binary(Op::position, l, x, {}), {}),
                             b.comprehension(Op::sum, 3, other, b.binary(Op::element, l, x, {}), {})}) {
    EXPECT_TRUE(only_looks_into(net, looks, 0));
  }
  for (const ExprId value : {l, b.binary(Op::concat, l, other, {}), b.binary(Op::concat, other, l, {}),
                             b.binary(Op::append, l, n, {}), b.binary(Op::equal, l, other, {}), b.let(4, l, n, {}),
                             b.if_(b.binary(Op::equal, n, x, {}), l, other, {}), of(Op::reverse, l), b.tuple(std::array{n, l}, {}),
                             b.comprehension(Op::map, 3, other, l, {}), of(Op::length, of(Op::reverse, l))}) {
    EXPECT_FALSE(only_looks_into(net, value, 0));
    EXPECT_TRUE(only_looks_into(net, value, 5));
  }
}

}  // namespace
}  // namespace petriloom
