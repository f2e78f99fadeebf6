// SPDX-License-Identifier: Apache-2.0
// What is estimated beyond means: warm-up, distributions, series, batches, precision.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/simulate/simulate.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

// One machine, three jobs of 2 s each: WAITING holds 2, 1 and 0 tokens from 0, 2 and 4 on; jobs are
// done at 2, 4 and 6.
constexpr const char* kJobs =
    "place WAITING : unit = 3`(); place IDLE : unit = 1`(); place DONE : unit;\n"
    "transition work { in WAITING; in IDLE; out DONE : () @+ 2 s; out IDLE : () @+ 2 s; }\n"
    "transition leave { in DONE; }\n"
    "measure waiting = average tokens(WAITING);\n"
    "measure total = integral tokens(WAITING);\n"
    "measure most = peak tokens(WAITING);\n"
    "measure done = count leave;\n"
    "measure at \"s\" = mean now over leave;\n"
    "measure service \"s\" = delay work -> leave;\n"
    "measure empty \"s\" = time until tokens(WAITING) = 0;\n"
    "measure never \"s\" = time until tokens(WAITING) > 3;\n"
    "measure always \"s\" = time until tokens(WAITING) < 4;\n";

TEST(Statistics, TimeUntilACondition) {
  const SimulationResult result = simulate(text_net(kJobs), {});
  EXPECT_DOUBLE_EQ(value_of(result, "empty").mean, 4);
  EXPECT_EQ(value_of(result, "never").n, 0U);
  EXPECT_DOUBLE_EQ(value_of(result, "always").mean, 0);
}

// A condition that holds after a step counts, even if the marking lasts no time: the burst passes 3
// at 1 s.
TEST(Statistics, TimeUntilSeesMarkingsThatLastNoTime) {
  const SimulationResult result = simulate(text_net("place A : unit = 1`(); place B : unit; place C : unit;\n"
                                                    "transition burst { in A; out B: 5`(); time deterministic(1.0); }\n"
                                                    "transition drain { in B; out C; }\n"
                                                    "measure full \"s\" = time until tokens(B) = 3;\n"),
                                           {});
  EXPECT_DOUBLE_EQ(value_of(result, "full").mean, 1);
}

TEST(Statistics, WarmUpIsLeftOut) {
  SimulationOptions options;
  options.statistics.warm_up = 3;
  const SimulationResult result = simulate(text_net(kJobs), options);
  EXPECT_DOUBLE_EQ(value_of(result, "waiting").mean, 1.0 / 3);  // 1 token from 3 to 4, none until 6
  EXPECT_DOUBLE_EQ(value_of(result, "total").mean, 1);
  EXPECT_DOUBLE_EQ(value_of(result, "most").mean, 1);
  EXPECT_DOUBLE_EQ(value_of(result, "done").mean, 2);
  EXPECT_DOUBLE_EQ(value_of(result, "at").mean, 5);
  EXPECT_DOUBLE_EQ(value_of(result, "service").mean, 2);
  EXPECT_DOUBLE_EQ(value_of(result, "empty").mean, 4);  // from 0 on
}

