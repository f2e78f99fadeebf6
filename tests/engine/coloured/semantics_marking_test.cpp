// SPDX-License-Identifier: Apache-2.0
// The rules of docs/semantics.md about equal arcs, expressions that look at the marking, and random
// values.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/random/draws.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

ExprId drawn(Draft& d, Distribution distribution, std::vector<ExprId> parameters) {
  return d.e().random(distribution, parameters, d.where());
}

TEST(SemanticsOfMarkings, Rule5EqualNeedsExactlySoMany) {
  Draft d;
  const PlaceId p = d.place("P", 5);
  const PlaceId q = d.place("Q", 0);
  const TransitionId t = d.transition("t");
  d.in(t, p);
  d.out(t, q);
  const TransitionId u = d.transition("u");
  d.arc(u, ArcKind::equal, p, d.any(ColourTable::kUnit), 3);
  d.arc(u, ArcKind::equal, q, d.any(ColourTable::kUnit), 2);
  d.out(u, q, {}, 4);
  d[u].priority = d.num(1);
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "t t u t t t");  // u when P holds 3, then Q holds 6 and more
}

TEST(SemanticsOfMarkings, Rule5EqualToNoneAndToTokensNotYetAvailable) {
  Draft d;
  const PlaceId p = d.place("P");
  d.builder.mark(p, 0, 1, 3);
  const PlaceId q = d.place("Q", 1);
  const PlaceId once = d.place("ONCE", 2);
  const TransitionId none = d.transition("none");
  d.in(none, once);
  d.arc(none, ArcKind::equal, p, {}, 0);
  const TransitionId one = d.transition("one");
  d.in(one, q);
  d.arc(one, ArcKind::equal, p, {}, 1);
  const TransitionId take = d.transition("take");
  d.in(take, p);
  const Recorded run = record(d.build());
  EXPECT_EQ(run.sequence(), "one take none none");
  EXPECT_EQ(run.times, (std::vector<double>{0, 3, 3, 3}));
}

TEST(SemanticsOfMarkings, Rule5EqualMatchesPatterns) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 2);
  const ColourSetId pair = d.colours().add_product("", {small, small});
  const PlaceId p = d.place("P", pair);
  const auto word = [](Word a, Word b) { return 3 * a + b; };
  d.builder.mark(p, word(0, 0), 1);
  d.builder.mark(p, word(1, 0), 1);
  d.builder.mark(p, word(1, 2), 1);
  const PlaceId q = d.place("Q", 3);
  const TransitionId t = d.transition("t", {{"x", small}});
  d.in(t, q);
  d.arc(t, ArcKind::equal, p, d.tuple(pair, {d.var(t, 0), d.any(small)}), 2);
  EXPECT_EQ(record(d.build()).sequence(), "t(1) t(1) t(1)");
}

TEST(SemanticsOfMarkings, Rule4ANegativeCountOfEqualAsksForNone) {
  Draft d;
  const PlaceId p = d.place("P", 0);
  const PlaceId q = d.place("Q", 1);
  const TransitionId t = d.transition("t");
  d.in(t, q);
  d.arc(t, ArcKind::equal, p, {}, -1);
  EXPECT_EQ(record(d.build()).sequence(), "t");
}

TEST(SemanticsOfMarkings, Rule19CountsSeeTheMarkingBeforeTheFiring) {
  Draft d;
  const PlaceId p = d.place("P", 5);
  const PlaceId q = d.place("Q", 1);
  const TransitionId t = d.transition("t");
  d.in(t, p).count = d.tokens(p);
  d.out(t, q).count = d.op(Op::add, d.tokens(p), d.tokens(q));
  d[t].guards.push_back(d.op(Op::greater, d.tokens(p), d.num(0)));
  EXPECT_EQ(record(d.build()).text, "0 t\n - P 0 x5 @0\n + Q 0 x6 @0\n");
}

