// SPDX-License-Identifier: Apache-2.0
#include "engine/marking/marking.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/enabling/enabling.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

constexpr const char* kNet =
    "colour A = int with 0..3; colour B = int with 0..20; colour Pair = product A * B;\n"
    "var a : A; var b, c : B; var n : int;\n"
    "place P : Pair; place Q : A; place R : product A * int;\n"
    "transition by_first { in Q : a; in P : (a, b); order by b % 4; }\n"
    "transition by_second { in P : (a, b); in R : (a, n); guard b = n; }\n"
    "transition counts { guard tokens(P, (a, _)) > 3 & tokens(R, (a, _)) = 0; in Q : a; }\n"
    "transition takes { in Q : a; reset P : (a, _); reset R : (_, n); in R : (a, n); }\n";

/// The tokens of a group, in order.
std::vector<Word> group(const Marking& marking, IndexId index, Word key) {
  std::vector<Word> colours;
  const PlaceId place = marking.indices()[index].place;
  for (Marking::Slot slot = marking.first(index, key); slot != Marking::kNone; slot = marking.next(index, slot))
    colours.push_back(marking.colour(place, slot));
  return colours;
}

// Tokens come, wait, become available and go, at random.
void change(Marking& marking, const Net& net, WordPool& pool, std::uint64_t seed, int steps) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<Word>(random() % n); };
  for (int step = 0; step < steps; ++step) {
    const PlaceId place(static_cast<std::size_t>(below(net.places.size())));
    const ColourSet& set = net.colours[net[place].colour];
    const Word colour = set.finite ? below(set.size()) : pool.intern(std::array<Word, 2>{below(4), below(9)});
    const Marking::Slot slot = marking.find(place, colour);
    switch (below(4)) {
      case 0:
        if (slot != Marking::kNone) marking.remove(place, slot);
        break;
      case 1:
        if (slot != Marking::kNone && marking.available(place, slot) > 0) marking.take(place, slot, 1);
        break;
      case 2:
        marking.put(place, colour, 1 + below(2), step);
        break;
      default:
        marking.mature(place, marking.put_future(place, colour, 1), 1, step);
    }
  }
}

// Whenever an index is asked for first, its groups are those that it would have had from the
// beginning on, and stay so.
TEST(MarkingIndices, AreKeptOnceTheyAreAskedFor) {
  const Net net = text_net(kNet, Fold::never);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    WordPool pool = net.pool;
    Enabling enabling(net, pool);
    const IndexTable& indices = enabling.indices();
    ASSERT_GT(indices.size(), 5U);
    Marking asked(net, indices, pool, GroupOrder::arrival);
    Marking later(net, indices, pool, GroupOrder::arrival);
    for (std::size_t i = 0; i < indices.size(); ++i) EXPECT_EQ(asked.first(IndexId(i), 0), Marking::kNone);
    for (int round = 0; round < 3; ++round) {
      for (Marking* const marking : {&asked, &later})
        change(*marking, net, pool, 100 * seed + static_cast<std::uint64_t>(round), 200);
      for (std::size_t i = 0; i < indices.size(); ++i) {
        for (Word key = 0; key < 100; ++key) {
          EXPECT_EQ(asked.tokens_in_group(IndexId(i), key), later.tokens_in_group(IndexId(i), key));
          std::vector<Word> before = group(asked, IndexId(i), key);
          std::vector<Word> now = group(later, IndexId(i), key);
          if (indices[IndexId(i)].future) {  // in any order
            std::sort(before.begin(), before.end());
            std::sort(now.begin(), now.end());
          }
          EXPECT_EQ(before, now) << "index " << i << ", key " << key;
        }
      }
    }
  }
}

}  // namespace
}  // namespace petriloom::test
