// SPDX-License-Identifier: Apache-2.0
// In which order variables are bound, in a marking and over possible colours.
#include "engine/join/plan.h"

#include <gtest/gtest.h>

#include "tests/engine/draft.h"

namespace petriloom::test {
namespace {

std::string steps(const Net& net, const JoinPolicy& policy, const JoinStart& start = {}) {
  const char* const names[] = {"guard", "filter", "assign", "lookup", "scan", "verify", "settle", "presume", "enumerate"};
  const Transition& transition = net.transitions.at(0);
  std::string text;
  for (const JoinStep& step : join_plan(net, transition, join_of(net, transition, policy), policy, start).steps) {
    text += (text.empty() ? "" : " ") + std::string(names[static_cast<std::size_t>(step.kind)]);
  }
  return text;
}

constexpr JoinPolicy kMarking{false};
constexpr JoinPolicy kPossible{true};

TEST(JoinPlan, PartsOfGuardsBindAndPruneAsSoonAsTheyCan) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 1, 3);
  const PlaceId first = d.place("FIRST", small);
  const PlaceId second = d.place("SECOND", small);
  const TransitionId t = d.transition("t", {{"x", small}, {"y", small}, {"z", small}});
  d.in(t, first, d.var(t, 0));
  d.in(t, second, d.var(t, 2));
  const ExprId same = d.op(Op::equal, d.var(t, 1), d.var(t, 0));
  d[t].guards.push_back(d.op(Op::and_, same, d.op(Op::less, d.var(t, 1), d.var(t, 2))));
  const Net net = d.build();
  EXPECT_EQ(steps(net, kMarking), "scan assign scan guard");
  // The whole guard is looked at once all of it is known; what only discards comes before.
  EXPECT_EQ(steps(net, kPossible), "scan assign filter scan guard");
  EXPECT_EQ(steps(net, kMarking, {std::nullopt, {0, 1, 2}}), "guard guard lookup lookup");
}

TEST(JoinPlan, WhatDecidesOnATermComesBeforeIt) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 1, 3);
  const PlaceId left = d.place("LEFT", small);
  const PlaceId which = d.place("WHICH", ColourTable::kBool);
  const TransitionId t = d.transition("t", {{"b", ColourTable::kBool}, {"x", small}});
  d.in(t, left, d.var(t, 1)).condition = d.var(t, 0);
  d.in(t, which, d.var(t, 0));
  const Net net = d.build();
  for (const JoinPolicy& policy : {kMarking, kPossible}) {
    EXPECT_EQ(steps(net, policy), "scan scan settle");
    EXPECT_EQ(steps(net, policy, {0, {}}), "scan lookup");
    EXPECT_EQ(steps(net, policy, {std::nullopt, {1}}), "scan lookup presume");
  }
}

}  // namespace
}  // namespace petriloom::test
