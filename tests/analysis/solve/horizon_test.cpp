// SPDX-License-Identifier: Apache-2.0
// Until when a run is measured (docs/semantics.md, Ending): the same by every engine and by exact
// solution.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/solve/solve.h"
#include "engine/coloured/replication.h"
#include "engine/state/run_state_text.h"
#include "engine/statistics/simulation_result.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

Estimate simulated(const SimulationResult& result, const std::string& name) {
  EXPECT_FALSE(result.diagnostics.has_errors());
  for (const MeasureResult& measure : result.measures) {
    if (measure.name == name) return measure.value;
  }
  ADD_FAILURE() << "no measure " << name;
  return {};
}

std::optional<double> solved(const SolveResult& result, const std::string& name) {
  EXPECT_TRUE(result.solved());
  for (const SolvedMeasure& measure : result.measures) {
    if (measure.name == name) return measure.value;
  }
  ADD_FAILURE() << "no measure " << name;
  return {};
}

constexpr const char* kMeasures =
    "measure on = average tokens(A);\n"
    "measure off = integral tokens(B);\n"
    "measure share = value 1.0 - off / (off + on * 4.0);\n"
    "measure moved = count t;\n";

// Dies at 1 s of 4: A holds a token for 1 s of 4, B for the other 3.
std::string dying(const std::string& more = "") {
  return "place A : unit = 1`(); place B : unit;\ntransition t { in A; out B; time deterministic(1.0); }\n" + more + kMeasures;
}

void expect_rest(const SimulationResult& result) {
  EXPECT_EQ(result.ended, Ended::dead);
  EXPECT_DOUBLE_EQ(result.time.mean, 1);
  EXPECT_DOUBLE_EQ(simulated(result, "on").mean, 0.25);
  EXPECT_DOUBLE_EQ(simulated(result, "off").mean, 3);
  EXPECT_DOUBLE_EQ(simulated(result, "share").mean, 0.25);
  EXPECT_DOUBLE_EQ(simulated(result, "moved").mean, 1);
}

TEST(Horizon, ADeadNetRestsUntilTheEnd) {
  const Net net = text_net(dying());
  SimulationOptions options;
  options.until = 4;
  for (const Engine engine : {Engine::coloured, Engine::counts}) {
    options.engine = engine;
    options.replications = 1;
    expect_rest(simulate(net, options));
    options.replications = 3;
    options.jobs = 2;
    expect_rest(simulate(net, options));
    options.own_streams = true;
    expect_rest(simulate(net, options));
    options.own_streams = false;
  }
  // By the engine of levels, of which the one here rests from the start.
  expect_rest(simulate(text_net(dying("place L : fluid = 1.0;\n")), options));
}

TEST(Horizon, WithoutAnEndARunEndsWhereItDies) {
  const SimulationResult result = simulate(text_net(dying()), {});
  EXPECT_DOUBLE_EQ(simulated(result, "on").mean, 1);
  EXPECT_DOUBLE_EQ(simulated(result, "off").mean, 0);
}

TEST(Horizon, WarmUpQuantilesAndSeriesGoOnToTheEnd) {
  SimulationOptions options;
  options.until = 4;
  options.statistics.distributions = {{"on", {0.5}, 0}};
  options.statistics.series = {{"on", 1}};
  SimulationResult result = simulate(text_net(dying()), options);
  EXPECT_DOUBLE_EQ(result.distributions[0].total, 4);
  EXPECT_EQ(result.distributions[0].quantiles[0].value, 0);
  ASSERT_EQ(result.series[0].samples.size(), 5U);  // at 0, 1, 2, 3, 4
  EXPECT_EQ(result.series[0].samples[4].mean, 0);
  options = {};
  options.until = 4;
  options.statistics.warm_up = 2;  // after the net has died
  EXPECT_DOUBLE_EQ(simulated(simulate(text_net(dying()), options), "off").mean, 2);
  EXPECT_DOUBLE_EQ(simulated(simulate(text_net(dying()), options), "on").mean, 0);
}

TEST(Horizon, FoldedAndResumed) {
  const std::string text =
      "scope node[n in 0..1] { place A : unit = 1`(); place B : unit;\n"
      "transition t { in A; out B; time deterministic(1.0 + real(n)); }\n"
      "measure on = average tokens(A); measure off = integral tokens(B); }\n";
  SimulationOptions options;
  options.until = 4;
  for (const Fold fold : {Fold::always, Fold::never}) {
    const Net net = text_net(text, fold);
    const SimulationResult result = simulate(net, options);
    EXPECT_DOUBLE_EQ(simulated(result, "node[0].on").mean, 0.25);
    EXPECT_DOUBLE_EQ(simulated(result, "node[1].on").mean, 0.5);
    EXPECT_DOUBLE_EQ(simulated(result, "node[1].off").mean, 2);
    for (const std::uint64_t steps : {1U, 2U, 3U, 4U, 5U}) {
      coloured::Replication first(net, options, 0, nullptr);
      if (first.go(steps)) break;
      std::string problem;
      const std::optional<RunState> state = read_run_state(net, write_run_state(net, first.save()), problem);
      ASSERT_TRUE(state.has_value()) << problem;
      coloured::Replication second(net, options, 0, nullptr);
      second.load(*state);
      EXPECT_EQ(second.run().measures, coloured::Replication(net, options, 0, nullptr).run().measures) << "after steps " << steps;
    }
  }
}