TEST(SemanticsOfMarkings, Rule19TokensNotYetAvailableCount) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  d.builder.mark(p, 0, 2, 7);
  const PlaceId q = d.place("Q", 0);
  const TransitionId t = d.transition("t");
  d.in(t, p);
  d.out(t, q).count = d.tokens(p);
  d[t].guards.push_back(d.op(Op::equal, d.tokens(p), d.num(3)));
  EXPECT_EQ(record(d.build()).text, "0 t\n - P 0 x1 @0\n + Q 0 x3 @0\n");
}

// Of a number that a part of the colour cannot be there are none.
TEST(SemanticsOfMarkings, Rule19CountsOfNumbersInAndOutOfARange) {
  const std::map<std::string, std::map<Word, int>> counts = {{"(_, n)", {{1, 2}, {2, 3}}}, {"(n, _)", {{0, 1}, {1, 3}, {3, 1}}}};
  for (const auto& [counted, expected] : counts) {
    for (const Word n : {-1, 0, 1, 2, 3, 4, 5, 6, 17}) {
      const Net net = text_net(
          "colour S = int with 0..3; place P : product S * S = [(0, 1), (1, 1), (1, 2), (3, 2), (1, 2)];\n"
          "place N : int = " +
          std::to_string(n) + "; place OUT : int; var n : int;\ntransition t { in N : n; draw found = tokens(P, " + counted +
          "); out OUT : found; }");
      const int wanted = expected.contains(n) ? expected.at(n) : 0;
      EXPECT_NE(record(net).text.find("+ OUT " + std::to_string(wanted) + " x1"), std::string::npos) << counted << ' ' << n;
    }
  }
}

TEST(SemanticsOfMarkings, Rule20WhatIsCountedEnablesAndDisables) {
  Draft d;
  const PlaceId jobs = d.place("JOBS", 3);
  const PlaceId done = d.place("DONE", 0);
  const PlaceId go = d.place("GO", 1);
  const TransitionId work = d.transition("work");  // at 2, 4, 6
  d.in(work, jobs);
  d.out(work, done);
  d.time(work, Timing::deterministic, 2);
  d[work].servers = 1;
  const TransitionId t = d.transition("t");  // as soon as there are two
  d.in(t, go);
  d[t].guards.push_back(d.op(Op::greater_equal, d.tokens(done), d.num(2)));
  const PlaceId r = d.place("R", 1);
  // Enabled from 0 to 2 and from 4, when t has reset DONE.
  const TransitionId slow = d.transition("slow");
  d.in(slow, r);
  d.time(slow, Timing::deterministic, 1.5);
  d[slow].guards.push_back(d.op(Op::not_equal, d.tokens(done), d.num(0)));
  d.arc(t, ArcKind::reset, done, d.any(ColourTable::kUnit));
  const Recorded run = record(d.build());
  // slow has a timer from 2 for 3.5; it fires before t takes the tokens away.
  EXPECT_EQ(run.sequence(), "work slow work t work");
  EXPECT_EQ(run.times, (std::vector<double>{2, 3.5, 4, 4, 6}));
}

TEST(SemanticsOfMarkings, Rule20ATimerGoesWhenTheCountForbids) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const PlaceId q = d.place("Q");
  d.builder.mark(q, 0, 1, 3);
  const TransitionId t = d.transition("t");
  d.in(t, p);
  d.time(t, Timing::deterministic, 5);
  d.arc(t, ArcKind::inhibitor, d.place("NEVER", 0));
  const PlaceId flag = d.place("FLAG", 0);
  d[t].guards.push_back(d.op(Op::equal, d.tokens(flag), d.num(0)));
  const TransitionId up = d.transition("up");
  d.in(up, q);
  d.out(up, flag);
  const TransitionId down = d.transition("down");
  d.in(down, flag);
  d.time(down, Timing::deterministic, 1);
  const Recorded run = record(d.build());
  EXPECT_EQ(run.sequence(), "up down t");
  EXPECT_EQ(run.times, (std::vector<double>{3, 4, 9}));
}

