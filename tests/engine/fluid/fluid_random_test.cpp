// SPDX-License-Identifier: Apache-2.0
// Levels and chance (docs/fluid.md): hazards that depend on levels, fluid queues, and large
// populations. Seeds are fixed, so the tests are deterministic.
#include <cmath>

#include "engine/simulate/compare.h"
#include "tests/engine/flow.h"

namespace petriloom::test {
namespace {

// Rate = level = t: the hazard integrates to t^2 / 2, so that the time of firing is Rayleigh: mean
// sqrt(pi / 2), variance 2 - pi / 2. Below 1 it is with probability 1 - exp(-1/2). 4000 runs:
// standard errors 0.0104 and 0.0077.
TEST(Fluid, HazardsThatRiseGiveTheRayleighDistribution) {
  const SimulationResult result = flow(
      "place X : fluid; place UP : unit = 1`();\n"
      "transition rise { out X; flow 1; }\n"
      "transition fail { in UP; time exponential(level(X)); }\n"
      "measure at = first now over fail; measure early = count fail where now < 1;\n",
      20, [](SimulationOptions& options) { options.replications = 4000; });
  EXPECT_NEAR(mean(result, "at"), std::sqrt(std::acos(-1) / 2), 0.03);
  EXPECT_NEAR(mean(result, "early"), 1 - std::exp(-0.5), 0.023);
}

// Rate = 2 x with x = exp(-t): the hazard is 2 (1 - exp(-t)) in all, so that exp(-2) of the runs
// never fire. Three tokens: three timers of the whole rate each; with one server one at a time,
// which makes a Poisson number of mean 2, at most 3.
TEST(Fluid, HazardsThatFadeMayNeverFire) {
  const std::string text =
      "place X : fluid = 1; place UP : unit = 3`();\n"
      "transition fade { in X; flow level(X); }\n";
  const auto many = [](SimulationOptions& options) { options.replications = 2000; };
  const SimulationResult each =
      flow(text + "transition fail { in UP; time exponential(2 * level(X)); }\nmeasure n = count fail;", 15, many);
  EXPECT_NEAR(mean(each, "n"), 3 * (1 - std::exp(-2)), 0.04);  // standard error 0.013
  const SimulationResult one =
      flow(text + "transition fail { in UP; time exponential(2 * level(X)); servers 1; }\nmeasure n = count fail;", 15, many);
  const double p0 = std::exp(-2);
  EXPECT_NEAR(mean(one, "n"), 2 * p0 + 2 * 2 * p0 + 3 * (1 - p0 - 2 * p0 - 2 * p0), 0.06);
}

// A source that is on (rate 2) and off, exponentially with rates 1 (to on) and 2 (to off), before a
// buffer served at rate 1 (D. Anick, D. Mitra, M. Sondhi, "Stochastic theory of a data-handling
// system with multiple sources", 1982, of one source): P(level > x) = rho exp(-eta x) with rho =
// (1/3) 2 / 1 and eta = 2 / (2 - 1) - 1 / 1 = 1, so that the mean is 2/3 and P(level > 1) = 2/3
// exp(-1).
TEST(Fluid, OnOffSourceFillsABufferAsInTheory) {
  const SimulationResult result = flow(
      "place OFF : unit = 1`(); place ON : unit; place BUFFER : fluid;\n"
      "transition on { in OFF; out ON; time exponential(1); }\n"
      "transition off { in ON; out OFF; time exponential(2); }\n"
      "transition arrive { read ON; out BUFFER; flow 2; }\n"
      "transition serve { in BUFFER; flow 1; }\n"
      "measure level_ = average level(BUFFER); measure busy = average (if level(BUFFER) > 0 then 1 else 0);\n"
      "measure above = average (if level(BUFFER) > 1 then 1 else 0);\n",
      2000, [](SimulationOptions& options) { options.replications = 50; });
  for (const auto& [name, exact] :
       {std::pair<std::string, double>{"level_", 2.0 / 3}, {"busy", 2.0 / 3}, {"above", 2.0 / 3 * std::exp(-1)}}) {
    EXPECT_NEAR(mean(result, name), exact, 2 * value_of(result, name).half_width) << name;
    EXPECT_LT(value_of(result, name).half_width, 0.04) << name;
  }
}

// 100,000 people: the mean field of an epidemic, held against leaps over the single infections,
// whose counts fluctuate by about one in a thousand.
TEST(Fluid, IsTheMeanFieldOfLargePopulations) {
  const SimulationResult levels = flow(
      "place S : fluid = 99000; place I : fluid = 1000; place R : fluid;\n"
      "transition infect { in S; out I; flow 0.000005 * level(S) * level(I); }\n"
      "transition recover { in I; out R; flow 0.1 * level(I); }\n"
      "transition wane { in R; out S; flow 0.02 * level(R); }\n"
      "measure infected = average level(I); measure most = peak level(I);\n",
      100);
  const SimulationResult tokens = flow(
      "place S : unit = 99000`(); place I : unit = 1000`(); place R : unit;\n"
      "transition infect { in S; in I; out I : 2`(); time exponential(0.000005 * tokens(S) * tokens(I)); servers 1; }\n"
      "transition recover { in I; out R; time exponential(0.1); }\n"
      "transition wane { in R; out S; time exponential(0.02); }\n"
      "measure infected = average tokens(I); measure most = peak tokens(I);\n",
      100, [](SimulationOptions& options) {
        options.tau_leap = 0.01;
        options.replications = 20;
      });
  EXPECT_NEAR(mean(levels, "infected") / mean(tokens, "infected"), 1, 0.003);
  EXPECT_NEAR(mean(levels, "most") / mean(tokens, "most"), 1, 0.005);
}

// Two variants on the same numbers: a drain that is twice as fast halves the level of x' = 1 - k x,
// which chance has no part in.
TEST(Fluid, VariantsAreCompared) {
  const auto net = [](const std::string& k) {
    return text_net(
        "place X : fluid; place P : unit = 1`();\n"
        "transition in_ { out X; flow 1; }\ntransition out_ { in X; flow " +
        k +
        " * level(X); }\n"
        "transition tick { in P; out P; time exponential(1 + level(X)); }\n"
        "measure x = peak level(X); measure n = count tick;\n");
  };
  SimulationOptions options;
  options.until = 20;
  options.replications = 5;
  options.own_streams = true;
  const Comparison comparison = compare(net("1"), net("2"), options);
  ASSERT_EQ(comparison.measures.size(), 2U);
  EXPECT_NEAR(comparison.measures[0].first.mean, 1, 1e-6);
  EXPECT_NEAR(comparison.measures[0].difference.mean, -0.5, 1e-6);
  EXPECT_LT(comparison.measures[1].difference.mean, 0);
}

TEST(Fluid, ThreadsChangeNothing) {
  const std::string text =
      std::string(kTank) +
      "place UP : unit = 1`();\ntransition fail { in UP; out UP; time exponential(level(T)); }\n"
      "transition splash { in UP; out UP; in T : uniform(0, 0) + 1; time exponential(0.5); }\nmeasure n = count fail;\n";
  EXPECT_THROW(text_net(text), std::runtime_error);  // what is taken is not drawn
  const std::string good =
      std::string(kTank) +
      "place UP : unit = 1`();\ntransition fail { in UP; out UP; time exponential(level(T)); }\n"
      "transition splash { in T : 1; out T : uniform(0, 2); time exponential(0.5); }\nmeasure n = count fail;\n";
  const auto run = [&](std::size_t jobs, std::uint64_t seed) {
    return flow(good, 50, [&](SimulationOptions& options) {
      options.replications = 16;
      options.jobs = jobs;
      options.seed = seed;
    });
  };
  const SimulationResult one = run(1, 1);
  const SimulationResult four = run(4, 1);
  const SimulationResult other = run(4, 2);
  ASSERT_EQ(one.measures.size(), four.measures.size());
  for (std::size_t m = 0; m < one.measures.size(); ++m) {
    EXPECT_EQ(one.measures[m].value.mean, four.measures[m].value.mean);
    EXPECT_EQ(one.measures[m].value.half_width, four.measures[m].value.half_width);
  }
  EXPECT_NE(mean(one, "n"), mean(other, "n"));
}

}  // namespace
}  // namespace petriloom::test
