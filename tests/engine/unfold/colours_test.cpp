// SPDX-License-Identifier: Apache-2.0
// The map behind the colours that can be in a place, against one of the standard library.
#include "engine/unfold/colours.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <unordered_map>

namespace petriloom {
namespace {

using Keys = std::function<std::uint64_t(std::uint64_t)>;

// Enters `keys(0)`, `keys(1)`, ..., each of them twice, and asks for them and others.
void compare(const Keys& keys, std::uint32_t size) {
  NumberMap map;
  std::unordered_map<std::uint64_t, std::uint32_t> expected;
  EXPECT_EQ(map.find(keys(0)), NumberMap::kNone);
  for (std::uint32_t k = 0; k < size; ++k) {
    const std::uint32_t number = expected.try_emplace(keys(k), k).first->second;
    ASSERT_EQ(map.enter(keys(k), k), number) << k;
    ASSERT_EQ(map.enter(keys(k), k + size), number) << k;
    ASSERT_EQ(map.find(keys(k / 2)), expected.at(keys(k / 2))) << k;
  }
  EXPECT_EQ(map.size(), expected.size());
  for (std::uint32_t k = 0; k < size; ++k) {
    for (const std::uint64_t key : {keys(k), keys(k) + 1, ~keys(k)}) {
      const auto found = expected.find(key);
      ASSERT_EQ(map.find(key), found == expected.end() ? NumberMap::kNone : found->second) << key;
    }
  }
}

TEST(NumberMap, FindsWhatWasEntered) {
  compare([](std::uint64_t k) { return k; }, 5'000);
  compare([](std::uint64_t k) { return 5'000 - k; }, 5'000);
  compare([](std::uint64_t k) { return 34 * (k / 2) + 16 * (k % 2); }, 5'000);
  compare([](std::uint64_t k) { return k % 7; }, 5'000);
  compare([](std::uint64_t k) { return k << 40U; }, 5'000);
  compare([](std::uint64_t k) { return ~k; }, 5'000);
  compare([](std::uint64_t k) { return mix_words(0, static_cast<Word>(k)); }, 5'000);
}

// Where keys crowd together, their order would make searching take as long as there are keys.
TEST(NumberMap, CrowdsOfKeysAreScattered) {
  constexpr std::uint64_t kHigh = ~std::uint64_t{0} - 7;
  compare([](std::uint64_t k) { return k == 0 ? kHigh : k; }, 100'000);
  compare([](std::uint64_t k) { return k == 60'000 ? kHigh : k; }, 100'000);
  compare([](std::uint64_t k) { return (k % 2) * (kHigh / 2) + k; }, 100'000);
}

TEST(NumberMap, RandomKeys) {
  std::mt19937_64 random(1);
  for (unsigned bits = 1; bits <= 64; bits += 7) {
    std::vector<std::uint64_t> keys(3'000);
    for (std::uint64_t& key : keys) key = random() >> (64 - bits);
    compare([&](std::uint64_t k) { return keys[k]; }, static_cast<std::uint32_t>(keys.size()));
  }
}

}  // namespace
}  // namespace petriloom