TEST(SemanticsOfMarkings, Rule20ABindingThatTakesMoreMayComeEarlier) {
  // At 0 both orders are open: b takes 1 token of 0 s; a takes one too and wins as the first
  // declared. With the flag set a takes (0, 0) while b takes (0): more arrivals come first.
  Draft d;
  const PlaceId p = d.place("P", 4);
  const PlaceId flag = d.place("FLAG", 1);
  const TransitionId b = d.transition("b");
  d.in(b, p);
  d.out(b, flag);
  const TransitionId a = d.transition("a");
  d.in(a, p).count = d.tokens(flag);
  SimulationOptions options;
  options.max_firings = 2;
  EXPECT_EQ(record(d.build(), options).sequence(), "b a");
}

TEST(SemanticsOfMarkings, Rule21AnExponentialDurationFollowsItsRate) {
  // Rate 1 until 1 s, then 2: the mean is (1 - e^-1) + e^-1 / 2.
  Draft d;
  const PlaceId p = d.place("P", 1);
  const PlaceId n = d.place("N", 1);
  const PlaceId q = d.place("Q");
  d.builder.mark(q, 0, 1, 1);
  const TransitionId t = d.transition("t");
  d.in(t, p);
  d[t].timing = Timing::exponential;
  d[t].a = d.to(ColourTable::kReal, d.tokens(n));
  const TransitionId up = d.transition("up");
  d.in(up, q);
  d.out(up, n);
  const MeasureId when = d.measure("when", MeasureKind::mean, t, d.e().now(d.where()));
  static_cast<void>(when);
  SimulationOptions options;
  options.replications = 20000;
  options.seed = 3;
  const Net net = d.build();
  const Estimate estimate = value_of(simulate(net, options), "when");
  // The deviation of one is below 1, of the mean below 0.007.
  EXPECT_NEAR(estimate.mean, 1 - std::exp(-1.0) / 2, 0.03);
}

TEST(SemanticsOfMarkings, Rule21RateZeroWaitsUntilItChanges) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const PlaceId n = d.place("N", 0);
  const PlaceId q = d.place("Q");
  d.builder.mark(q, 0, 1, 10);
  const TransitionId t = d.transition("t");
  d.in(t, p);
  d[t].timing = Timing::exponential;
  d[t].a = d.to(ColourTable::kReal, d.tokens(n));
  const TransitionId up = d.transition("up");
  d.in(up, q);
  d.out(up, n);
  const Recorded run = record(d.build());
  EXPECT_EQ(run.sequence(), "up t");
  EXPECT_GT(run.times[1], 10);
}

TEST(SemanticsOfMarkings, Rule21OtherDurationsStayAsDrawn) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const PlaceId n = d.place("N", 5);
  const PlaceId q = d.place("Q");
  d.builder.mark(q, 0, 1, 1);
  const TransitionId t = d.transition("t");
  d.in(t, p);
  d[t].timing = Timing::deterministic;
  d[t].a = d.to(ColourTable::kReal, d.tokens(n));
  const TransitionId down = d.transition("down");
  d.in(down, q);
  d.in(down, n, {}, 4);
  const Recorded run = record(d.build());
  EXPECT_EQ(run.times, (std::vector<double>{1, 5}));
}

TEST(SemanticsOfMarkings, Rule10WeightsLookAtTheMarking) {
  // Weights 3 and 1 at first; then 3 and 0 tokens are left of A and B or the other way about, so
  // that the rest is certain.
  Draft d;
  const PlaceId a = d.place("A", 3);
  const PlaceId b = d.place("B", 1);
  const PlaceId once = d.place("ONCE", 1);
  for (const auto& [name, place] : {std::pair("ta", a), std::pair("tb", b)}) {
    const TransitionId t = d.transition(name);
    d.in(t, once);
    d.in(t, place);
    d[t].weight = d.to(ColourTable::kReal, d.tokens(place));
  }
  d.measure("a", MeasureKind::count, TransitionId(0));
  SimulationOptions options;
  options.replications = 20000;
  EXPECT_NEAR(value_of(simulate(d.build(), options), "a").mean, 0.75, 0.02);  // deviation 0.003
}

