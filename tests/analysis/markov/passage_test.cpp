// SPDX-License-Identifier: Apache-2.0
// Distributions of the time of the end, and of first passage, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/solve/solve.h"
#include "formats/loom/loom.h"

namespace petriloom {
namespace {

/// The net solved until a time, with so many points on the way.
SolveResult ended_by(const std::string& text, double time, std::size_t points) {
  const ReadResult read = read_loom("passage.loom", text, {});
  SolveOptions options;
  options.transient = time;
  options.points = points;
  SolveResult result = solve(*read.net, options);
  EXPECT_TRUE(result.solved()) << result.diagnostics.format(*read.sources);
  return result;
}

void expect_probability(double value, double expected) { EXPECT_NEAR(value, expected, 1e-9 * expected); }

// Three stages of rate 2 one after the other: P(T <= t) = 1 - exp(-2t) (1 + 2t + (2t)^2 / 2) (A. K.
// Erlang, 1917).
TEST(Passage, TimeOfTheEndOfStages) {
  const SolveResult result = ended_by("place A : unit = 3`(); transition stage { in A; time exponential(2.0); servers 1; }", 4, 8);
  ASSERT_EQ(result.ended.size(), 8U);
  for (std::size_t k = 0; k < 8; ++k) {
    const double t = 0.5 * static_cast<double>(k + 1);
    EXPECT_DOUBLE_EQ(result.ended[k].time, t);
    expect_probability(result.ended[k].probability, 1 - std::exp(-2 * t) * (1 + 2 * t + 2 * t * t));
  }
}

// First passage by the stop condition, with a choice on the way: 0.3 (1 - exp(-t)) + 0.7 (1 -
// exp(-3t)). What comes after does not count.
TEST(Passage, FirstPassageToACondition) {
  const SolveResult result = ended_by(R"(
    place START : unit = 1`(); place SLOW : unit; place FAST : unit; place THERE : unit;
    transition to_slow { in START; out SLOW; weight 0.3; }
    transition to_fast { in START; out FAST; weight 0.7; }
    transition slow { in SLOW; out THERE; time exponential(1.0); }
    transition fast { in FAST; out THERE; time exponential(3.0); }
    transition back { in THERE; out START; time exponential(5.0); }
    stop when tokens(THERE) > 0;
  )",
                                      2, 4);
  ASSERT_EQ(result.ended.size(), 4U);
  for (const EndedBy& one : result.ended) {
    expect_probability(one.probability, 0.3 * (1 - std::exp(-one.time)) + 0.7 * (1 - std::exp(-3 * one.time)));
  }
}

// Up and down as fast as 1/s until an end that comes at 1e-7/s from one of the two: ten million
// steps. The survival S has S'' + (2 + e) S' + e S = 0, S(0) = 1, S'(0) = 0.
TEST(Passage, TheErrorHoldsAfterManySteps) {
  const SolveResult result = ended_by(
      "place A : unit = 1`(); place B : unit; transition ab { in A; out B; time exponential(1.0); }\n"
      "transition ba { in B; out A; time exponential(1.0); } transition end { in B; time exponential(1e-7); }",
      1e7, 1);
  const long double e = 1e-7;
  const long double root = std::sqrt((2 + e) * (2 + e) - 4 * e);
  const long double fast = -(2 + e + root) / 2;
  const long double slow = e / fast;
  const long double survival = (fast * std::exp(slow * 1e7L) - slow * std::exp(fast * 1e7L)) / (fast - slow);
  ASSERT_EQ(result.ended.size(), 1U);
  const double off = std::abs(result.ended[0].probability - static_cast<double>(1 - survival));
  EXPECT_LE(off, result.error);
  EXPECT_LE(result.error, 1e-10);
}

// The times in between change neither what happens until the last one nor its accuracy; a net that
// never ends has no such times.
TEST(Passage, PointsDoNotChangeTheRest) {
  const std::string text = R"(
    place A : unit = 1`(); place B : unit;
    transition there { in A; out B; time exponential(2.0); }
    transition back { in B; out A; time exponential(3.0); }
    measure in_b = average tokens(B); measure moves = count there;
  )";
  const SolveResult one = ended_by(text, 1.5, 1);
  const SolveResult many = ended_by(text, 1.5, 30);
  ASSERT_EQ(many.measures.size(), 2U);
  for (std::size_t m = 0; m < 2; ++m) expect_probability(*many.measures[m].value, *one.measures[m].value);
  EXPECT_TRUE(one.ended.empty());
  EXPECT_TRUE(many.ended.empty());
}

}  // namespace
}  // namespace petriloom
