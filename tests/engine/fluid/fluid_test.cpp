// SPDX-License-Identifier: Apache-2.0
// Fluid places and continuous transitions (docs/fluid.md) against solutions in closed form. Seeds
// are fixed, so the tests are deterministic.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/counts/event_net.h"
#include "engine/game/token_game.h"
#include "engine/state/run_state.h"
#include "tests/engine/flow.h"

namespace petriloom::test {
namespace {

// x' = -x/2 from 3: x = 3 exp(-t/2), of average 6 (1 - exp(-2)) / 4 over 4 s; below 1 after 2 ln 3.
// What leaves A is in B.
TEST(Fluid, DecaysExponentially) {
  const SimulationResult result = flow(
      "place A : fluid = 3; place B : fluid;\n"
      "transition t { in A; out B : 2; flow 0.5 * level(A); }\n"
      "measure a = average level(A); measure b = peak level(B); measure both = integral 2 * level(A) + level(B);\n"
      "measure below = time until level(A) < 1;\n",
      4);
  const double gone = 1 - std::exp(-2);
  EXPECT_NEAR(mean(result, "a"), 6 * gone / 4, 3e-7);
  EXPECT_NEAR(mean(result, "b"), 6 * gone, 6e-7);
  EXPECT_NEAR(mean(result, "both"), 24, 1e-9);
  EXPECT_NEAR(mean(result, "below"), 2 * std::log(3), 1e-6);
}

// x' = r x (1 - x / K) from x0: x = K / (1 + (K / x0 - 1) exp(-r t)); half of K after ln(K / x0 -
// 1) / r. Birth and death flow apart.
TEST(Fluid, GrowsLogistically) {
  const SimulationResult result = flow(
      "place X : fluid = 10;\n"
      "transition born { out X; flow 0.7 * level(X); }\n"
      "transition dies { in X; flow 0.7 * level(X) * level(X) / 1000; }\n"
      "measure half = time until level(X) >= 500; measure end = peak level(X);\n",
      12);
  EXPECT_NEAR(mean(result, "half"), std::log(99) / 0.7, 1e-6);
  EXPECT_NEAR(mean(result, "end"), 1000 / (1 + 99 * std::exp(-8.4)), 1e-4);
}

// V = x - ln x + y - ln y never changes where x' = x - x y, y' = x y - y: from (2, 1) it is 3 - ln
// 2.
TEST(Fluid, KeepsTheInvariantOfLotkaAndVolterra) {
  const SimulationResult result = flow(
      "place X : fluid = 2; place Y : fluid = 1;\n"
      "transition grow { out X; flow level(X); }\n"
      "transition eat { in X; out Y; flow level(X) * level(Y); }\n"
      "transition die { in Y; flow level(Y); }\n"
      "measure mean_ = average level(X) - log(level(X)) + level(Y) - log(level(Y));\n"
      "measure most = peak level(X) - log(level(X)) + level(Y) - log(level(Y));\n"
      "measure x = average level(X);\n",
      100);
  const double v = 3 - std::log(2);
  EXPECT_NEAR(mean(result, "mean_"), v, 1e-5);
  EXPECT_NEAR(mean(result, "most"), v, 3e-5);
  EXPECT_NEAR(mean(result, "x"), 1, 0.05);  // the average over a period is that of the fixed point
}

// H. Robertson's reactions (1966), rates 0.04, 1e4 and 3e7: at 40 s y1 = 0.7158270687, y2 =
// 9.185534765e-6 (E. Hairer, G. Wanner, "Solving Ordinary Differential Equations II").
TEST(Fluid, IntegratesStiffReactions) {
  const std::string text =
      "place Y1 : fluid = 1; place Y2 : fluid; place Y3 : fluid;\n"
      "transition a { in Y1; out Y2; flow 0.04 * level(Y1); }\n"
      "transition b { in Y2; out Y1; flow 10000 * level(Y2) * level(Y3); }\n"
      "transition c { in Y2; out Y3; flow 30000000 * level(Y2) * level(Y2); }\n"
      "measure y3 = peak level(Y3); measure y2 = peak level(Y2);\n";
  const SimulationResult result = flow(text, 40);
  EXPECT_NEAR(mean(result, "y3"), 1 - 0.7158270687 - 9.185534765e-6, 1e-6);
  EXPECT_LT(result.flowing.steps, 2000U);
  const SimulationResult coarse = flow(text, 40, [](SimulationOptions& options) { options.tolerance = 1e-4; });
  EXPECT_NEAR(mean(coarse, "y3"), 1 - 0.7158270687 - 9.185534765e-6, 1e-3);
  EXPECT_LT(coarse.flowing.steps, result.flowing.steps / 2);
}

// Net 2 / s while the pump is on, -1 / s while it is off: full at 2.5 s and then every 4 + 2 s, 16
// times until 92.5 s. The first ramp has an integral of 2.5 (3 + 8) / 2, the 15 whole cycles 6 * 6
// each, the 4 s and 1.5 s that are left 4 * 6 and 1.5 (4 + 7) / 2.
TEST(Fluid, SwitchesAtLevelsExactly) {
  const SimulationResult result = flow(kTank, 98);
  EXPECT_EQ(mean(result, "fills"), 16);
  EXPECT_NEAR(mean(result, "first_"), 2.5, 1e-12);
  EXPECT_NEAR(mean(result, "last_"), 92.5, 1e-10);
  EXPECT_NEAR(mean(result, "most"), 8, 1e-12);
  EXPECT_NEAR(mean(result, "level_"), 13.75 + 15 * 36 + 24 + 8.25, 1e-9);
  EXPECT_NEAR(mean(result, "pumping"), (2.5 + 15 * 2 + 1.5) / 98, 1e-12);
}

// Where flows depend on levels, too: up to 8 with x' = 4 - x/4 (x = 16 - 13 exp(-t/4) from 3), down
// to 4 with x' = -x/4.
TEST(Fluid, SwitchesAtLevelsOfCurves) {
  const SimulationResult result = flow(
      "place T : fluid = 3; place ON : unit = 1`(); place OFF : unit;\n"
      "transition pump { read ON; out T; flow 4; }\n"
      "transition drain { in T; flow level(T) / 4; }\n"
      "transition full { in ON; guard level(T) >= 8; out OFF; }\n"
      "transition low { in OFF; guard level(T) < 4; out ON; }\n"
      "measure first_ = first now over full; measure second = first now over low; measure last_ = last now over full;\n"
      "measure fills = count full;\n",
      20);
  const double first = 4 * std::log(13.0 / 8);
  const double down = 4 * std::log(2);
  const double up = 4 * std::log(12.0 / 8);
  EXPECT_EQ(mean(result, "fills"), 5);
  EXPECT_NEAR(mean(result, "first_"), first, 1e-6);
  EXPECT_NEAR(mean(result, "second"), first + down, 1e-6);
  EXPECT_NEAR(mean(result, "last_"), first + 4 * (down + up), 1e-5);
}

// 2 and 1 / s in, 2 + 4 / s wanted: empty after 0.4 s; then what comes (1 / s) is shared 1 : 2.
// Downstream of B, which is always empty, flows what B gets, at most 5.
TEST(Fluid, EmptyPlacesLimitInProportion) {
  const SimulationResult result = flow(
      "place A : fluid = 2; place B : fluid; place C : fluid; place D : fluid;\n"
      "transition feed { out A; flow 1; }\n"
      "transition t1 { in A; out B; flow 2; }\n"
      "transition t2 { in A; out C; flow 4; }\n"
      "transition t3 { in B; out D : 2; flow 5; }\n"
      "measure a = integral level(A); measure b = peak level(B); measure c = peak level(C); measure d = peak level(D);\n"
      "measure empty = time until level(A) <= 0;\n",
      10);
  EXPECT_NEAR(mean(result, "empty"), 0.4, 1e-12);
  EXPECT_NEAR(mean(result, "a"), 0.4, 1e-12);
  EXPECT_NEAR(mean(result, "b"), 0, 1e-12);
  EXPECT_NEAR(mean(result, "c"), 4 * 0.4 + 9.6 * 2 / 3, 1e-9);
  EXPECT_NEAR(mean(result, "d"), 2 * (2 * 0.4 + 9.6 / 3), 1e-9);
}

// A place with room for 5: the inflow of 3 / s is cut to the outflow of 1 / s once it is full,
// after 2.5 s.
TEST(Fluid, RoomThatIsLeftBoundsAPlace) {
  const SimulationResult result = flow(
      "place BUFFER : fluid; place ROOM : fluid = 5; place LOST : fluid;\n"
      "transition fill { in ROOM; out BUFFER; flow 3; }\n"
      "transition drain { in BUFFER; out ROOM; flow 1; }\n"
      "measure most = peak level(BUFFER); measure all_ = integral level(BUFFER); measure full = time until level(BUFFER) >= 5;\n",
      10);
  EXPECT_NEAR(mean(result, "most"), 5, 1e-12);
  EXPECT_NEAR(mean(result, "full"), 2.5, 1e-9);
  EXPECT_NEAR(mean(result, "all_"), 2.5 * 5 / 2 + 7.5 * 5, 1e-9);
}

// 2 exp(-t) comes into B, from which 1 / s flows: its level is 2 (1 - exp(-t)) - t, until that is 0
// again; then what comes limits.
TEST(Fluid, LimitsBeginAndEndOnCurves) {
  const SimulationResult result = flow(
      "place A : fluid = 2; place B : fluid; place C : fluid;\n"
      "transition t1 { in A; out B; flow level(A); }\n"
      "transition t2 { in B; out C; flow 1; }\n"
      "measure b = integral level(B); measure c = peak level(C); measure again = time until level(C) >= 1.8;\n",
      10);
  double root = 1.6;  // of 2 (1 - exp(-t)) = t, by Newton
  for (int k = 0; k < 20; ++k) root -= (2 * (1 - std::exp(-root)) - root) / (2 * std::exp(-root) - 1);
  EXPECT_NEAR(mean(result, "b"), 2 * root - 2 * (1 - std::exp(-root)) - root * root / 2, 1e-6);
  EXPECT_NEAR(mean(result, "c"), 2 * (1 - std::exp(-10)), 1e-6);
  // 2 (1 - exp(-t)) = 1.8, as B is empty by then.
  EXPECT_NEAR(mean(result, "again"), -std::log(0.1), 1e-5);
}

// Firings take, put, test and empty; two arcs of one place need their sum; what is drawn once is
// the same everywhere.
TEST(Fluid, FiringsMoveAmounts) {
  const SimulationResult result = flow(
      "place A : fluid = 10; place B : fluid; place C : fluid = 7; place LOG : int; place GO : unit = 1`(); place END : unit;\n"
      "transition take { in A : 2; in A : 1.5; out B : level(A); time deterministic(1); servers 1; }\n"
      "transition clear { in GO; reset C; out C : 0.25; out END; time deterministic(2); }\n"
      "transition tick { time deterministic(1); }\n"
      "transition draw_ { in END; draw k = discrete(2, 2); out B : k; out LOG : k; time deterministic(0.5); }\n"
      "measure a = integral level(A); measure b = peak level(B); measure c = integral level(C); measure takes = count take;\n"
      "measure log_ = peak tokens(LOG, 2);\n",
      10);
  EXPECT_EQ(mean(result, "takes"), 2);  // at 1 and 2 s; 3 are left, less than 3.5
  EXPECT_NEAR(mean(result, "a"), 10 + 6.5 + 8 * 3, 1e-12);
  EXPECT_NEAR(mean(result, "b"), 10 + 6.5 + 2, 1e-12);  // the level before each firing
  EXPECT_NEAR(mean(result, "c"), 2 * 7 + 8 * 0.25, 1e-12);
  EXPECT_EQ(mean(result, "log_"), 1);
}

// The rate may look at the time and at tokens: 2 (t - 1) flows from 1 s on, when the token is
// there, 9 in all until 4 s.
TEST(Fluid, RatesLookAtTimeAndTokens) {
  const SimulationResult result = flow(
      "place X : fluid; place P : unit = 2`() @+ 1 s;\n"
      "transition t { read P; out X; flow tokens(P) * (now - 1); }\n"
      "measure x = peak level(X);\n",
      4);
  EXPECT_NEAR(mean(result, "x"), 9, 1e-6);
}

// A negative rate flows backwards: two vessels with x' = -(x - y), from (1, 3), meet at 2 as exp(-2
// t).
TEST(Fluid, NegativeRatesFlowBackwards) {
  const SimulationResult result = flow(
      "place X : fluid = 1; place Y : fluid = 3;\n"
      "transition t { in X; out Y; flow level(X) - level(Y); }\n"
      "measure x = peak level(X); measure sum = average level(X) + level(Y);\n",
      1);
  EXPECT_NEAR(mean(result, "x"), 2 - std::exp(-2), 1e-6);
  EXPECT_NEAR(mean(result, "sum"), 4, 1e-12);
}

// Jobs of 30, 50 and 10 W wait for headroom, of which there are 20 W and 1 W more each second: the
// one of 10 starts at once, that of 30 when the 10 that are left have become 30, that of 50 after
// 50 s more.
TEST(Fluid, ColouredGuardsCompareLevels) {
  const SimulationResult result = flow(
      "place HEADROOM : fluid = 20; place QUEUE : int = [30, 50, 10]; place RUN : int; var w : int;\n"
      "transition cool { out HEADROOM; flow 1; }\n"
      "transition start { in QUEUE : w; in HEADROOM : w; out RUN : w; }\n"
      "measure ten = first now over start where w = 10; measure thirty = first now over start where w = 30;\n"
      "measure fifty = first now over start where w = 50;\n",
      200);
  EXPECT_NEAR(mean(result, "ten"), 0, 1e-12);
  EXPECT_NEAR(mean(result, "thirty"), 20, 1e-9);
  EXPECT_NEAR(mean(result, "fifty"), 70, 1e-9);
}

TEST(Fluid, ArraysHaveALevelEach) {
  const SimulationResult result = flow(
      "colour N = index n with 0..2;\n"
      "module TANK(k : int) { place L : fluid = k; port out SUM : fluid; transition t { in L; out SUM; flow level(L); } measure m "
      "= average level(L); }\n"
      "place TOTAL : fluid;\n"
      "instance tank[i in N] : TANK(k = ord(i) + 1) { SUM = TOTAL; }\n"
      "measure all_ = average level(tank[*].L) + level(TOTAL); measure one = integral level(tank[1].L);\n",
      1);
  EXPECT_NEAR(mean(result, "all_"), 6, 1e-9);
  EXPECT_NEAR(mean(result, "one"), 2 * (1 - std::exp(-1)), 1e-6);
  EXPECT_NEAR(mean(result, "tank[2].m"), 3 * (1 - std::exp(-1)), 1e-6);
}

// A saw between 1 and 2 is above 1.5 for 1 s at a time: long enough for a timer of 0.75 s, never
// for one of 1.25 s.
TEST(Fluid, LevelsStopTimers) {
  const SimulationResult result = flow(
      "place X : fluid; place UP : unit = 1`(); place DOWN : unit; place A : unit = 1`(); place B : unit = 1`();\n"
      "transition rise { read UP; out X; flow 1; }\n"
      "transition fall { read DOWN; in X; flow 1; }\n"
      "transition top { in UP; read X : 2; out DOWN; }\n"
      "transition bottom { in DOWN; inhibit X : 1; out UP; }\n"
      "transition slow { in A; read X : 1.5; time deterministic(1.25); }\n"
      "transition fast { in B; read X : 1.5; time deterministic(0.75); }\n"
      "measure slow_ = count slow; measure fast_ = first now over fast;\n",
      20);
  EXPECT_EQ(mean(result, "slow_"), 0);
  EXPECT_NEAR(mean(result, "fast_"), 2.25, 1e-9);  // from 1.5 s on
}

TEST(Fluid, StopsAndPassagesAreCrossings) {
  const SimulationResult result = flow(
      "place X : fluid = 1;\n"
      "transition grow { out X; flow level(X); }\n"
      "measure two = time until level(X) * level(X) >= 4; measure never = time until level(X) > 5;\n"
      "measure stop_ = time until level(X) > 3; stop when level(X) > 3;\n",
      std::numeric_limits<double>::infinity());
  EXPECT_EQ(result.ended, Ended::condition);
  EXPECT_NEAR(result.time.mean, std::log(3), 1e-6);
  EXPECT_NEAR(mean(result, "two"), std::log(2), 1e-6);
  EXPECT_NEAR(mean(result, "stop_"), std::log(3), 1e-6);
  EXPECT_EQ(value_of(result, "never").n, 0U);
}

// When nothing flows any more the run is dead where its last token moved; what flows in balance
// goes on until the end.
TEST(Fluid, RestIsTheEnd) {
  const SimulationResult result = flow(
      "place X : fluid; place P : unit = 1`();\n"
      "transition t { read P; out X; flow 1; }\n"
      "transition off { in P; time deterministic(3); }\n"
      "measure x = peak level(X);\n",
      100);
  EXPECT_EQ(result.ended, Ended::dead);
  EXPECT_NEAR(result.time.mean, 3, 1e-12);
  EXPECT_NEAR(mean(result, "x"), 3, 1e-12);
  const SimulationResult balanced = flow(
      "place X : fluid = 2;\ntransition in_ { out X; flow 1; }\ntransition out_ { in X; flow 1; }\nmeasure x = integral "
      "level(X);\n",
      10);
  EXPECT_EQ(balanced.ended, Ended::until);
  EXPECT_NEAR(mean(balanced, "x"), 20, 1e-12);
}

// Samples are those of the curve at their times; a warm-up is left out; a parabola t (4 - t) has
// its peak 4 within a step.
TEST(Fluid, SeriesAndPeaksAreOfTheCurve) {
  const Net net = text_net(
      "place X : fluid = 1;\n"
      "transition t { in X; flow level(X); }\n"
      "measure x = average level(X); measure parabola = peak now * (4 - now) + 0 * level(X);\n");
  SimulationOptions options;
  options.until = 4;
  options.statistics.series.push_back({"x", 0.5});
  const SimulationResult result = simulate(net, options);
  ASSERT_EQ(result.series.size(), 1U);
  ASSERT_EQ(result.series[0].samples.size(), 9U);
  for (std::size_t k = 0; k < 9; ++k)
    EXPECT_NEAR(result.series[0].samples[k].mean, std::exp(-0.5 * static_cast<double>(k)), 2e-7) << k;
  EXPECT_NEAR(mean(result, "parabola"), 4, 1e-9);
}

TEST(Fluid, ErrorsSayWhatIsWrongWhere) {
  const auto has = [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; };
  const std::string there = "place T : fluid = 3;\n";
  const std::string to_and_fro =
      failure(there + "transition pump { inhibit T : 8; out T; flow 3; }\ntransition drain { in T; flow 1; }\n", 100);
  EXPECT_TRUE(has(to_and_fro, "test.loom:2") && has(to_and_fro, "to and fro")) << to_and_fro;
  const std::string endless = failure(there + "transition t { in T; flow 1; }\n", std::numeric_limits<double>::infinity());
  EXPECT_TRUE(has(endless, "test.loom:2") && has(endless, "--until")) << endless;
  const std::string negative = failure(there +
                                           "place P : unit = 1`();\ntransition t { in T; flow 1; }\n"
                                           "transition u { in P; time exponential((level(T) - 2) / 1000); }\n",
                                       10);
  EXPECT_TRUE(has(negative, "test.loom:4") && has(negative, "must not be negative")) << negative;
  const std::string no_number = failure(there + "transition t { in T; flow 1 / (level(T) - 3); }\n", 10);
  EXPECT_TRUE(has(no_number, "test.loom:2") && has(no_number, "a rate of inf")) << no_number;
  const std::string amount = failure(there + "transition t { out T : 1 - level(T); time deterministic(1); }\n", 10);
  EXPECT_TRUE(has(amount, "test.loom:2") && has(amount, "not negative")) << amount;
}

TEST(Fluid, WhatCannotDealWithLevelsRefuses) {
  const Net net = text_net(kTank);
  EXPECT_THROW(TokenGame(net, 1, 0, nullptr), EvalError);
  SimulationOptions options;
  options.until = 1;
  options.tau_leap = 0.03;
  EXPECT_TRUE(simulate(net, options).diagnostics.has_errors());
  options.tau_leap.reset();
  const RunState state;
  options.from = &state;
  const SimulationResult saved = simulate(net, options);
  ASSERT_TRUE(saved.diagnostics.has_errors());
  EXPECT_EQ(saved.diagnostics.list()[0].where.line, 1U);
  EXPECT_FALSE(counts::make_event_net(net));
}

}  // namespace
}  // namespace petriloom::test