TEST(SemanticsOfMarkings, Rule22OrderOfDrawing) {
  Draft d;
  const ColourSetId digits = d.colours().add_range("Digit", 0, 9);
  const PlaceId go = d.place("GO", 1);
  const PlaceId p = d.place("P", digits);
  const TransitionId t = d.transition("t");
  d.in(t, go);
  d[t].delay = drawn(d, Distribution::uniform, {d.real(0), d.real(1)});
  for (int k = 0; k < 2; ++k) {
    Arc& arc = d.out(t, p, d.to(digits, drawn(d, Distribution::discrete, {d.num(0), d.num(9)})));
    // Always true.
    arc.condition = d.op(Op::less, drawn(d, Distribution::bernoulli, {d.real(0.1)}), d.num(2));
    arc.count = drawn(d, Distribution::discrete, {d.num(1), d.num(3)});
    arc.delay = drawn(d, Distribution::exponential, {d.real(2)});
  }
  const Recorded run = record(d.build());
  Random random(1, 0);
  const double base = real_of_word(draw(Distribution::uniform, std::vector<Word>{word_of_real(0), word_of_real(1)}, random));
  std::string text = "0 t\n - GO 0 x1 @0\n";
  for (int k = 0; k < 2; ++k) {
    draw(Distribution::bernoulli, std::vector<Word>{word_of_real(0.1)}, random);
    const Word count = draw(Distribution::discrete, std::vector<Word>{1, 3}, random);
    const double delay = real_of_word(draw(Distribution::exponential, std::vector<Word>{word_of_real(2)}, random));
    const Word value = draw(Distribution::discrete, std::vector<Word>{0, 9}, random);
    text += " + P " + std::to_string(value) + " x" + std::to_string(count) + " @";
    EXPECT_NE(run.text.find(text), std::string::npos) << run.text;
    const std::size_t at = run.text.find(text) + text.size();
    text = run.text.substr(0, run.text.find('\n', at) + 1);
    EXPECT_NEAR(std::stod(run.text.substr(at)), base + delay, 1e-12);
  }
}

TEST(SemanticsOfMarkings, Rule22DrawnAnewAtEachFiringAndOnceInOne) {
  Draft d;
  const PlaceId go = d.place("GO", 2000);
  const PlaceId p = d.place("P", ColourTable::kInt);
  const TransitionId t = d.transition("t");
  d.in(t, go);
  // What a compiled program leaves to the evaluator (a negative number divided) is not drawn a
  // second time.
  d.out(t, p, d.op(Op::divide, drawn(d, Distribution::discrete, {d.num(-2), d.num(2)}), d.num(2)), 3);
  const Recorded run = record(d.build());
  std::map<std::string, int> seen;
  for (const Word value : {-1, 0, 1}) {
    const std::string line = " + P " + std::to_string(value) + " x3 @0\n";
    for (std::size_t at = 0; (at = run.text.find(line, at)) != std::string::npos; at += line.size()) ++seen[line];
  }
  ASSERT_EQ(seen.size(), 3U);
  // -2 and 2 are one in five each: 400 of 2000, deviation 18.
  EXPECT_NEAR(seen[" + P -1 x3 @0\n"], 400, 100);
  EXPECT_NEAR(seen[" + P 0 x3 @0\n"], 1200, 120);
  EXPECT_NEAR(seen[" + P 1 x3 @0\n"], 400, 100);
}

TEST(SemanticsOfMarkings, Rule22ParametersAreChecked) {
  Draft d;
  const PlaceId go = d.place("GO", 1);
  const PlaceId p = d.place("P", ColourTable::kInt);
  const TransitionId t = d.transition("t");
  d.in(t, go);
  d.out(t, p, drawn(d, Distribution::discrete, {d.num(1), d.op(Op::subtract, d.tokens(go), d.num(1))}));
  const Net net = d.build();
  const SimulationResult result = simulate(net, {});
  ASSERT_TRUE(result.diagnostics.has_errors());
  EXPECT_TRUE(result.diagnostics.list()[0].where.known());
}

}  // namespace
}  // namespace petriloom::test
