// SPDX-License-Identifier: Apache-2.0
// Tau-leaping against exact moments and against exact simulation. Seeds are fixed, so the tests are
// deterministic.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/leap/state.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

SimulationResult leap(const Net& net, double until, double epsilon, std::uint64_t replications = 1, std::uint64_t seed = 1) {
  SimulationOptions options;
  options.until = until;
  options.tau_leap = epsilon;
  options.replications = replications;
  options.seed = seed;
  return simulate(net, options);
}

std::string refusal(const std::string& text) {
  const Net net = text_net(text);
  Diagnostics diagnostics;
  EXPECT_FALSE(leap::make_rate_net(net, {}, diagnostics));
  return diagnostics.format(*net.sources);
}

constexpr const char* kServers =
    "place P : unit = 1000`();\n"
    "transition arrive { out P; time exponential(1000); }\n"
    "transition leave { in P; time exponential(1); }\n"
    "measure level = average tokens(P);\n"
    "measure square = average (tokens(P) - 1000) * (tokens(P) - 1000);\n"
    "measure served = count leave;\n";

// M/M/infinity in the long run is Poisson of mean lambda / mu = 1000: mean and variance 1000. The
// average of a level over T has the standard deviation sqrt(2 * 1000 / T), with T = 50 * 40 in all
// 1; that of the squared deviation sqrt(2 * 1000^2 / T) = 32.
TEST(Leap, BirthAndDeathHasItsMeanAndVariance) {
  const Net net = text_net(kServers);
  const SimulationResult result = leap(net, 40, 0.01, 50);
  ASSERT_FALSE(result.diagnostics.has_errors());
  EXPECT_NEAR(value_of(result, "level").mean, 1000, 4);
  // 2 / (2 - tau) with tau = (0.01 * 1000)^2 / 2000 = 0.05 makes 1026 of it.
  EXPECT_NEAR(value_of(result, "square").mean, 1026, 100);
  EXPECT_NEAR(value_of(result, "served").mean, 40'000, 150);
  EXPECT_GT(result.leaps.leaps, 50U * 40 * 10);
  EXPECT_LT(result.leaps.leaps + result.leaps.exact_steps, result.firings / 10);
}

// 2 / (2 - tau) with tau = (0.03 * 1000)^2 / 2000 = 0.45 is 1.29; the length varies with the level.
TEST(Leap, LongLeapsMakeVariancesTooLarge) {
  const double square = value_of(leap(text_net(kServers), 40, 0.03, 50), "square").mean;
  EXPECT_NEAR(square, 1290, 150);
}

// A source alone: counts are Poisson of mean 10^6 (deviation 1000), and the average level is half
// of that.
TEST(Leap, SourceIsPoissonAndLevelsAreLinear) {
  const Net net = text_net(
      "place P : unit;\n"
      "transition arrive { out P; time exponential(10000); }\n"
      "measure level = average tokens(P);\n"
      "measure arrived = count arrive;\n");
  const SimulationResult result = leap(net, 100, 0.03);
  EXPECT_NEAR(value_of(result, "arrived").mean, 1e6, 4000);
  EXPECT_NEAR(value_of(result, "level").mean, 5e5, 3000);
  EXPECT_LT(result.leaps.leaps, 2000U);
  EXPECT_EQ(result.ended, Ended::until);
  EXPECT_EQ(result.time.mean, 100);
}

constexpr const char* kDimer =
    "place A : unit = 20000`();\nplace B : unit;\n"
    "transition join { in A : 2`(); out B; time exponential(0.0001 * tokens(A) * (tokens(A) - 1) / 2); servers 1; }\n"
    "transition split { in B; out A : 2`(); time exponential(0.1); }\n"
    "measure a = average tokens(A);\n"
    "measure conserved = peak tokens(A) + 2 * tokens(B);\n"
    "measure joined = count join;\n";

TEST(Leap, DimersAreThoseOfExactSimulation) {
  const Net net = text_net(kDimer);
  SimulationOptions options;
  options.until = 3;
  options.replications = 20;
  options.engine = Engine::coloured;
  const SimulationResult exact = simulate(net, options);
  const SimulationResult leaps = leap(net, 3, 0.01, 20, 7);
  for (const char* const name : {"a", "joined"}) {
    const Estimate one = value_of(exact, name);
    const Estimate other = value_of(leaps, name);
    EXPECT_NEAR(one.mean, other.mean, one.half_width + other.half_width + 0.005 * one.mean) << name;
  }
  EXPECT_EQ(value_of(leaps, "conserved").mean, 20000);
  // While there are few B, firings are single ones.
  EXPECT_LT(leaps.leaps.leaps + leaps.leaps.exact_steps, leaps.firings / 5);
}

// An M/M/1 queue never has enough tokens to leap: L = rho / (1 - rho) = 1, as exact steps give it.
TEST(Leap, SmallNetsAreSimulatedExactly) {
  const Net net = text_net(
      "place P : unit;\n"
      "transition arrive { out P; time exponential(0.5); }\n"
      "transition serve { in P; time exponential(1); servers 1; }\n"
      "measure level = average tokens(P);\n");
  const SimulationResult result = leap(net, 20000, 0.03, 10);
  const Estimate level = value_of(result, "level");
  EXPECT_NEAR(level.mean, 1, 2 * level.half_width);
  EXPECT_LT(static_cast<double>(result.leaps.leaps), 0.1 * static_cast<double>(result.leaps.exact_steps));
}

// Two sources fill a place that an inhibitor arc closes at 100, as fast as they can.
TEST(Leap, CapacitiesHoldAndCountsAreNeverNegative) {
  const Net net = text_net(
      "place P : unit; place Q : unit = 5000`();\n"
      "transition a { in Q; out P; inhibit P : 100`(); time exponential(3); }\n"
      "transition b { in Q; out P; inhibit P : 100`(); time exponential(2); }\n"
      "transition leave { in P; out Q; time exponential(9); }\n"
      "measure most = peak tokens(P);\n"
      "measure least = peak 0 - tokens(Q);\n"
      "measure all = average tokens(P) + tokens(Q);\n");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const SimulationResult result = leap(net, 1, 0.3, 1, seed);
    EXPECT_EQ(value_of(result, "most").mean, 100);
    EXPECT_LE(value_of(result, "least").mean, -4900);
    EXPECT_NEAR(value_of(result, "all").mean, 5000, 1e-6);
  }
}