// 3 items that decay at 1 /s each; the net dies with the last one. E[items at t] = 3 exp(-t), so
// that the mean over 0..T is 3 (1 - exp(-T)) / T.
constexpr const char* kDecay =
    "place A : unit = 3`(); place B : unit;\n"
    "transition t { in A; out B; time exponential(1.0); }\n"
    "measure on = average tokens(A); measure off = integral tokens(B); measure moved = count t;\n";

TEST(Horizon, SimulationAndSolutionAgreeOnNetsThatDie) {
  const Net net = text_net(kDecay);
  constexpr double kTime = 5;
  const double on = 3 * (1 - std::exp(-kTime)) / kTime;
  SolveOptions exactly;
  exactly.transient = kTime;
  const SolveResult exact = solve(net, exactly);
  EXPECT_NEAR(solved(exact, "on").value(), on, 1e-12);
  EXPECT_NEAR(solved(exact, "off").value(), 3 * kTime - on * kTime, 1e-11);
  SimulationOptions options;
  options.until = kTime;
  options.replications = 4000;
  const auto compare = [&](const std::string& how) {
    const SimulationResult result = simulate(net, options);
    for (const std::string name : {"on", "off", "moved"}) {
      const Estimate estimate = simulated(result, name);
      EXPECT_NEAR(estimate.mean, solved(exact, name).value(), 2 * estimate.half_width) << name << ", " << how;
    }
  };
  compare("counts");
  options.engine = Engine::coloured;
  compare("coloured");
  options.tau_leap = 0.01;
  compare("leaping");
}

// The stop condition ends a run: what comes after is not measured. A clock ticks on, the condition
// holds after an exponential time X of rate 1: E[min(X, T)] = 1 - exp(-T). A mean over 0..min(X, T)
// is a quotient of random values, of which there is no expected value here.
TEST(Horizon, TheStopConditionEndsWhatIsMeasured) {
  const Net net = text_net(
      "place A : unit = 1`(); place B : unit; place TICK : unit = 1`();\n"
      "transition t { in A; out B; time exponential(1.0); }\n"
      "transition tick { in TICK; out TICK; time exponential(3.0); }\n"
      "stop when tokens(B) = 1;\n"
      "measure there = integral tokens(TICK); measure after = integral tokens(B); measure on = average tokens(A);\n"
      "measure ticks = count tick;\n");
  SolveOptions exactly;
  exactly.transient = 2;
  const SolveResult exact = solve(net, exactly);
  const double time = 1 - std::exp(-2);
  EXPECT_NEAR(solved(exact, "there").value(), time, 1e-12);
  EXPECT_NEAR(solved(exact, "ticks").value(), 3 * time, 1e-12);
  EXPECT_EQ(solved(exact, "after").value(), 0);
  EXPECT_FALSE(solved(exact, "on").has_value());
  SimulationOptions options;
  options.until = 2;
  options.replications = 2000;
  const SimulationResult result = simulate(net, options);
  EXPECT_NEAR(simulated(result, "there").mean, time, 2 * simulated(result, "there").half_width);
  EXPECT_EQ(simulated(result, "after").mean, 0);
  EXPECT_EQ(simulated(result, "on").mean, 1);  // in every run until its end
}

// A condition that holds at the start ends the run there, by simulation and by solution.
TEST(Horizon, TheStopConditionMayHoldAtTheStart) {
  const Net net = text_net(
      "place A : unit = 1`(); place B : unit;\n"
      "transition t { in A; out B; time exponential(1.0); }\n"
      "transition u { in B; out A; time exponential(1.0); }\n"
      "stop when tokens(A) = 1; measure moved = count t;\n");
  EXPECT_EQ(simulate(net, {}).time.mean, 0);
  const SolveResult exact = solve(net, {});
  EXPECT_EQ(exact.horizon, Horizon::end);
  EXPECT_EQ(exact.time.value_or(-1), 0);
  EXPECT_EQ(solved(exact, "moved").value(), 0);
}

}  // namespace
}  // namespace petriloom::test
