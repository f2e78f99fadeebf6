// SPDX-License-Identifier: Apache-2.0
#include "engine/net/growing_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace petriloom {
namespace {

std::vector<int> elements(const GrowingArray<int>& array) { return {array.begin(), array.end()}; }

TEST(GrowingArray, GrowsAndKeepsWhatIsThere) {
  GrowingArray<std::uint64_t> array;
  constexpr std::size_t kMany = 3'000'000;  // so that large blocks move
  for (std::size_t k = 0; k < kMany; ++k) array.push_back(k * k);
  ASSERT_EQ(array.size(), kMany);
  EXPECT_LE(array.capacity(), 2 * kMany);
  for (std::size_t k = 0; k < kMany; ++k) ASSERT_EQ(array[k], k * k);
}

TEST(GrowingArray, AppendsShortensAndCopies) {
  GrowingArray<int> array(7);
  array.append(std::vector<int>{1, 2, 3});
  array.append({});
  EXPECT_EQ(elements(array), (std::vector<int>{7, 1, 2, 3}));
  GrowingArray<int> copy = array;
  copy[0] = 8;
  array.shorten(2);
  array.push_back(5);
  EXPECT_EQ(elements(array), (std::vector<int>{7, 1, 5}));
  EXPECT_EQ(elements(copy), (std::vector<int>{8, 1, 2, 3}));
  copy = array;
  EXPECT_EQ(elements(copy), (std::vector<int>{7, 1, 5}));
  const GrowingArray<int> moved = std::move(copy);
  EXPECT_EQ(elements(moved), (std::vector<int>{7, 1, 5}));
  EXPECT_EQ(elements(GrowingArray<int>()), std::vector<int>());
}

// Its own elements, once there is room for them.
TEST(GrowingArray, AppendsItsOwn) {
  GrowingArray<int> array(4);
  for (int k = 0; k < 10; ++k) {
    array.make_room(array.size());
    array.append(array);
  }
  EXPECT_EQ(elements(array), std::vector<int>(1024, 4));
}

TEST(GrowingArray, StaysAsItWasWithoutMemory) {
  GrowingArray<std::uint64_t> array(4);
  EXPECT_THROW(array.reserve(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  ASSERT_EQ(array.size(), 1U);
  EXPECT_EQ(array[0], 4U);
}

}  // namespace
}  // namespace petriloom
