// SPDX-License-Identifier: Apache-2.0
#include "engine/net/colour.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace petriloom {
namespace {

using Generator = std::mt19937_64;

// A random colour set of at most `depth` further levels; `finite` asks for one without int, real
// and lists.
ColourSetId random_set(ColourTable& table, Generator& random, int depth, bool finite) {
  const auto low = static_cast<Word>(random() % 20) - 10;
  switch (random() % (depth > 0 ? 8 : 4)) {
    case 0:
      return ColourTable::kBool;
    case 1:
      return table.add_range({}, low, low + static_cast<Word>(random() % 9));
    case 2:
      return table.add_index("I" + std::to_string(random()), "i", 4, 7);
    case 3:
      return finite ? ColourTable::kUnit : (random() % 2 == 0 ? ColourTable::kInt : ColourTable::kReal);
    case 4:
      if (!finite) return table.add_list({}, random_set(table, random, depth - 1, finite));
      [[fallthrough]];
    default: {
      std::vector<ColourSetId> parts;
      const std::size_t count = 1 + random() % 4;
      for (std::size_t k = 0; k < count; ++k) parts.push_back(random_set(table, random, depth - 1, finite));
      return table.add_product({}, parts);
    }
  }
}

Word random_colour(const ColourTable& table, ColourSetId id, WordPool& pool, Generator& random) {
  const ColourSet& set = table[id];
  if (set.kind == ColourKind::real) return word_of_real(static_cast<double>(random() % 100) / 8);
  if (set.kind == ColourKind::integer) return static_cast<Word>(random() % 1000) - 500;
  if (set.composite() || set.kind == ColourKind::list) {
    const bool list = set.kind == ColourKind::list;
    std::vector<Word> words;
    for (std::size_t k = 0; k < (list ? random() % 4 : set.components.size()); ++k) {
      words.push_back(random_colour(table, set.components[list ? 0 : k], pool, random));
      if (list && words.size() > 3) break;
    }
    return list ? pool.intern(words) : table.compose(id, words, pool);
  }
  return set.low + static_cast<Word>(random() % set.size());
}

TEST(Colour, ComposingComponentsGivesTheColourBack) {
  Generator random(1);
  for (int round = 0; round < 300; ++round) {
    ColourTable table;
    WordPool pool;
    const ColourSetId id = table.add_product({}, {random_set(table, random, 2, false), random_set(table, random, 2, false)});
    const Word colour = random_colour(table, id, pool, random);
    EXPECT_TRUE(table.contains(id, colour, pool));
    const std::vector<Word> parts{table.component(id, colour, 0, pool), table.component(id, colour, 1, pool)};
    EXPECT_EQ(table.compose(id, parts, pool), colour);
    EXPECT_EQ(table.compare(id, colour, colour, pool), 0);
    EXPECT_EQ(table.convert(id, id, colour, pool), colour);
  }
}

TEST(Colour, OrdinalsOfAFiniteProductAreAllItsColoursInOrder) {
  Generator random(2);
  for (int round = 0; round < 100; ++round) {
    ColourTable table;
    WordPool pool;
    const ColourSetId id = table.add_product({}, {random_set(table, random, 1, true), random_set(table, random, 0, true)});
    const ColourSet& set = table[id];
    ASSERT_TRUE(set.packed());
    EXPECT_EQ(set.size(), table[set.components[0]].size() * table[set.components[1]].size());
    for (Word colour = set.low; colour <= std::min<Word>(set.high, 200); ++colour) {
      for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_TRUE(table.contains(set.components[k], table.component(id, colour, k, pool)));
      }
      if (colour == set.low) continue;
      EXPECT_LT(table.compare(id, colour - 1, colour, pool), 0);
    }
  }
}

TEST(Colour, ProductsOfTwoToThe62ColoursAreNotPacked) {
  ColourTable table;
  const ColourSetId big = table.add_range({}, 0, (Word{1} << 31) - 1);
  EXPECT_FALSE(table[table.add_product({}, {big, big})].finite);
  const ColourSetId smaller = table.add_range({}, 1, (Word{1} << 31) - 1);
  EXPECT_TRUE(table[table.add_product({}, {big, smaller})].packed());
  EXPECT_FALSE(table[table.add_range({}, std::numeric_limits<Word>::min(), std::numeric_limits<Word>::max())].finite);
}

TEST(Colour, AnonymousStructureIsShared) {
  ColourTable table;
  const ColourSetId a = table.add_product({}, {ColourTable::kInt, ColourTable::kBool});
  EXPECT_EQ(table.add_product({}, {ColourTable::kInt, ColourTable::kBool}), a);
  const ColourSetId named = table.add_product("P", {ColourTable::kInt, ColourTable::kBool});
  EXPECT_NE(named, a);
  EXPECT_TRUE(table.same_words(a, named));
  EXPECT_EQ(table.find("P"), named);
  EXPECT_FALSE(table.find("Q").valid());
}

