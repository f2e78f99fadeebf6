// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "engine/net/colour.h"

namespace petriloom {
namespace {

using Words = std::vector<Word>;

Words words_of(const WordPool& pool, Word handle) {
  const std::span<const Word> view = pool.view(handle);
  return {view.begin(), view.end()};
}

TEST(WordPool, HoldsSequencesBesideThoseThatLast) {
  WordPool pool;
  const Word lasting = pool.intern(std::array<Word, 2>{1, 2});
  const Word held = pool.hold(std::array<Word, 2>{1, 2});
  const Word again = pool.hold(std::array<Word, 2>{1, 2});
  const Word empty = pool.hold({});
  EXPECT_EQ(pool.size(), 1U);
  EXPECT_EQ(pool.held(), 3U);
  for (const Word handle : {lasting, held, again}) EXPECT_EQ(words_of(pool, handle), (Words{1, 2}));
  EXPECT_TRUE(pool.view(empty).empty());
  EXPECT_NE(held, again);
  EXPECT_EQ(pool.lasting(held), lasting);
  EXPECT_EQ(pool.lasting(lasting), lasting);
  EXPECT_EQ(words_of(pool, pool.lasting(empty)), Words{});
}

TEST(WordPool, LetsGoOfWhatIsHeldFromTheLastOn) {
  WordPool pool;
  const Word first = pool.hold(std::array<Word, 3>{7, 8, 9});
  const std::size_t held = pool.held();
  const Word second = pool.hold(std::array<Word, 1>{5});
  pool.release(held);
  const Word third = pool.hold(std::array<Word, 2>{3, 4});
  EXPECT_EQ(third, second);  // its place
  EXPECT_EQ(words_of(pool, first), (Words{7, 8, 9}));
  EXPECT_EQ(words_of(pool, third), (Words{3, 4}));
  pool.release(0);
  EXPECT_EQ(pool.held(), 0U);
}

// What is held may be made of what is held: as many as there are, so that their words move.
TEST(WordPool, MakesManyLastOfThoseHeld) {
  WordPool pool;
  for (Word k = 0; k < 1000; ++k) EXPECT_EQ(pool.lasting(pool.hold(std::array<Word, 3>{k, k + 1, k % 7})), k);
  for (Word k = 0; k < 1000; ++k) {
    EXPECT_EQ(words_of(pool, -1 - k), (Words{k, k + 1, k % 7}));
    EXPECT_EQ(words_of(pool, k), (Words{k, k + 1, k % 7}));
  }
}

}  // namespace
}  // namespace petriloom
