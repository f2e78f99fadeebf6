// SPDX-License-Identifier: Apache-2.0
// Instants in order, durations open (rule 29): against a slow explorer, and against runs with time.
#include "analysis/urgent/urgent_model.h"

#include <gtest/gtest.h>

#include "analysis/witness/witness.h"
#include "engine/build/expr_builder.h"
#include "tests/analysis/nets.h"
#include "tests/analysis/urgent/following.h"
#include "tests/analysis/urgent/slow_urgent.h"
#include "tests/engine/random_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Tokens> without(const std::vector<Tokens>& all, const std::vector<Tokens>& some) {
  std::vector<Tokens> result;
  for (Tokens tokens : all) {
    for (const Tokens& other : some) {
      if (other.place == tokens.place && other.colour == tokens.colour) tokens.count -= other.count;
    }
    if (tokens.count > 0) result.push_back(tokens);
  }
  return result;
}

SeenMarking seen(const UrgentModel& model, const Bytes& state) {
  const std::vector<Tokens> available = model.available(state);
  return {available, without(model.tokens(state), available)};
}

/// All that can be reached; nothing if it is more than `most` states.
std::optional<SeenSpace> explored(UrgentModel& model, std::size_t most) {
  SeenSpace space;
  const StateBytes first = model.initial();
  std::vector<Bytes> states{Bytes(first.begin(), first.end())};
  std::set<Bytes> known{states[0]};
  for (std::size_t next = 0; next < states.size(); ++next) {
    if (states.size() > most) return std::nullopt;
    const Bytes state = states[next];
    Edges edges;
    model.load(state);
    model.successors(edges);
    const SeenMarking from = seen(model, state);
    space.markings.insert(from);
    if (edges.found.empty()) space.dead.insert(from);
    for (const auto& [label, target] : edges.found) {
      space.steps.insert({from, model.labels().transition(label).index(), seen(model, target)});
      if (known.insert(target).second) states.push_back(target);
    }
  }
  return space;
}

Net numbered_net(std::uint64_t number) {
  return random_net(number, {.weights = number % 3 == 0,
                             .counting = number % 4 == 1,
                             .collecting = number % 7 == 3,
                             .emptying = number % 7 == 5,
                             .drawing = number % 3 == 1,
                             .ordered = number % 2 == 0,
                             .instances = number % 5 == 0,
                             .named = number % 6 == 1,
                             .sharing = number % 7 < 3});
}

TEST(Urgent, DoesWhatTheSlowExplorerDoes) {
  constexpr std::size_t kMost = 100;
  std::size_t compared = 0, passing = 0, several = 0, dead = 0;
  for (std::uint64_t number = 1; number <= 9000 && compared < many(2200U); ++number) {
    const Net net = numbered_net(number);
    const Net with_time = with_passing_of_time(net);
    try {
      const std::optional<SeenSpace> expected = explore_slowly(net, kMost);
      if (!expected || expected->steps.size() < 2) continue;
      UrgentModel model(with_time, {});
      const std::optional<SeenSpace> found = explored(model, 4 * kMost);
      ASSERT_TRUE(found) << number;
      ASSERT_EQ(found->markings, expected->markings) << number;
      ASSERT_EQ(found->steps, expected->steps) << number;
      ASSERT_EQ(found->dead, expected->dead) << number;
      ++compared;
      const auto passes = std::count_if(expected->steps.begin(), expected->steps.end(),
                                        [&](const SeenStep& step) { return step.transition == net.transitions.size(); });
      passing += passes > 0 ? 1U : 0U;
      several += passes > 3 ? 1U : 0U;
      dead += expected->dead.empty() ? 0U : 1U;
    } catch (const EvalError&) {
      continue;  // what cannot be explored is so in both
    }
  }
  EXPECT_GE(compared, many(2000U));
  EXPECT_GT(passing, many(500U));
  EXPECT_GT(several, many(200U));
  EXPECT_GT(dead, many(100U));
}

TEST(Urgent, EveryRunWithTimeIsARun) {
  Followed followed;
  for (std::uint64_t number = 20001; number <= 20000 + many(2500U); ++number) follow(numbered_net(number), number, false, followed);
  EXPECT_GE(followed.runs, many(1500U));
  EXPECT_GE(followed.firings, many(10000U));
}

// Of some immediate transitions, from some time on or up to it.
Net with_clocks(Net net, std::uint64_t number) {
  Diagnostics none;
  ExprBuilder build(net, none);
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    Transition& transition = net.transitions[t];
    if (transition.timing != Timing::immediate || (number + t) % 3 == 0) continue;
    const ExprId limit = build.real(static_cast<double>((number + 5 * t) % 7), transition.where);
    const Op op = (number + t) % 2 == 0 ? Op::greater_equal : Op::less;
    transition.guards.push_back(build.binary(op, build.now(transition.where), limit, transition.where));
  }
  return net;
}

TEST(Urgent, EveryRunWithClocksInGuardsIsARun) {
  Followed followed;
  for (std::uint64_t number = 30001; number <= 30000 + many(2500U); ++number)
    follow(with_clocks(numbered_net(number), number), number, false, followed);
  EXPECT_GE(followed.runs, many(1000U));
  EXPECT_GE(followed.firings, many(5000U));
}

}  // namespace
}  // namespace petriloom::test
