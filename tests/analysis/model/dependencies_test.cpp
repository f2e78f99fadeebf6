// SPDX-License-Identifier: Apache-2.0
// Which places a transition reads and writes: held against all that it does in the reachable
// markings.
#include "analysis/model/dependencies.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/model/net_model.h"
#include "analysis/space/explore.h"
#include "tests/analysis/nets.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

using Marked = std::vector<std::pair<Word, std::int64_t>>;

std::map<PlaceId, Marked> by_place(const std::vector<Tokens>& marking) {
  std::map<PlaceId, Marked> result;
  for (const Tokens& tokens : marking) result[tokens.place].emplace_back(tokens.colour, tokens.count);
  return result;
}

std::map<PlaceId, Marked> only(std::map<PlaceId, Marked> marking, const std::vector<PlaceId>& places) {
  std::erase_if(marking, [&](const auto& one) { return std::find(places.begin(), places.end(), one.first) == places.end(); });
  return marking;
}

// In markings that agree on what a transition reads it does the same, and what it does not write
// stays as it is.
void hold_against_behaviour(const Net& net) {
  NetModel model(net, {});
  const StateSpace space = explore(model, net.places.size(), {});
  ASSERT_TRUE(space.complete());
  ASSERT_GT(space.size(), 1U);
  ASSERT_EQ(model.dependencies().size(), net.transitions.size());
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const PlaceDependencies& places = model.dependencies()[t];
    std::map<std::map<PlaceId, Marked>, std::set<std::vector<Word>>> seen;
    for (StateNumber state = 0; state < space.size(); ++state) {
      model.load(space.states[state]);
      const auto before = by_place(model.tokens(space.states[state]));
      std::vector<std::vector<Word>> bindings;
      model.for_each_enabled([&](TransitionId transition, std::span<const Word> binding) {
        if (transition == TransitionId(t)) bindings.emplace_back(binding.begin(), binding.end());
      });
      const auto [at, fresh] = seen.try_emplace(only(before, places.reads), bindings.begin(), bindings.end());
      EXPECT_EQ(at->second, std::set<std::vector<Word>>(bindings.begin(), bindings.end())) << net.transitions[t].name;
      for (const std::vector<Word>& binding : bindings) {
        const StateBytes reached = model.after({TransitionId(t), binding, {}});
        auto after = by_place(model.tokens(reached));
        auto unwritten = before;
        for (const PlaceId place : places.writes) {
          after.erase(place);
          unwritten.erase(place);
        }
        EXPECT_EQ(after, unwritten) << net.transitions[t].name;
      }
    }
  }
}

std::vector<std::string> names(const Net& net, const std::vector<PlaceId>& places) {
  std::vector<std::string> result;
  for (const PlaceId place : places) result.push_back(net[place].name);
  return result;
}

using Names = std::vector<std::string>;

TEST(PlaceDependencies, OfPhilosophers) {
  hold_against_behaviour(polite_philosophers(3));
  hold_against_behaviour(coloured_philosophers(3));
}

// Every way to look at a marking: read, inhibitor, reset and equal arcs, guards that count, counts
// and values that do.
TEST(PlaceDependencies, OfAllThatLooks) {
  const Net net = text_net(
      "var x : int;\n"
      "place A : unit = 2`(); place B : unit = 1`(); place C : unit; place M : unit = 2`(); place N : int = 1`0; place R : unit = "
      "1`();\n"
      "transition move { in A; out B; read R; }\n"
      "transition back { in B; out A; inhibit C; }\n"
      "transition count { in M; out C; guard tokens(B) > 0; }\n"
      "transition clear { reset C; in R; }\n"
      "transition keep { in N : x; draw k = tokens(A); out N : k; guard x < 3; }\n");
  hold_against_behaviour(net);
  NetModel model(net, {});
  const auto list = model.dependencies();
  EXPECT_EQ(names(net, list[0].reads), (Names{"A", "R"}));
  EXPECT_EQ(names(net, list[0].writes), (Names{"A", "B"}));
  EXPECT_EQ(names(net, list[1].reads), (Names{"B", "C"}));
  EXPECT_EQ(names(net, list[2].reads), (Names{"B", "M"}));
  EXPECT_EQ(names(net, list[3].writes), (Names{"C", "R"}));
  EXPECT_EQ(names(net, list[4].reads), (Names{"A", "N"}));
}

// A transition that goes last looks at all that those look at which go before it.
TEST(PlaceDependencies, PrioritiesLookAtOthers) {
  const Net net = text_net(
      "place A : unit = 1`(); place B : unit = 1`(); place C : unit;\n"
      "transition first { in A; out C; priority 1; }\ntransition second { in B; out C; }\n");
  hold_against_behaviour(net);
  NetModel model(net, {});
  EXPECT_EQ(names(net, model.dependencies()[0].reads), (Names{"A"}));
  EXPECT_EQ(names(net, model.dependencies()[1].reads), (Names{"A", "B"}));
}

}  // namespace
}  // namespace petriloom::test