TEST(Colour, ConvertsComponentByComponent) {
  ColourTable table;
  WordPool pool;
  const ColourSetId small = table.add_range({}, 2, 5);
  const ColourSetId wide = table.add_range({}, 0, 9);
  const ColourSetId from = table.add_product({}, {wide, ColourTable::kBool});
  const ColourSetId to = table.add_product({}, {small, ColourTable::kBool});
  ASSERT_TRUE(table.converts(from, to));
  EXPECT_FALSE(table.same_words(from, to));
  const Word in = table.compose(from, std::vector<Word>{4, 1}, pool);
  EXPECT_EQ(table.convert(from, to, in, pool), table.compose(to, std::vector<Word>{4, 1}, pool));
  EXPECT_EQ(table.convert(from, to, table.compose(from, std::vector<Word>{6, 1}, pool), pool), std::nullopt);
  EXPECT_TRUE(table.same_words(small, ColourTable::kInt));
  EXPECT_FALSE(table.same_words(ColourTable::kInt, small));
  EXPECT_FALSE(table.converts(ColourTable::kReal, ColourTable::kInt));
  const ColourSetId core = table.add_index("Core", "core", 0, 9);
  EXPECT_FALSE(table.converts(core, wide));
}

TEST(Colour, FormatsAsTheNetLanguageWritesIt) {
  ColourTable table;
  WordPool pool;
  const ColourSetId core = table.add_index("Core", "core", 4, 7);
  const ColourSetId dir = table.add_enumeration("Dir", {"north", "east"});
  const ColourSetId msg = table.add_record("Msg", {"to", "load"}, {core, ColourTable::kReal});
  const ColourSetId pair = table.add_product({}, {dir, table.add_list({}, ColourTable::kInt)});
  EXPECT_EQ(table.format(msg, table.compose(msg, std::vector<Word>{5, word_of_real(2)}, pool), pool), "{to = core(5), load = 2.0}");
  const Word list = pool.intern(std::vector<Word>{1, -2});
  EXPECT_EQ(table.format(pair, table.compose(pair, std::vector<Word>{1, list}, pool), pool), "(east, [1, -2])");
  EXPECT_EQ(table.describe(pair), "Dir * (list of int)");
  EXPECT_EQ(word_of_real(-0.0), word_of_real(0.0));
}

TEST(Colour, AliasesAreNamesOfOneColourSet) {
  ColourTable colours;
  const ColourAliasId no = colours.add_alias("NO", ColourTable::kInt);
  EXPECT_EQ(colours.add_alias("NO", ColourTable::kInt), no);
  const ColourAliasId other = colours.add_alias("NO", ColourTable::kString);
  EXPECT_EQ(colours.alias(no, ColourTable::kInt)->name, "NO");
  EXPECT_EQ(colours.alias(other, ColourTable::kString)->name, "NO_2");
  EXPECT_EQ(colours.alias(no, ColourTable::kString), nullptr);
  EXPECT_EQ(colours.alias({}, ColourTable::kInt), nullptr);
  EXPECT_FALSE(colours.find("NO").valid());
  colours.add_range("NO", 0, 9);
  EXPECT_EQ(colours.alias(no, ColourTable::kInt), nullptr) << "the name of a colour set is that";
}

TEST(WordPool, EqualSequencesShareAHandle) {
  WordPool pool;
  std::vector<Word> handles;
  for (Word i = 0; i < 1000; ++i) handles.push_back(pool.intern(std::vector<Word>{i, i / 2}));
  for (Word i = 0; i < 1000; ++i) EXPECT_EQ(pool.intern(std::vector<Word>{i, i / 2}), handles[static_cast<std::size_t>(i)]);
  EXPECT_EQ(pool.size(), 1000U);
  // A view of the pool itself may be interned, though the pool moves.
  const Word part = pool.intern(pool.view(handles[7]).subspan(1));
  EXPECT_EQ(pool.view(part)[0], 3);
}

TEST(WordPool, ASequenceWithAnotherWordIsTheOneThatIsInterned) {
  WordPool pool;
  Generator random(5);
  std::vector<Word> words(6, 0);
  Word handle = pool.intern(words);
  for (int k = 0; k < 5000; ++k) {
    const auto position = static_cast<std::size_t>(random() % words.size());
    words[position] = static_cast<Word>(random() % 4) - 1;
    handle = pool.intern_updated(handle, position, words[position]);
    EXPECT_TRUE(std::equal(words.begin(), words.end(), pool.view(handle).begin(), pool.view(handle).end()));
    EXPECT_EQ(pool.intern(words), handle);
  }
  EXPECT_LE(pool.size(), 4096U);
}

TEST(WordPool, GoesOnInTheMemoryOfAnother) {
  WordPool old;
  old.intern(std::vector<Word>(100'000, 1));
  WordPool pool;
  const Word handle = pool.intern(std::vector<Word>{1, 2, 3});
  const std::size_t used = pool.used_bytes();
  pool.use_memory_of(old);
  EXPECT_EQ(pool.used_bytes(), used);
  EXPECT_GE(pool.bytes(), 100'000 * sizeof(Word));
  EXPECT_EQ(pool.view(handle)[2], 3);
  EXPECT_EQ(pool.intern(std::vector<Word>{1, 2, 3}), handle);
  EXPECT_EQ(pool.size(), 1U);
}

}  // namespace
}  // namespace petriloom
