// SPDX-License-Identifier: Apache-2.0
#include "analysis/space/state_store.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "analysis/model/state_codec.h"
#include "tests/analysis/nets.h"

namespace petriloom::test {
namespace {

TEST(StateStore, GivesEqualStringsOneNumber) {
  std::mt19937 random(1);
  StateStore store;
  std::map<std::vector<std::uint8_t>, StateNumber> reference;
  for (int k = 0; k < 50000; ++k) {
    std::vector<std::uint8_t> bytes(random() % 4 == 0 ? random() % 300 : random() % 3);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 5);
    const auto [number, fresh] = store.intern(bytes);
    const auto [at, expected_fresh] = reference.try_emplace(bytes, static_cast<StateNumber>(reference.size()));
    ASSERT_EQ(fresh, expected_fresh);
    ASSERT_EQ(number, at->second);
  }
  EXPECT_EQ(store.size(), reference.size());
  for (const auto& [bytes, number] : reference) {
    const StateBytes kept = store[number];
    EXPECT_TRUE(std::equal(kept.begin(), kept.end(), bytes.begin(), bytes.end()));
    EXPECT_EQ(store.find(bytes), number);
  }
  EXPECT_EQ(store.find(std::vector<std::uint8_t>(1000, 9)), kNoState);
}

TEST(StateStore, KeepsStatesLargerThanABlock) {
  StateStore store;
  const std::vector<std::uint8_t> large(1 << 20, 7);
  EXPECT_EQ(store.intern(large).first, 0U);
  EXPECT_EQ(store.intern(std::vector<std::uint8_t>{1}).first, 1U);
  EXPECT_EQ(store[0].size(), large.size());
  EXPECT_FALSE(store.intern(large).second);
}

TEST(StateCodec, BringsBackWhatItWrote) {
  NetDraft draft("places");
  ColourTable& colours = draft.builder.net().colours;
  const ColourSetId range = colours.add_range("Range", -3, 4);
  draft.place("UNIT");
  draft.coloured_place("RANGE", range);
  draft.coloured_place("INT", ColourTable::kInt);
  draft.place("EMPTY");
  draft.place("LAST");
  const Net net = draft.build();
  const StateCodec codec(net);
  const auto huge = std::numeric_limits<Word>::max();
  const auto tiny = std::numeric_limits<Word>::min();
  const std::vector<std::vector<Tokens>> markings = {
      {},
      {{PlaceId(0), 0, 1}},
      {{PlaceId(4), 0, 300}},
      {{PlaceId(0), 0, 7}, {PlaceId(1), -3, 1}, {PlaceId(4), 0, 1}},
      {{PlaceId(1), -3, 2}, {PlaceId(1), -2, 1}, {PlaceId(1), 4, 1000000}},
      {{PlaceId(2), tiny, 1}, {PlaceId(2), -1, 2}, {PlaceId(2), 0, 1}, {PlaceId(2), huge, huge}},
      {{PlaceId(2), huge, 1}},
  };
  for (const std::vector<Tokens>& marking : markings) {
    std::vector<std::uint8_t> bytes;
    std::vector<Tokens> back;
    codec.encode(marking, bytes);
    codec.decode(bytes, back);
    EXPECT_EQ(back, marking);
  }
}

TEST(StateCodec, ASafeMarkingTakesAByteForAToken) {
  NetDraft draft("safe");
  for (int k = 0; k < 50; ++k) draft.place("P" + std::to_string(k));
  const Net net = draft.build();
  std::vector<std::uint8_t> bytes;
  StateCodec(net).encode(std::vector<Tokens>{{PlaceId(3), 0, 1}, {PlaceId(40), 0, 1}}, bytes);
  EXPECT_EQ(bytes.size(), 2U);
}

}  // namespace
}  // namespace petriloom::test
