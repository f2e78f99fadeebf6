// SPDX-License-Identifier: Apache-2.0
// The rules of docs/semantics.md about values that are drawn once for several uses, and about
// guards that look at the time.
#include <gtest/gtest.h>

#include <functional>

#include "engine/expr/drawn.h"
#include "engine/unfold/unfold.h"
#include "tests/engine/draft.h"

namespace petriloom::test {
namespace {

/// Adds a draw to a transition and gives the variable that stands for it.
ExprId draw(Draft& d, TransitionId t, const std::string& name, ExprId value) {
  const auto slot = static_cast<std::uint32_t>(d[t].variables.size());
  d[t].variables.push_back({name, d.e().type(value)});
  d[t].draws.push_back({slot, value, d.where(), {}});
  return d.var(t, slot);
}

ExprId die(Draft& d, std::int64_t sides) {
  return d.e().random(Distribution::discrete, std::vector<ExprId>{d.num(1), d.num(sides)}, d.where());
}

// Two terms that drew for themselves would be equal once in 10^9 runs.
TEST(SemanticsOfDraws, Rule22OneValueForAllUses) {
  Draft d;
  const PlaceId p = d.place("P", ColourTable::kInt);
  const PlaceId q = d.place("Q", ColourTable::kInt);
  const PlaceId start = d.place("START", 1);
  const TransitionId t = d.transition("t");
  d.in(t, start);
  const ExprId x = draw(d, t, "x", die(d, 1'000'000'000));
  const ExprId next = draw(d, t, "next", d.op(Op::add, x, d.num(1)));
  d.out(t, p, x);
  d.out(t, q, next);
  const TransitionId u = d.transition("u", {{"y", ColourTable::kInt}});
  d.in(u, p, d.var(u, 0));
  d.in(u, q, d.op(Op::add, d.var(u, 0), d.num(1)));
  const Net net = d.build();
  EXPECT_EQ(record(net).firings.size(), 2U);
  EXPECT_EQ(drawn_for_tokens(net, net.transitions[0]), (std::vector<char>{1, 1}));
}

// Available at x, then delayed by 100 - x: the last token is ready at 100, whatever x is.
TEST(SemanticsOfDraws, Rule22ValueAndDelayAgree) {
  Draft d;
  const PlaceId p = d.place("P", ColourTable::kReal);
  const PlaceId q = d.place("Q", 0);
  const PlaceId start = d.place("START", 1);
  const TransitionId t = d.transition("t");
  d.in(t, start);
  const ExprId x = draw(d, t, "x", d.e().random(Distribution::uniform, std::vector<ExprId>{d.real(1), d.real(9)}, d.where()));
  d.out(t, p, x).delay = x;
  const TransitionId u = d.transition("u", {{"y", ColourTable::kReal}});
  d.in(u, p, d.var(u, 0));
  d.out(u, q).delay = d.op(Op::subtract, d.real(100), d.var(u, 0));
  const TransitionId end = d.transition("end");
  d.in(end, q);
  const Recorded run = record(d.build());
  ASSERT_EQ(run.times.size(), 3U);
  EXPECT_DOUBLE_EQ(run.times.at(2), 100);
}

TEST(SemanticsOfDraws, WhatIsDrawnForDelaysAloneIsNotForTokens) {
  Draft d;
  const PlaceId p = d.place("P", ColourTable::kInt);
  const TransitionId t = d.transition("t");
  d.in(t, d.place("START", 1));
  const ExprId a = draw(d, t, "a", die(d, 6));
  const ExprId b = draw(d, t, "b", d.op(Op::multiply, a, d.num(2)));
  draw(d, t, "c", d.op(Op::multiply, b, d.num(2)));
  d.out(t, p, b).delay = d.to(ColourTable::kReal, d.var(t, 2));
  const Net net = d.build();
  // A for b, c for the delay.
  EXPECT_EQ(drawn_for_tokens(net, net.transitions[0]), (std::vector<char>{1, 1, 0}));
  const Unfolding unfolded = unfold(net, {});
  EXPECT_FALSE(unfolded.net);
  EXPECT_TRUE(unfolded.diagnostics.has_errors());
}

TEST(SemanticsOfDraws, GuardsAndInputsCannotUseWhatIsDrawn) {
  const auto refused = [](const std::function<void(Draft&, TransitionId, ExprId, PlaceId)>& use) {
    Draft d;
    const PlaceId p = d.place("P", ColourTable::kInt);
    const TransitionId t = d.transition("t");
    d.in(t, d.place("START", 1));
    const ExprId x = draw(d, t, "x", die(d, 6));
    use(d, t, x, p);
    return !d.builder.build() && d.builder.diagnostics().has_errors();
  };
  EXPECT_FALSE(refused([](Draft& d, TransitionId t, ExprId x, PlaceId p) { d.out(t, p, x); }));
  EXPECT_TRUE(refused([](Draft& d, TransitionId t, ExprId x, PlaceId p) { d.in(t, p, x); }));
  EXPECT_TRUE(refused([](Draft& d, TransitionId t, ExprId x, PlaceId) { d[t].guards.push_back(d.op(Op::greater, x, d.num(2))); }));
  EXPECT_TRUE(refused([](Draft& d, TransitionId t, ExprId x, PlaceId) { d[t].weight = d.to(ColourTable::kReal, x); }));
  EXPECT_TRUE(refused([](Draft& d, TransitionId t, ExprId x, PlaceId) {  // a draw that uses itself
    d[t].draws[0].value = d.op(Op::add, x, d.num(1));
  }));
}

// `late` has its token from the start and becomes enabled because the time moves for `tick`.
TEST(SemanticsOfDraws, Rule3GuardsAreLookedAtWhenTheTimeMoves) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const PlaceId q = d.place("Q");
  for (const double at : {3.0, 7.0, 9.0}) d.builder.mark(q, 0, 1, at);
  const TransitionId late = d.transition("late");
  d.in(late, p);
  d[late].guards.push_back(d.op(Op::greater_equal, d.e().now(d.where()), d.real(7)));
  const TransitionId tick = d.transition("tick");
  d.in(tick, q);
  d[tick].guards.push_back(d.op(Op::less, d.e().now(d.where()), d.real(8)));
  const Recorded run = record(d.build());
  EXPECT_EQ(run.sequence(), "tick late tick");
  EXPECT_EQ(run.times, (std::vector<double>{3, 7, 7}));
}

TEST(SemanticsOfDraws, Rule3GuardsOfTimedTransitionsCannotLookAtTheTime) {
  Draft d;
  const TransitionId t = d.transition("t");
  d.in(t, d.place("P", 1));
  d.time(t, Timing::deterministic, 2);
  d[t].guards.push_back(d.op(Op::less, d.e().now(d.where()), d.real(8)));
  EXPECT_FALSE(d.builder.build());
}

}  // namespace
}  // namespace petriloom::test