// Exponential decay of 100,000 to nothing ends at the largest of so many exponentials: mean
// H(100000) / mu = 12.09.
TEST(Leap, DecayEndsDead) {
  const Net net = text_net("place P : unit = 100000`();\ntransition leave { in P; time exponential(1); }\n");
  SimulationOptions options;
  options.tau_leap = 0.03;
  options.replications = 200;
  const SimulationResult result = simulate(net, options);
  EXPECT_EQ(result.ended, Ended::dead);
  EXPECT_EQ(result.firings, 200U * 100000);
  EXPECT_NEAR(result.time.mean, 12.09, result.time.half_width + 0.2);
}

// Deaths at rate 1 of 10,000: in leaps of epsilon the level at t is (1 - epsilon)^(t / epsilon), so
// smaller than exp(-t) by the part epsilon t / 2 to first order, and its average over 0 .. 2 by
// epsilon / 2 of int t exp(-t) over int exp(-t), which is 0.687.
TEST(Leap, DecayLagsByWhatIsDocumented) {
  const Net net = text_net(
      "place P : unit = 10000`();\nplace Q : unit;\ntransition t { in P; out Q; time exponential(1); }\n"
      "measure level = average tokens(P);\n");
  const double exact = 10000 * (1 - std::exp(-2)) / 2;
  for (const double epsilon : {0.1, 0.03, 0.01}) {
    const Estimate value = value_of(leap(net, 2, epsilon, 200), "level");
    EXPECT_NEAR(value.mean, exact * (1 - 0.687 * epsilon / 2), 2 * value.half_width + exact * epsilon * epsilon / 2) << epsilon;
  }
}

TEST(Leap, ThreadsDoNotChangeTheResult) {
  const Net net = text_net(kDimer);
  SimulationOptions options;
  options.until = 1;
  options.tau_leap = 0.03;
  options.replications = 6;
  const SimulationResult one = simulate(net, options);
  options.jobs = 3;
  const SimulationResult three = simulate(net, options);
  EXPECT_EQ(value_of(one, "a").mean, value_of(three, "a").mean);
  EXPECT_EQ(one.firings, three.firings);
  EXPECT_EQ(one.leaps.leaps, three.leaps.leaps);
}

