// SPDX-License-Identifier: Apache-2.0
// What lengthens the work of ranks: factors of steps and noise, by hand where they are not random,
// else by the mean that theory tells.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/simulate/simulate.h"
#include "tests/generator/means.h"
#include "tests/generator/ranks.h"
#include "tests/own_folder.h"

namespace petriloom::rank_noise_test {
namespace {

/// Ranks of 1 Gflop/s on nodes of their own, whose messages take no time.
const std::string kNoisyMachine =
    "machine:\n"
    "  kinds: {k: {cores_per_socket: 2, frequency: 1 GHz, flop_per_cycle: 0.5, memory: {latency: 0 s, bandwidth: 4 GB/s}}}\n"
    "  nodes: [{kind: k, count: 4}]\n"
    "  network: {link: {latency: 0 s, bandwidth: 1 GB/s}, power: 6 W}\n";

using test::RankKnob;
using test::Settings;

ReadResult noisy_net(const std::string& application, const Settings& settings, const std::string& path = "noisy.yaml") {
  return test::generated_ranks(kNoisyMachine, application, settings, path);
}

std::map<std::string, double> noisy_means(const std::string& application, const Settings& settings,
                                          const SimulationOptions& options = {}, const std::string& path = "noisy.yaml") {
  return test::means_of(noisy_net(application, settings, path), options);
}

constexpr const char* kMillisecond = "steps: [{work: {flop: 1e6}}]";
constexpr const char* kTwelve = "iterations: 12, steps: [{work: {flop: 1e5}}, barrier]";
constexpr const char* kFactor = "application.steps[0].work.factor";
constexpr const char* kNoise = "application.noise";
constexpr const char* kCorePower = "machine.kinds.k.power";
constexpr const char* kWatts = "{idle: 5 W, work: 15}";

const RankKnob kNoiseKnobs[] = {
    {"work", kMillisecond, {}, 1000},
    {"factor", kMillisecond, {{kFactor, "2.5"}}, 2500},
    {"factor_of_none", kMillisecond, {{kFactor, "0"}}, 0},
    {"factor_of_ranks", kMillisecond, {{kFactor, "1 + rank"}}, 4000},
    {"factor_of_iterations", kMillisecond, {{kFactor, "1 + rank"}, {"application.iterations", "3"}}, 12000},
    {"factor_of_one_step",
     "steps: [{work: {flop: 1e6}}, {work: {flop: 1e6, factor: 3}}, {work: {flop: 1e6, factor: 1 + 0.25 * rank}}]",
     {},
     1000 + 3000 + 1750},
    {"factor_with_power", kMillisecond, {{kFactor, "1 + rank"}, {kCorePower, kWatts}}, 4000},
    // From 0 to 100 us there is noise, and every 400 us again: 1000 us of work have 300 us between.
    {"together", kMillisecond, {{kNoise, "{period: 400 us, duration: 100 us, how: together}"}}, 1400},
    {"half_the_period", kMillisecond, {{kNoise, "{period: 200 us, duration: 100 us, how: together}"}}, 2000},
    {"half_the_duration", kMillisecond, {{kNoise, "{period: 400 us, duration: 50 us, how: together}"}}, 1150},
    {"together_with_power",
     kMillisecond,
     {{kNoise, "{period: 400 us, duration: 100 us, how: together}"}, {kCorePower, kWatts}},
     1400},
    // Of three works of 100 us one has noise: in each of 12, if there is always another rank whose
    // turn it is.
    {"barriers_together", kTwelve, {{kNoise, "{period: 400 us, duration: 100 us, how: together}"}}, 1600},
    {"barriers_apart", kTwelve, {{kNoise, "{period: 400 us, duration: 100 us, how: apart}"}}, 2400},
    // Two ranks share a memory of 4 GB/s, each 2 MB; then their noise comes, and their messages.
    {"with_shared_memories",
     "ranks_per_node: 2, steps: [{work: {bytes: 2 MB}}, {shift: {bytes: 1 kB}}]",
     {{kNoise, "{period: 400 us, duration: 100 us, how: together}"}},
     1000 + 400 + 1},
    {"factor_with_shared_memories", "ranks_per_node: 2, steps: [{work: {bytes: 2 MB, factor: 1 + rank % 2}}]", {}, 1000 + 500},
};

class Lengthening : public testing::TestWithParam<RankKnob> {};

TEST_P(Lengthening, HasItsEffect) {
  for (const Engine engine : {Engine::fastest, Engine::coloured, Engine::counts}) {
    SimulationOptions options;
    options.engine = engine;
    const auto means = noisy_means(GetParam().application, GetParam().settings, options);
    ASSERT_TRUE(means.contains("run_time"));
    EXPECT_NEAR(means.at("run_time") * 1e6, GetParam().time, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Lengthening, testing::ValuesIn(kNoiseKnobs),
                         [](const testing::TestParamInfo<RankKnob>& of) { return std::string(of.param.name); });

/// Means over runs, whose own mean is off by less than four standard deviations of it.
void expect_mean(const std::string& application, const Settings& settings, double mean, double deviation_of_a_run) {
  SimulationOptions options;
  options.replications = 25;
  const auto means = noisy_means(application, settings, options);
  ASSERT_TRUE(means.contains("run_time"));
  EXPECT_NEAR(means.at("run_time"), mean, 4 * deviation_of_a_run / std::sqrt(25.0));
  EXPECT_GT(std::abs(means.at("run_time") - mean), 0) << "nothing was drawn";
}

// The last of n that take an exponential time of mean t comes after H(n) t, with the variance
// t^2 (1 + 1/4 + ... + 1/n^2) (A. Renyi, 1953).
TEST(RankNoise, TheLastOfExponentialTimesIsAHarmonicNumber) {
  const std::string work = "iterations: 100, steps: [{work: {flop: 1e6, factor: exponential(1.0)}}, barrier]";
  const double deviation = 1e-3 * std::sqrt(100.0);
  expect_mean(work, {}, 100e-3 * (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0), deviation * std::sqrt(1 + 1 / 4.0 + 1 / 9.0 + 1 / 16.0));
  expect_mean(work, {{"machine.nodes[0].count", "1"}}, 100e-3, deviation);
  expect_mean(work, {{kCorePower, kWatts}}, 100e-3 * (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0), deviation * 1.2);
}

TEST(RankNoise, OtherDistributionsHaveTheirMeans) {
  const std::string work = "iterations: 100, steps: [{work: {flop: 1e6}}]";
  const double root = std::sqrt(100.0) * 1e-3;
  const Settings alone{{"machine.nodes[0].count", "1"}};
  const auto with = [&](const char* factor) {
    Settings settings = alone;
    settings.emplace_back(kFactor, factor);
    return settings;
  };
  expect_mean(work, with("uniform(0.5, 2.5)"), 150e-3, root * 2 / std::sqrt(12.0));
  expect_mean(work, with("lognormal(-0.08, 0.4)"), 100e-3, root * std::sqrt(std::exp(0.16) - 1));
  expect_mean(work, with("1 + 9 * bernoulli(0.1)"), 190e-3, root * 9 * std::sqrt(0.09));
}

// Interruptions without memory: as many in the mean as periods in the work, with that variance.
TEST(RankNoise, AtRandomTakesItsShare) {
  const std::string work = "iterations: 100, steps: [{work: {flop: 1e6}}]";
  const Settings settings{{"machine.nodes[0].count", "1"}, {kNoise, "{period: 100 us, duration: 20 us}"}};
  expect_mean(work, settings, 100e-3 * 1.2, 20e-6 * std::sqrt(1000.0));
}

TEST(RankNoise, IsNoWork) {
  const auto means = noisy_means(kMillisecond, {{kNoise, "{period: 400 us, duration: 100 us, how: together}"}});
  EXPECT_NEAR(means.at("efficiency"), 1 / 1.4, 1e-9);
  EXPECT_NEAR(means.at("ranks.work_time[2]"), 1e-3, 1e-12);
  const auto longer = noisy_means(kMillisecond, {{kFactor, "1 + rank"}});
  EXPECT_NEAR(longer.at("ranks.work_time[2]"), 3e-3, 1e-12);
}

TEST(RankNoise, TakesFromTheWorkOfTraces) {
  const test::OwnFolder folder;
  folder.write("noisy.goal", "num_ranks 2\nrank 0 {\nl1: calc 1000000\n}\nrank 1 {\nl1: calc 5\n}\n");
  const auto means = noisy_means("trace: noisy.goal", {{kNoise, "{period: 400 us, duration: 100 us, how: together}"}}, {},
                                 folder.file("noisy.yaml"));
  EXPECT_NEAR(means.at("run_time"), 1.4e-3, 1e-12);
  EXPECT_NEAR(means.at("ranks.work_time[0]"), 1e-3, 1e-12);
}

// A core draws for noise what it draws for work: 10 W above idle for 1.4 ms, of 8 cores.
TEST(RankNoise, DrawsWhatWorkDraws) {
  const auto means =
      noisy_means(kMillisecond, {{kNoise, "{period: 400 us, duration: 100 us, how: together}"}, {kCorePower, kWatts}});
  EXPECT_NEAR(means.at("core_energy"), 8 * 15 * 1.4e-3, 1e-9);
}

struct WrongFactor {
  const char* factor;
  const char* told;
};

TEST(RankNoise, WrongFactorsAreToldAtTheirPlace) {
  for (const WrongFactor& wrong : {WrongFactor{"-1.5", "the factor '-1.5' is -1.5 of the first rank"},
                                   {"1 +", "the text ends too early"},
                                   {"rnk + 1.0", "there is no name `rnk` here"},

                                   {"true", "bool"}}) {
    const ReadResult made = noisy_net(fmt::format("steps: [\n  {{work: {{flop: 1e6, factor: '{}'}}}}]", wrong.factor), {});
    ASSERT_FALSE(made.net) << wrong.factor;
    const Diagnostic& first = made.diagnostics.list().front();
    EXPECT_NE(first.message.find(wrong.told), std::string::npos) << first.message;
    EXPECT_EQ(made.sources->describe({first.where.file, 6, 30}), "noisy.yaml:6:30") << wrong.factor;
    EXPECT_EQ(first.where.line, 6U) << wrong.factor;
    EXPECT_GE(first.where.column, 30U) << wrong.factor;
  }
}

}  // namespace
}  // namespace petriloom::rank_noise_test
