// SPDX-License-Identifier: Apache-2.0
// What the workers of a node draw, how its tasks vary, and what policies believe of them wrongly.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/simulate/simulate.h"
#include "tests/generator/means.h"

namespace petriloom::task_knobs_test {
namespace {

/// Ten parts of 2 ms after one of 1 ms and before one of 3 ms, on one core: 24 ms.
std::string joined(const std::string& node, const std::string& runtime, const std::string& application = "") {
  return fmt::format(
      "name: joined\nmachine:\n  node: {{cores: 1{}}}\nruntime: {{policy: eager{}}}\napplication: {{kind: forkjoin, phases: 1, "
      "width: 10, fork: 1 ms, work: 2 ms, join: 3 ms, spread: 0{}}}\n",
      node, runtime, application);
}

std::string said(const std::string& text) {
  const ReadResult result = test::node_of_tasks(text);
  return result.net ? "" : result.diagnostics.format(*result.sources);
}

TEST(TaskPower, IsDrawnAtWorkAndOtherwise) {
  const auto busy = test::means_of(test::node_of_tasks(joined(", power: {core: 15 W}, idle_power: {core: 5 W}", "")));
  EXPECT_NEAR(busy.at("workers.makespan"), 24e-3, 1e-4);
  EXPECT_NEAR(busy.at("core_energy"), 15 * 24e-3, 1e-3);
  EXPECT_EQ(busy.at("card_energy"), 0);
  // A second core does half of what can be done beside the other: 10 of 24 ms are over when ten
  // parts take as long as five.
  const auto both = test::means_of(
      test::node_of_tasks(joined(", power: {core: 15 W}, idle_power: {core: 5 W}", ""), {{"machine.node.cores", "2"}}));
  EXPECT_NEAR(both.at("workers.makespan"), 14e-3, 1e-4);
  EXPECT_NEAR(both.at("core_energy"), 15 * 24e-3 + 5 * (2 * 14e-3 - 24e-3), 1e-3);
  // What idles draws nothing, unless it is said.
  const auto only = test::means_of(test::node_of_tasks(joined(", power: {core: 15 W}", ""), {{"machine.node.cores", "4"}}));
  EXPECT_NEAR(only.at("energy"), 15 * 24e-3, 1e-3);
}

TEST(TaskPower, OfCardsIsTheirOwn) {
  const std::string node =
      ", cards: 1, bandwidth: 1 GB/s, latency: 1 us, power: {core: 10 W, card: 200 W}, idle_power: {card: 30 W}";
  const auto means = test::means_of(
      test::node_of_tasks(joined(node, "", ", speedup: 1000, common: 8 B, part: 8 B"), {{"runtime.policy", "dmda"}}));
  const double end = means.at("workers.makespan");
  // The first task is one of the core, the last one takes as long on the card, and the parts take
  // 2 us there.
  EXPECT_NEAR(means.at("card_energy"), 30 * end + 170 * 3.02e-3, 1e-3);
  EXPECT_NEAR(means.at("core_energy"), 10 * 1e-3, 1e-5);
  EXPECT_NEAR(means.at("energy"), means.at("card_energy") + means.at("core_energy"), 1e-12);
}

/// A policy that weighs energy weighs what the node draws: parts are done where they take less.
TEST(TaskPower, IsWeighedByThePolicy) {
  const auto on_cards = [](const std::string& core) {
    const std::string node = ", cards: 1, bandwidth: 1 GB/s, latency: 1 us, power: {core: " + core + ", card: 200 W}";
    return test::means_of(test::node_of_tasks(joined(node, "", ", speedup: 10"),
                                              {{"runtime.policy",
                                                "{name: three-criteria-heft, time_weight: 0.0, energy_weight: 1.0, load_weight: "
                                                "0.0, drift: 1000 s}"}}))
        .at("workers.on_cards");
  };
  EXPECT_EQ(on_cards("19 W"), 0);
  EXPECT_EQ(on_cards("21 W"), 10);
}

TEST(TaskPower, OfWorkersThatAreNotToldOfIsNone) {
  const ReadResult result =
      test::node_of_tasks(joined(", cards: 1, bandwidth: 1 GB/s, latency: 1 us, power: {core: 10 W}", "", ", speedup: 10"));
  EXPECT_NE(result.diagnostics.format(*result.sources).find("warning: cards draw 0 W, as 'power' does not tell of them"),
            std::string::npos);
  EXPECT_EQ(said(joined(", power: {core: 10 W}", "")), "") << "there are none";
}

/// All cores of a team are at work.
TEST(TaskPower, OfATeamIsThatOfAllOfIt) {
  const auto energy = [](int team) {
    return test::means_of(test::node_of_tasks(fmt::format(
                              "name: team\nmachine:\n  node: {{cores: 4, power: {{core: 10 W}}}}\nruntime: {{policy: "
                              "eager}}\napplication: {{kind: assembly, how: commuting, domains: 1, elements: 1, team: {}, "
                              "clear: 0 s, add: 0 s, spread: 0, combine: 0 s, solve: 8 ms, speedup: 2, matrix: 8 B}}\n",
                              team)))
        .at("energy");
  };
  EXPECT_NEAR(energy(1), 10 * 8e-3, 1e-3);
  EXPECT_NEAR(energy(4), 10 * 8e-3, 1e-3);  // a quarter of the time on each
}

TEST(TaskPower, MistakesAreTold) {
  EXPECT_NE(said(joined(", power: {core: 5 W}, idle_power: {core: 15 W}", "")).find("draws 15.0 W while it does nothing"),
            std::string::npos);
  EXPECT_NE(said(joined(", power: {core: 5 s}", "")).find("'5 s'"), std::string::npos);
  EXPECT_NE(said(joined(", power: {gpu: 5 W}", "")).find("'power' has no key 'gpu'"), std::string::npos);
  EXPECT_NE(said(joined("", ", power: {core: 5 W}")).find("it is a key of 'node' of 'machine'"), std::string::npos);
  EXPECT_NE(said(joined(", costs: {push: 1 us}", "")).find("it is a key of 'runtime'"), std::string::npos);
}

// Of twelve tasks in a row of 24 ms the mean stays, and the deviation is that of their lengths.
TEST(TaskVariation, IsThatOfTheLengths) {
  const ReadResult read = test::node_of_tasks(joined("", ", variation: 0.5"));
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  SimulationOptions options;
  options.replications = 2000;
  const SimulationResult result = simulate(*read.net, options);
  for (const MeasureResult& one : result.measures) {
    if (one.name != "workers.makespan") continue;
    const double deviation = 0.5 * std::sqrt(10 * 2e-3 * 2e-3 + 1e-3 * 1e-3 + 3e-3 * 3e-3);
    EXPECT_NEAR(one.value.mean, 24e-3, 5 * deviation / std::sqrt(2000.0));
    EXPECT_NEAR(one.value.half_width / 1.96 * std::sqrt(2000.0), deviation, 0.1 * deviation);
  }
}

TEST(TaskVariation, OfNothingIsNone) {
  EXPECT_EQ(test::means_of(test::node_of_tasks(joined("", ", variation: 0"))), test::means_of(test::node_of_tasks(joined("", ""))));
}

// Who takes cards for a thousand times as slow as they are does all on the core.
TEST(TaskBelief, DecidesWhereTasksGo) {
  const std::string node = ", cards: 1, bandwidth: 1 GB/s, latency: 1 us";
  const std::string tasks = ", speedup: 10, common: 8 B, part: 8 B";
  const auto on_cards = [&](const std::string& runtime) {
    return test::means_of(test::node_of_tasks(joined(node, runtime, tasks), {{"runtime.policy", "dmda"}})).at("workers.on_cards");
  };
  EXPECT_GT(on_cards(""), 6);
  EXPECT_EQ(on_cards(", believed: {card: 1, core: 1}"), on_cards(""));
  EXPECT_EQ(on_cards(", believed: {card: 1000}"), 0);
  EXPECT_EQ(on_cards(", believed: {core: 1000}"), 12);
  EXPECT_NE(said(joined("", ", believed: {card: 0}")), "");
  EXPECT_NE(said(joined("", ", variation: -1")), "");
}

}  // namespace
}  // namespace petriloom::task_knobs_test
