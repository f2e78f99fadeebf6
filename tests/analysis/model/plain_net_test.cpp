// SPDX-License-Identifier: Apache-2.0
// The short way for place/transition nets says what the engine says.
#include "analysis/model/plain_net.h"

#include <gtest/gtest.h>

#include <random>

#include "analysis/model/net_model.h"
#include "tests/analysis/nets.h"

namespace petriloom::test {
namespace {

ArcKind random_need(std::mt19937& random) {
  switch (random() % 7) {
    case 2:
      return ArcKind::equal;
    case 0:
      return ArcKind::inhibitor;
    case 1:
      return ArcKind::read;
    default:
      return ArcKind::input;
  }
}

Net random_net(std::mt19937& random) {
  NetDraft draft("random");
  std::vector<PlaceId> places;
  for (int k = 0; k < 5; ++k) places.push_back(draft.place("P" + std::to_string(k), static_cast<std::int64_t>(random() % 3)));
  for (int k = 0; k < 6; ++k) {
    const TransitionId transition = draft.transition("t" + std::to_string(k), {}, {});
    for (std::size_t arc = random() % 4; arc > 0; --arc) {
      const auto count = draft.number(1 + static_cast<std::int64_t>(random() % 2));
      draft.arc(transition, places[random() % places.size()], random_need(random), draft.builder.expr().unit({}), count);
    }
    for (std::size_t arc = random() % 3; arc > 0; --arc) {
      draft.arc(transition, places[random() % places.size()], ArcKind::output, draft.builder.expr().unit({}));
    }
  }
  return draft.build();
}

TEST(PlainNet, AgreesWithTheEngine) {
  std::mt19937 random(17);
  for (int round = 0; round < 300; ++round) {
    const Net net = random_net(random);
    auto plain = PlainNet::compile(net);
    ASSERT_TRUE(plain);
    WordPool pool = net.pool;
    Enabling enabling(net, pool);
    Firing firing(enabling);
    Marking marking(net, enabling.indices(), pool);
    marking.assign(initial_tokens(net));
    for (int step = 0; step < 20; ++step) {
      std::vector<Tokens> now;
      marking.write(now);
      plain->load(now);
      std::vector<TransitionId> found;
      plain->enabled(found);
      std::vector<TransitionId> expected;
      enabling.for_each(marking, [&](TransitionId transition, std::span<const Word>) {
        expected.push_back(transition);
        return true;
      });
      ASSERT_EQ(found, expected) << "round " << round << " step " << step;
      if (found.empty()) break;
      const TransitionId chosen = found[random() % found.size()];
      firing.fire(marking, chosen, {});
      for (const Tokens& change : plain->change(chosen)) {
        EXPECT_EQ(marking.total_in(change.place), plain->tokens(change.place) + change.count);
      }
    }
  }
}

TEST(PlainNet, LeavesColoursAndResetsToTheEngine) {
  EXPECT_FALSE(PlainNet::compile(coloured_philosophers(3)));
  NetDraft draft("reset");
  const PlaceId place = draft.place("P", 1);
  draft.transition("t", {{place}}, {{place, 1, ArcKind::reset}});
  EXPECT_FALSE(PlainNet::compile(draft.build()));
}

}  // namespace
}  // namespace petriloom::test
