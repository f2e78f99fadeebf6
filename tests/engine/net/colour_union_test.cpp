// SPDX-License-Identifier: Apache-2.0
// Strings, unions and subsets as colours.
#include <gtest/gtest.h>

#include "engine/net/colour.h"

namespace petriloom {
namespace {

struct Table {
  ColourTable table;
  WordPool pool;
  ColourSetId small = table.add_range("Small", 0, 9);
  ColourSetId pair = table.add_product({}, {small, ColourTable::kBool});
};

TEST(StringColour, IsItsBytes) {
  Table t;
  const std::string bytes("a\0\xff", 3);
  const Word word = intern_text(bytes, t.pool);
  EXPECT_EQ(text_of(word, t.pool), bytes);
  EXPECT_EQ(t.pool.view(word)[2], 255);
  EXPECT_EQ(intern_text(bytes, t.pool), word);
  EXPECT_EQ(t.table.find("string"), ColourTable::kString);
  EXPECT_FALSE(t.table[ColourTable::kString].finite);
  EXPECT_TRUE(t.table.contains(ColourTable::kString, word, t.pool));
  const Word no_byte[] = {256};
  EXPECT_FALSE(t.table.contains(ColourTable::kString, t.pool.intern(no_byte), t.pool));
}

TEST(StringColour, ComparesBytewiseAndLexicographically) {
  Table t;
  const auto compare = [&](std::string_view a, std::string_view b) {
    return t.table.compare(ColourTable::kString, intern_text(a, t.pool), intern_text(b, t.pool), t.pool);
  };
  EXPECT_EQ(compare("", ""), 0);
  EXPECT_LT(compare("", "a"), 0);
  EXPECT_LT(compare("ab", "b"), 0);
  EXPECT_GT(compare("ba", "b"), 0);
  EXPECT_GT(compare("\xff", "a"), 0);  // bytes are not negative
}

TEST(StringColour, IsFormattedWithEscapes) {
  Table t;
  EXPECT_EQ(t.table.format(ColourTable::kString, intern_text("a \"b\"\\\n\t\x01\xc3", t.pool), t.pool),
            R"("a \"b\"\\\n\t\x01\xC3")");
}

// Data holds 10 * 2 = 20 colours, Nothing 1, Ack 10: words 0..19, 20, 21..30.
TEST(UnionColour, OfFiniteVariantsIsPackedInOrder) {
  Table t;
  const ColourSetId id = t.table.add_union("Msg", {"Data", "Nothing", "Ack"}, {t.pair, ColourTable::kUnit, t.small});
  EXPECT_TRUE(t.table[id].finite);
  EXPECT_FALSE(t.table[id].pooled());
  EXPECT_EQ(t.table[id].size(), 31U);
  const Word parts[] = {3, 1};
  const Word data = t.table.inject(id, 0, t.table.compose(t.pair, parts, t.pool), t.pool);
  EXPECT_EQ(data, 7);
  EXPECT_EQ(t.table.inject(id, 1, 0, t.pool), 20);
  EXPECT_EQ(t.table.inject(id, 2, 9, t.pool), 30);
  for (Word word = 0; word <= 30; ++word) {
    const std::size_t variant = t.table.variant_of(id, word, t.pool);
    EXPECT_EQ(variant, word < 20 ? 0U : (word == 20 ? 1U : 2U));
    EXPECT_EQ(t.table.inject(id, variant, t.table.content_of(id, word, t.pool), t.pool), word);
  }
  EXPECT_EQ(t.table.format(id, data, t.pool), "Data((3, true))");
  EXPECT_EQ(t.table.format(id, 20, t.pool), "Nothing");
  EXPECT_FALSE(t.table.contains(id, 31));
}

TEST(UnionColour, CountsContentFromItsLowestWord) {
  Table t;
  const ColourSetId negative = t.table.add_range({}, -5, -3);
  const ColourSetId empty = t.table.add_enumeration("None", {});
  const ColourSetId id = t.table.add_union("U", {"A", "E", "B"}, {negative, empty, ColourTable::kBool});
  EXPECT_EQ(t.table[id].size(), 5U);
  EXPECT_EQ(t.table.inject(id, 0, -5, t.pool), 0);
  // Not E, which has no colour and begins at 3 as well.
  EXPECT_EQ(t.table.variant_of(id, 3, t.pool), 2U);
  EXPECT_EQ(t.table.content_of(id, 4, t.pool), 1);
}

TEST(ListColour, LongOnesAreComparedByTheFirstDifference) {
  Table t;
  const ColourSetId ints = t.table.add_list("", ColourTable::kInt);
  const ColourSetId reals = t.table.add_list("", ColourTable::kReal);
  const std::vector<Word> zeros(200, 0);
  for (const std::size_t at : {0U, 1U, 63U, 64U, 65U, 127U, 128U, 191U, 192U, 199U}) {
    std::vector<Word> other = zeros;
    other[at] = -1;
    if (at + 1 < other.size()) other[at + 1] = 5;
    const auto compare = [&](const std::vector<Word>& a, const std::vector<Word>& b) {
      return t.table.compare(ints, t.pool.intern(a), t.pool.intern(b), t.pool);
    };
    EXPECT_LT(compare(other, zeros), 0) << at;
    EXPECT_GT(compare(zeros, other), 0) << at;
    other.assign(zeros.begin(), zeros.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_LT(compare(other, zeros), 0) << "shorter by " << 200 - at;
    std::vector<Word> minus = zeros;
    minus[at] = word_of_real(-0.0);
    EXPECT_EQ(t.table.compare(reals, t.pool.intern(minus), t.pool.intern(zeros), t.pool), 0) << "-0.0 at " << at;
  }
}

TEST(UnionColour, OfEndlessVariantsIsAHandle) {
  Table t;
  const ColourSetId id = t.table.add_union("Tree", {"Leaf", "Text", "Many"},
                                           {ColourTable::kInt, ColourTable::kString, t.table.add_list({}, ColourTable::kReal)});
  EXPECT_TRUE(t.table[id].pooled());
  const Word leaf = t.table.inject(id, 0, -7, t.pool);
  const Word text = t.table.inject(id, 1, intern_text("x", t.pool), t.pool);
  EXPECT_EQ(t.table.variant_of(id, text, t.pool), 1U);
  EXPECT_EQ(t.table.content_of(id, leaf, t.pool), -7);
  EXPECT_EQ(t.table.format(id, text, t.pool), "Text(\"x\")");
  EXPECT_TRUE(t.table.contains(id, leaf, t.pool));
  const Word unknown[] = {3, 0};
  EXPECT_FALSE(t.table.contains(id, t.pool.intern(unknown), t.pool));
  // By variant, then by content: Text follows every Leaf, whatever the handles are.
  EXPECT_LT(t.table.compare(id, leaf, text, t.pool), 0);
  EXPECT_GT(t.table.compare(id, t.table.inject(id, 0, -6, t.pool), leaf, t.pool), 0);
}

TEST(UnionColour, IsToldApartByName) {
  Table t;
  const ColourSetId a = t.table.add_union("A", {"X"}, {t.small});
  const ColourSetId b = t.table.add_union("B", {"X"}, {t.small});
  EXPECT_NE(a, b);
  EXPECT_FALSE(t.table.converts(a, b));
  EXPECT_EQ(t.table.add_union("A", {"X"}, {t.small}), a);
  EXPECT_TRUE(t.table.converts(t.table.add_list({}, a), t.table.add_list("As", a)));
}

TEST(SubsetColour, IsThePositionInItsMembers) {
  Table t;
  const ColourSetId odd = t.table.add_subset("Odd", t.small, {9, 1, 3, 5, 7, 1});
  EXPECT_EQ(t.table[odd].members, (std::vector<Word>{1, 3, 5, 7, 9}));
  EXPECT_EQ(t.table[odd].size(), 5U);
  EXPECT_EQ(t.table.convert(odd, t.small, 2, t.pool), 5);
  EXPECT_EQ(t.table.convert(t.small, odd, 5, t.pool), 2);
  EXPECT_EQ(t.table.convert(t.small, odd, 6, t.pool), std::nullopt);
  EXPECT_EQ(t.table.convert(ColourTable::kInt, odd, 9, t.pool), 4);
  EXPECT_EQ(t.table.convert(ColourTable::kInt, odd, 11, t.pool), std::nullopt);
  EXPECT_EQ(t.table.convert(odd, ColourTable::kReal, 1, t.pool), word_of_real(3));
  EXPECT_EQ(t.table.format(odd, 4, t.pool), "9");
}

TEST(SubsetColour, OfASubsetIsOneOfTheSameBase) {
  Table t;
  const ColourSetId odd = t.table.add_subset("Odd", t.small, {1, 3, 5, 7, 9});
  const ColourSetId few = t.table.add_subset("Few", odd, {1, 4});  // the colours 3 and 9
  EXPECT_EQ(t.table.base_of(few), t.small);
  EXPECT_EQ(t.table[few].members, (std::vector<Word>{3, 9}));
  EXPECT_TRUE(t.table.converts(few, odd));
  EXPECT_EQ(t.table.convert(few, odd, 1, t.pool), 4);
  EXPECT_EQ(t.table.convert(odd, few, 0, t.pool), std::nullopt);
  EXPECT_FALSE(t.table.same_words(few, odd));
  EXPECT_TRUE(t.table.same_words(few, t.table.add_subset("Same", t.small, {3, 9})));
  EXPECT_FALSE(t.table.converts(few, t.table.add_index("I", "i", 0, 9)));
}

TEST(SubsetColour, ConvertsInsideProductsAndLists) {
  Table t;
  const ColourSetId odd = t.table.add_subset("Odd", t.small, {1, 3, 5});
  const ColourSetId from = t.table.add_product({}, {odd, ColourTable::kBool});
  EXPECT_EQ(t.table[from].size(), 6U);
  const Word parts[] = {2, 1};
  const Word wide[] = {5, 1};
  const auto converted = t.table.convert(from, t.pair, t.table.compose(from, parts, t.pool), t.pool);
  EXPECT_EQ(converted, t.table.compose(t.pair, wide, t.pool));
  const Word outside[] = {1, 2};
  EXPECT_EQ(t.table.convert(t.table.add_list({}, t.small), t.table.add_list({}, odd), t.pool.intern(outside), t.pool),
            std::nullopt);
}

}  // namespace
}  // namespace petriloom