TEST(Statistics, DistributionsAndSeriesOfOneRun) {
  SimulationOptions options;
  options.statistics.distributions = {{"waiting", {0.3, 0.5, 0.9}, 5}, {"at", {0.5}, 0}, {"empty", {0.5}, 0}, {"never", {0.5}, 4}};
  options.statistics.series = {{"waiting", 1}, {"done", 2.5}};
  const SimulationResult result = simulate(text_net(kJobs), options);
  ASSERT_EQ(result.distributions.size(), 4U);
  const EmpiricalDistribution& waiting = result.distributions[0];  // 0, 1, 2 for 2 s each
  EXPECT_EQ(waiting.over, Over::time);
  EXPECT_DOUBLE_EQ(waiting.total, 6);
  EXPECT_EQ(waiting.quantiles[0].value, 0);
  EXPECT_EQ(waiting.quantiles[1].value, 1);
  EXPECT_EQ(waiting.quantiles[2].value, 2);
  ASSERT_EQ(waiting.histogram.size(), 3U);
  EXPECT_DOUBLE_EQ(waiting.histogram[1].share, 1.0 / 3);
  EXPECT_EQ(result.distributions[1].quantiles[0].value, 4);  // of 2, 4, 6
  EXPECT_EQ(result.distributions[2].over, Over::runs);
  EXPECT_EQ(result.distributions[2].quantiles[0].value, 4);
  EXPECT_EQ(result.distributions[3].total, 0);
  ASSERT_EQ(result.series.size(), 2U);
  const std::vector<double> expected{2, 2, 1, 1, 0, 0, 0};
  ASSERT_EQ(result.series[0].samples.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(result.series[0].samples[k].mean, expected[k]) << k;
  ASSERT_EQ(result.series[1].samples.size(), 3U);  // at 0, 2.5, 5
  EXPECT_EQ(result.series[1].samples[1].mean, 1);
  EXPECT_EQ(result.series[1].samples[2].mean, 2);
}

TEST(Statistics, ThreadsChangeNothing) {
  const Net net = text_net(kQueue);
  SimulationOptions options;
  options.until = 500;
  options.replications = 40;
  options.statistics.distributions = {{"stay", {0.5, 0.9}, 10}, {"customers", {0.9}, 0}, {"served", {0.5}, 0}};
  options.statistics.series = {{"customers", 100}};
  options.statistics.precision = {{"customers", 0.1}};
  options.replications = 1000;
  const SimulationResult one = simulate(net, options);
  options.jobs = 3;
  const SimulationResult three = simulate(net, options);
  EXPECT_EQ(one.firings, three.firings);
  ASSERT_EQ(one.precision.size(), 1U);
  EXPECT_TRUE(one.precision[0].met());
  EXPECT_LT(one.time.n, 1000U);
  EXPECT_GE(one.time.n, 20U);
  EXPECT_EQ(one.precision[0].reached, three.precision[0].reached);
  for (std::size_t d = 0; d < one.distributions.size(); ++d) {
    for (std::size_t q = 0; q < one.distributions[d].quantiles.size(); ++q) {
      EXPECT_EQ(one.distributions[d].quantiles[q].value, three.distributions[d].quantiles[q].value);
      EXPECT_EQ(one.distributions[d].quantiles[q].half_width, three.distributions[d].quantiles[q].half_width);
    }
  }
  for (std::size_t k = 0; k < one.series[0].samples.size(); ++k) {
    EXPECT_EQ(one.series[0].samples[k].mean, three.series[0].samples[k].mean);
    EXPECT_EQ(one.series[0].samples[k].half_width, three.series[0].samples[k].half_width);
  }
}

// The stay in M/M/1 is exponential of rate 1 - 1/2: its quantile p is -2 ln(1 - p). Customers are
// geometric: P(N <= 2) = 1 - 1/8.
TEST(Statistics, QuantilesOfAQueue) {
  SimulationOptions options;
  options.until = 20'000;
  options.replications = 10;
  options.statistics.warm_up = 100;
  options.statistics.distributions = {{"stay", {0.5, 0.95}, 0}, {"customers", {0.87, 0.88}, 0}};
  const SimulationResult result = simulate(text_net(kQueue), options);
  for (const Quantile& quantile : result.distributions[0].quantiles) {
    EXPECT_NEAR(quantile.value, -2 * std::log(1 - quantile.probability), 2 * quantile.half_width);
    EXPECT_LT(quantile.half_width, 0.2);
    EXPECT_GT(quantile.half_width, 0);
  }
  EXPECT_GT(result.distributions[0].error, 0);
  EXPECT_EQ(result.distributions[1].error, 0);
  EXPECT_EQ(result.distributions[1].quantiles[0].value, 2);
}

TEST(Statistics, BatchesOfOneLongRun) {
  SimulationOptions options;
  options.until = 100'000;
  options.statistics.batches = 20;
  options.statistics.find_warm_up = true;
  const SimulationResult result = simulate(text_net(kQueue), options);
  EXPECT_EQ(result.batches.number, 20U);
  EXPECT_TRUE(result.batches.settled);
  EXPECT_NEAR(result.batches.warm_up + 20 * result.batches.length, 100'000, 1e-6);
  const std::vector<std::pair<const char*, double>> expected{{"customers", 1}, {"served", 0.5}, {"stay", 2}, {"little", 2}};
  for (const auto& [name, exact] : expected) {
    const Estimate estimate = value_of(result, name);
    EXPECT_EQ(estimate.n, 20U) << name;
    EXPECT_NEAR(estimate.mean, exact, 1.5 * estimate.half_width) << name;
    EXPECT_LT(estimate.half_width, 0.08 * exact) << name;
  }
  EXPECT_TRUE(result.measures[1].per_second);
}

// 100 tokens leave one by one, one a second; from then on only a clock ticks.
TEST(Statistics, BatchesLeaveOutTheWarmUp) {
  SimulationOptions options;
  options.until = 1000;
  options.statistics.batches = 10;
  options.statistics.find_warm_up = true;
  const SimulationResult result = simulate(text_net("place A : unit = 100`(); place B : unit;\n"
                                                    "transition t { in A; out B; time deterministic(1.0); servers 1; }\n"
                                                    "place C : unit = 1`();\n"
                                                    "transition tick { in C; out C; time deterministic(1.0); }\n"
                                                    "measure left = average tokens(A);\n"),
                                           options);
  EXPECT_GE(result.batches.warm_up, 99);
  EXPECT_LT(result.batches.warm_up, 150);
  EXPECT_EQ(value_of(result, "left").mean, 0);
}

TEST(Statistics, OneLongRunStopsAtItsPrecision) {
  const Net net = text_net(kQueue);
  SimulationOptions options;
  options.max_firings = 10'000'000;
  options.statistics.batches = 20;
  options.statistics.find_warm_up = true;
  options.statistics.precision = {{"customers", 0.05}, {"stay", 0.05}};
  const SimulationResult result = simulate(net, options);
  EXPECT_EQ(result.ended, Ended::precision);
  EXPECT_LT(result.firings, 2'000'000U);
  EXPECT_TRUE(result.precision[0].met());
  EXPECT_TRUE(result.precision[1].met());
  EXPECT_NEAR(value_of(result, "customers").mean, 1, 0.1);
  options.max_firings = 5'000;
  const SimulationResult cut = simulate(net, options);
  EXPECT_EQ(cut.ended, Ended::firings);
  EXPECT_FALSE(cut.precision[0].met());
}

TEST(Statistics, RefusesWhatHasNoAnswer) {
  const auto errors = [](const StatisticsOptions& statistics) {
    SimulationOptions options;
    options.statistics = statistics;
    const Net net = text_net(kJobs);
    return simulate(net, options).diagnostics.format(*net.sources);
  };
  StatisticsOptions unknown;
  unknown.distributions = {{"waitin", {0.5}, 0}};
  EXPECT_NE(errors(unknown).find("no measure is called 'waitin'; did you mean 'waiting'"), std::string::npos) << errors(unknown);
  StatisticsOptions series;
  series.series = {{"service", 1}};
  EXPECT_NE(errors(series).find("no value at every time"), std::string::npos);
  StatisticsOptions batches;
  batches.batches = 10;
  batches.distributions = {{"done", {0.5}, 0}};
  EXPECT_NE(errors(batches).find("one value in a run"), std::string::npos);
  batches.distributions.clear();
  batches.precision = {{"most", 0.1}};
  EXPECT_NE(errors(batches).find("no value in the long run"), std::string::npos);
  StatisticsOptions all;
  all.distributions = {{"*", {0.5}, 0}};
  EXPECT_EQ(errors(all), "");
}

}  // namespace
}  // namespace petriloom::test
