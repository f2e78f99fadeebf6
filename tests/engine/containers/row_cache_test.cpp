// SPDX-License-Identifier: Apache-2.0
#include "engine/containers/row_cache.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace petriloom {
namespace {

using Word = RowCache::Word;
using Key = std::vector<Word>;

// Whatever is found was put last, and what is put is found until something else is.
TEST(RowCache, GivesWhatWasPutLast) {
  std::mt19937_64 random(1);
  for (const std::size_t words : {1U, 2U, 6U}) {
    RowCache rows(words);
    std::map<std::pair<Key, std::size_t>, Word> put;
    std::size_t found = 0;
    for (int step = 0; step < 40000; ++step) {
      if (rows.columns() < RowCache::kMostColumns && random() % 200 == 0) rows.add_column();
      if (rows.columns() == 0) continue;
      Key key(words);
      for (Word& word : key) word = static_cast<Word>(random() % 7) - 3;
      const std::size_t column = random() % rows.columns();
      const auto known = put.find({key, column});
      const std::optional<Word> value = rows.find(key, column);
      if (value) {
        ASSERT_TRUE(known != put.end());
        EXPECT_EQ(*value, known->second);
        ++found;
      }
      rows.put(key, column, put[{key, column}] = step);
      EXPECT_EQ(rows.find(key, column), step);
      if (rows.displaced() > rows.rows() / 4 && rows.rows() < 4096) rows.grow();
    }
    EXPECT_EQ(rows.columns(), RowCache::kMostColumns);
    EXPECT_GT(found, words < 6 ? 10000U : 0U) << words;
  }
}

// Half full, hardly any row makes room; and growing loses next to nothing.
TEST(RowCache, LosesLittleWhileThereIsRoom) {
  RowCache rows(2);
  rows.add_column();
  const std::size_t second = rows.add_column();
  std::vector<Key> keys;
  for (Word k = 0; k < 20000; ++k) keys.push_back({k, k / 3});
  const auto put_all = [&] {
    for (const Key& key : keys) {
      if (rows.displaced() > rows.rows() / 8) rows.grow();
      rows.put(key, second, key[0]);
    }
  };
  put_all();
  put_all();
  std::size_t found = 0;
  for (const Key& key : keys) found += rows.find(key, second) == key[0] ? 1U : 0U;
  EXPECT_GT(found, keys.size() * 9 / 10);
  EXPECT_LE(rows.rows(), 65536U);
  EXPECT_EQ(rows.bytes(), rows.rows() * 64);
  for (const Key& key : keys) EXPECT_FALSE(rows.find(key, 0));  // the other column has none
}

TEST(RowCache, IsEmptyAtFirst) {
  RowCache rows(1);
  EXPECT_FALSE(rows.find(Key{1}, rows.add_column()));
  EXPECT_EQ(rows.bytes(), 0U);
  EXPECT_EQ(rows.rows(), 0U);
}

// A row grows by a line of a cache for what does not fit; what was in it goes, and nothing else is
// taken for it.
TEST(RowCache, TakesColumnsLater) {
  RowCache rows(3);
  const std::size_t first = rows.add_column();
  rows.put(Key{1, 2, 3}, first, 4);
  for (int k = 0; k < 10; ++k) {
    const std::size_t column = rows.add_column();
    EXPECT_FALSE(rows.find(Key{1, 2, 3}, column));
    rows.put(Key{1, 2, 3}, column, 10 + k);
    EXPECT_EQ(rows.find(Key{1, 2, 3}, column), 10 + k);
    const std::optional<Word> before = rows.find(Key{1, 2, 3}, first);
    EXPECT_EQ(before.value_or(4), 4);
  }
  EXPECT_EQ(rows.bytes(), rows.rows() * 2 * 64);
}

}  // namespace
}  // namespace petriloom