// Central differences of x (x - 1) / 2 give the paper's 2 + 1 / (x - 1). Colours are counted apart:
// x y has order 2.
TEST(Leap, OrdersOfRatesAreThoseOfMassAction) {
  const Net net = text_net(
      "colour Kind = int with 1..2; var k : Kind;\n"
      "place P : Kind = 50`1 ++ 20`2; place Q : Kind;\n"
      "transition pair { in P : 2`k; out Q : k; time exponential(tokens(P, k) * (tokens(P, k) - 1) / 2.0); servers 1; }\n");
  Diagnostics diagnostics;
  const auto made = leap::make_rate_net(net, {}, diagnostics);
  ASSERT_FALSE(made) << "two bindings share one server";
  const Net meet = text_net(
      "place A : unit = 50`(); place B : unit = 20`();\n"
      "transition pair { in A : 2`(); time exponential(tokens(A) * (tokens(A) - 1) / 2.0); servers 1; }\n"
      "transition meet { in A; in B; time exponential(0.1 * tokens(A) * tokens(B)); servers 1; }\n");
  Diagnostics none;
  const auto leaps = leap::make_rate_net(meet, {}, none);
  ASSERT_TRUE(leaps) << none.format(*meet.sources);
  WordPool pool = leaps->parts.pool;
  Enabling enabling(meet, pool);
  leap::Rates rates(*leaps, enabling);
  leap::State state(*leaps, enabling, rates, std::vector<char>(leaps->places.size(), 1));
  const MarkingView view(state.marking(), enabling);
  enabling.evaluator().set_state(&view);
  state.start();
  EXPECT_DOUBLE_EQ(state.propensity(0), 50 * 49 / 2.0);
  EXPECT_NEAR(state.propensity(1), 100, 1e-9);
  EXPECT_NEAR(state.order(0), 2 + 1.0 / 49, 1e-9);
  EXPECT_NEAR(state.order(1), 2, 1e-9);
  EXPECT_EQ(state.pick(0.5), 0U);
  EXPECT_EQ(state.pick(0.99), 1U);
  state.add(0, -49);  // one A is left: no pair, and 0.1 * 20 meetings a second
  state.refresh();
  EXPECT_NEAR(state.total(), 2, 1e-9);
}

TEST(Leap, WhatCannotLeapIsRefusedAtItsPlace) {
  const std::string place = "place P : unit = 5`(); place Q : unit;\n";
  EXPECT_NE(refusal(place + "transition t { in P; }\n").find("test.loom:2:12: error: tau-leaping: transition 't' is immediate"),
            std::string::npos);
  EXPECT_NE(refusal(place + "transition t { in P; time deterministic(1); }\n").find("not exponential"), std::string::npos);
  EXPECT_NE(refusal(place + "transition t { in P; out Q : 1`() @+ 1; time exponential(1); }\n").find("delays its tokens"),
            std::string::npos);
  EXPECT_NE(refusal(place + "transition t { in P; reset Q; time exponential(1); }\n").find("resets a place"), std::string::npos);
  EXPECT_NE(refusal(place + "transition t { in P : tokens(P)`(); time exponential(1); }\n").find("not the same in every marking"),
            std::string::npos);
  const std::string served = refusal(place + "transition t { in P; time exponential(1); }\nmeasure d = delay t -> t;\n");
  EXPECT_NE(served.find("test.loom:3:9: error: tau-leaping: measure 'd' pairs firings"), std::string::npos) << served;
  EXPECT_NE(served.find("accepted:"), std::string::npos);
}

// A rate that becomes negative is an error with its place, as in the exact engine.
TEST(Leap, WrongRatesEndTheRunAtTheirPlace) {
  const Net net = text_net("place P : unit = 5000`();\ntransition t { in P; time exponential(tokens(P) - 99.5); servers 1; }\n");
  const SimulationResult result = leap(net, 1000, 0.03);
  ASSERT_TRUE(result.diagnostics.has_errors());
  EXPECT_NE(result.diagnostics.format(*net.sources).find("test.loom:2:12"), std::string::npos);
}

}  // namespace
}  // namespace petriloom::test
