// SPDX-License-Identifier: Apache-2.0
// Descriptions that are right: the templates, the counts that follow from them, defaults, overrides
// and includes.
#include "generator/reading/read_description.h"
#include "tests/own_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace petriloom::description_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

DescriptionResult read_template(const std::string& name) { return read_description(kRoot + "/templates/" + name, {kRoot}); }

/// A description of one's own in a folder that is removed again.
class OwnFile : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  [[nodiscard]] DescriptionResult read(const std::string& name) const {
    return read_description(folder_.file(name), {kRoot, kRoot + "/tests/generator/errors/parts"});
  }

  test::OwnFolder folder_;
};

class Templates : public testing::TestWithParam<const char*> {};

TEST_P(Templates, AreReadWithoutADiagnostic) {
  const DescriptionResult result = read_template(GetParam());
  EXPECT_EQ(result.diagnostics.format(*result.sources), "");
  EXPECT_TRUE(result.description.has_value());
}

INSTANTIATE_TEST_SUITE_P(All, Templates, testing::Values("coka16.yaml", "coka-mini.yaml", "workstation.yaml"));

// (11) of the cost model is 13 W above the rest at 875 MHz, and 1.6 kW at 1410 MHz.
TEST(Description, ClocksBeyondThoseOfTheCostModelAreTold) {
  const auto said = [](const std::string& clock) {
    const DescriptionInput input{{{"machine.kinds.coka.gpus.frequency", clock}}, {}};
    const DescriptionResult result = read_description(kRoot + "/templates/coka16.yaml", {kRoot}, input);
    EXPECT_TRUE(result.description.has_value());
    return result.diagnostics.list().empty() ? "" : result.diagnostics.list().front().message;
  };
  EXPECT_EQ(said("875 MHz"), "");
  EXPECT_EQ(said("1410 MHz"), "the cost model 'coka-continuous' holds up to 875 MHz, and this clock is 1410 MHz");
}

TEST(Description, PowersOfRanksAreToldToBeNoneOfBlocks) {
  const std::vector<std::pair<DescriptionSetting, std::string>> unused{
      {{"machine.power_cap", "5 W"}, "'power_cap'"},
      {{"machine.kinds.coka.power", "{idle: 3 W, work: 10}"}, "'power' of a kind of node"},
      {{"machine.kinds.coka.memory.power", "9 W"}, "'power' of a memory"},
      {{"machine.kinds.coka.memory.idle_power", "9 W"}, "'idle_power' of a memory"},
      {{"machine.kinds.coka.gpus.power", "9 W"}, "'power' of GPUs"},
      {{"machine.kinds.coka.gpus.idle_power", "9 W"}, "'idle_power' of GPUs"},
      {{"machine.network.idle_power", "3 W"}, "'idle_power' of the network"},
      {{"machine.network.switch_power", "3 W"}, "'switch_power'"},
      {{"machine.storage", "{bandwidth: 1 GB/s}"}, "'storage'"},
  };
  for (const auto& [setting, key] : unused) {
    const DescriptionResult result = read_description(kRoot + "/templates/coka16.yaml", {kRoot}, {{setting}, {}});
    ASSERT_EQ(result.diagnostics.list().size(), 1U) << setting.path;
    EXPECT_EQ(result.diagnostics.list().front().message, key + " has no effect on blocks");
  }
}

TEST_F(OwnFile, WhatNothingNamesIsTold) {
  const std::string rest = R"(
links: {fast: {latency: 1 us, bandwidth: 10 GB/s}, slow: {latency: 9 us, bandwidth: 1 GB/s}}
costs: {spare: {cpu: {idle_power: 1 W, phases: {all: {time: 1 / f, power: 2}}}}}
include: [costs/coka-continuous.yaml, networks/ib-qdr.yaml]
application: {grid: [2, 1], block: [64, 64], halo: {width: 3, bytes_per_point: 8 B}}
mapping: {cost_model: coka-continuous}
)";
  const std::string box = "{cores_per_socket: 2, frequency: 1 GHz, memory: {latency: 1 us, bandwidth: 1 GB/s}";
  write("unused.yaml", "machine:\n  kinds:\n    new: " + box + "}\n    old: " + box +
                           ", nic: fast}\n  nodes: [{kind: new, count: 2}]\n  network: {link: fast, power: 1 W}" + rest);
  const DescriptionResult result = read("unused.yaml");
  EXPECT_TRUE(result.description.has_value());
  std::string said;
  for (const Diagnostic& one : result.diagnostics.list())
    said += std::to_string(one.where.line) + ":" + std::to_string(one.where.column) + ": " + one.message + "\n";
  EXPECT_EQ(said,
            "4:5: the kind of node 'old' has no effect: nothing names it\n"
            "7:52: the link 'slow' has no effect: nothing names it\n"
            "8:9: the cost model 'spare' has no effect: nothing names it\n");
}

TEST(Description, LatenciesOfCachesAreToldToBeNoneOfRanks) {
  const DescriptionInput input{{{"machine.kinds.node.cache", "{latency: 15 ns, size: 1 MiB}"}}, {}};
  const DescriptionResult result = read_description(kRoot + "/templates/torus64.yaml", {kRoot}, input);
  ASSERT_EQ(result.diagnostics.list().size(), 1U);
  EXPECT_EQ(result.diagnostics.list().front().message, "'latency' of the cache has no effect on ranks");
}

TEST(Description, BlocksThatFillANodeOfTheReferenceSystem) {
  // Facts, section 4: NBO = cores + 8 GPUs - GPUs / 2, nodes 0..7 with 8 cores, 8..15 with 16
  // cores, 2, 4 .. 16 GPUs each.
  const std::vector<int> expected{23, 38, 53, 68, 83, 98, 113, 128, 31, 46, 61, 76, 91, 106, 121, 136};
  const DescriptionResult result = read_template("coka16.yaml");
  ASSERT_TRUE(result.description);
  const Description& description = *result.description;
  ASSERT_EQ(description.machine.nodes.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const NodeKind& kind = description.machine.nodes[i].kind;
    EXPECT_EQ(kind.cores(), i < 8 ? 8 : 16) << i;
    EXPECT_EQ(kind.gpus.value, static_cast<int>(2 * (i % 8 + 1))) << i;
    EXPECT_EQ(kind.cards(), kind.gpus.value / 2) << i;
    EXPECT_EQ(blocks_once(kind, description.application.gpu_block_factor.value), expected[i]) << i;
    EXPECT_EQ(description.mapping.blocks[i].value, expected[i]) << i;  // one round
  }
}

TEST(Description, PartsOfTheReferenceSystem) {
  const DescriptionResult result = read_template("coka16.yaml");
  ASSERT_TRUE(result.description);
  const Description& description = *result.description;
  EXPECT_EQ(description.name, "coka16");
  EXPECT_EQ(description.machine.network.leaf_switches.value, 2);
  EXPECT_EQ(description.machine.network.spine_switches.value, 1);
  EXPECT_EQ(description.costs.name, "coka-continuous");
  ASSERT_EQ(description.costs.cpu.size(), 2U);
  EXPECT_EQ(description.costs.cpu[0].phase, "collision");
  EXPECT_EQ(description.costs.cpu[1].phase, "propagation");
  EXPECT_DOUBLE_EQ(description.costs.cpu_idle_power, 30);
  EXPECT_DOUBLE_EQ(description.costs.gpu_idle_power, 42.5);
  const NodeKind& first = description.machine.nodes.front().kind;
  EXPECT_DOUBLE_EQ(first.cpu_frequency.value, 2.4e9);
  EXPECT_DOUBLE_EQ(first.bus_power.value, 30);
  EXPECT_EQ(first.bus_sharing.value, BusSharing::socket);
}

TEST(Description, EveryPartKnowsItsLine) {
  const DescriptionResult result = read_template("coka16.yaml");
  ASSERT_TRUE(result.description);
  const Sources& sources = *result.sources;
  const auto line = [&](const Location& where) { return std::string(sources.line(where.file, where.line)); };
  EXPECT_NE(line(result.description->machine.nodes[9].where).find("gpus: 4, cores_per_socket: 8"), std::string::npos);
  EXPECT_NE(line(result.description->machine.nodes[9].kind.gpus.where).find("gpus: 4, cores_per_socket: 8"), std::string::npos);
  EXPECT_NE(line(result.description->runtime.policy.where).find("policy: static"), std::string::npos);
  EXPECT_NE(line(result.description->costs.cpu[0].time.where).find("1380 / f"), std::string::npos);
  EXPECT_NE(line(result.description->properties[0].where).find("AF DONE"), std::string::npos);
}

TEST(NodeKind, BusesByWhoSharesThem) {
  NodeKind kind;
  kind.sockets.value = 2;
  kind.gpus.value = 5;
  kind.gpus_per_card.value = 2;  // cards of 2, 2 and 1 processors
  struct Case {
    BusSharing sharing;
    int buses;
    std::vector<int> bus_of;
  };
  for (const Case& expected : {Case{BusSharing::processor, 5, {0, 1, 2, 3, 4}}, Case{BusSharing::card, 3, {0, 0, 1, 1, 2}},
                               Case{BusSharing::socket, 2, {0, 0, 1, 1, 0}}, Case{BusSharing::node, 1, {0, 0, 0, 0, 0}}}) {
    kind.bus_sharing.value = expected.sharing;
    EXPECT_EQ(kind.buses(), expected.buses);
    for (int gpu = 0; gpu < 5; ++gpu) EXPECT_EQ(kind.bus_of(gpu), expected.bus_of[static_cast<std::size_t>(gpu)]);
  }
  kind.gpus.value = 0;
  for (const BusSharing sharing : {BusSharing::processor, BusSharing::card, BusSharing::socket, BusSharing::node}) {
    kind.bus_sharing.value = sharing;
    EXPECT_EQ(kind.buses(), 0);
  }
}

TEST_F(OwnFile, DefaultsStandWhereNothingIsSaid) {
  write("own.yaml", "include: good.yaml\n");
  const DescriptionResult result = read("own.yaml");
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  const Description& description = *result.description;
  EXPECT_EQ(description.application.iterations.value, 1);
  EXPECT_FALSE(description.application.periodic.value);
  EXPECT_FALSE(description.application.restart.value);
  EXPECT_EQ(description.application.gpu_block_factor.value, 8);
  EXPECT_EQ(description.run.replications.value, 1);
  EXPECT_EQ(description.run.until.value, 0);
  EXPECT_EQ(description.runtime.scheduling_time.value, 0);
  EXPECT_EQ(description.machine.network.hop_latency.value, 0);
  EXPECT_EQ(description.machine.nodes.front().kind.bus_sharing.value, BusSharing::node);
  EXPECT_TRUE(description.application.iterations.where.known()) << "a default has the place of its section";
}

TEST_F(OwnFile, TheIncludingFileWinsAndMapsAreMerged) {
  write("own.yaml", "include: good.yaml\napplication: {iterations: 7}\nmachine: {kinds: {small: {gpus: {processors: 4}}}}\n");
  const DescriptionResult result = read("own.yaml");
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  EXPECT_EQ(result.description->application.iterations.value, 7);
  EXPECT_EQ(result.description->application.grid_columns.value, 2) << "from the included file";
  EXPECT_EQ(result.description->machine.nodes.front().kind.gpus.value, 4);
  EXPECT_EQ(result.description->machine.nodes.front().kind.gpus_per_card.value, 2) << "from the included file";
  EXPECT_EQ(result.description->name, "good") << "no name of its own, so the included one";
}

TEST_F(OwnFile, CardsThatAreNotFilledAreWarnedOf) {
  write("own.yaml", "include: good.yaml\nmachine: {kinds: {small: {gpus: {processors: 4, per_card: 3}}}}\n");
  const DescriptionResult result = read("own.yaml");
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  ASSERT_EQ(result.diagnostics.list().size(), 1U) << result.diagnostics.format(*result.sources);
  const Diagnostic& warning = result.diagnostics.list().front();
  EXPECT_EQ(warning.severity, Severity::warning);
  EXPECT_EQ(warning.message, "cards of 3 processors are not filled by 4: the last card has 1");
  EXPECT_EQ(result.sources->line(warning.where.file, warning.where.line).substr(warning.where.column - 1, 1), "3");
}

TEST_F(OwnFile, OfTwoIncludedFilesTheLaterWins) {
  write("seven.yaml", "application: {iterations: 7}\n");
  write("nine.yaml", "application: {iterations: 9}\n");
  write("own.yaml", "include: [good.yaml, nine.yaml, seven.yaml]\n");
  const DescriptionResult result = read("own.yaml");
  ASSERT_TRUE(result.description);
  EXPECT_EQ(result.description->application.iterations.value, 7);
}

TEST_F(OwnFile, OverridesApplyToTheirNodesOnly) {
  write("own.yaml",
        "include: good.yaml\n"
        "machine:\n"
        "  nodes:\n"
        "    - {kind: small, count: 2}\n"
        "    - {kind: small, gpus: 0}\n"
        "    - {kind: small, frequency: 1 GHz, memory: {latency: 50 ns}}\n");
  const DescriptionResult result = read("own.yaml");
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  const auto& nodes = result.description->machine.nodes;
  ASSERT_EQ(nodes.size(), 4U);
  EXPECT_EQ(nodes[0].kind.gpus.value, 2);
  EXPECT_EQ(nodes[2].kind.gpus.value, 0);
  EXPECT_EQ(blocks_once(nodes[2].kind, 8), 4) << "four cores, no card";
  EXPECT_DOUBLE_EQ(nodes[3].kind.cpu_frequency.value, 1e9);
  EXPECT_DOUBLE_EQ(nodes[3].kind.memory_latency.value, 50e-9);
  EXPECT_DOUBLE_EQ(nodes[3].kind.memory_bandwidth.value, 3e9) << "from the kind";
}

TEST_F(OwnFile, BlocksByListAndByRounds) {
  write("list.yaml", "include: good.yaml\nmapping: {distribution: blocks, blocks: [1, 0, 30, 4]}\n");
  write("rounds.yaml", "include: good.yaml\nmapping: {rounds: 3}\n");
  const DescriptionResult list = read("list.yaml");
  ASSERT_TRUE(list.description);
  EXPECT_EQ(list.description->mapping.blocks[2].value, 30);
  const DescriptionResult rounds = read("rounds.yaml");
  ASSERT_TRUE(rounds.description);
  // 4 cores, 2 GPUs on 1 card.
  EXPECT_EQ(rounds.description->mapping.blocks[2].value, 3 * (4 + 8 * 2 - 1));
}

TEST_F(OwnFile, AnchorsAndAliasesAreUnderstood) {
  write("own.yaml", "include: good.yaml\nmachine:\n  nodes:\n    - &n {kind: small, gpus: 4}\n    - *n\n    - *n\n    - *n\n");
  const DescriptionResult result = read("own.yaml");
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  EXPECT_EQ(result.description->machine.nodes[3].kind.gpus.value, 4);
}

TEST_F(OwnFile, PropertiesOfEveryKind) {
  write("own.yaml",
        "include: good.yaml\n"
        "properties:\n"
        "  - {name: a, ltl: G F DONE}\n"
        "  - name: b\n"
        "    invariant: tokens(DONE) <= 1\n"
        "  - {name: c, deadlock_free: true}\n");
  const DescriptionResult result = read("own.yaml");
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  const auto& properties = result.description->properties;
  ASSERT_EQ(properties.size(), 3U);
  EXPECT_EQ(properties[0].kind, "ltl");
  EXPECT_EQ(properties[0].formula, "G F DONE");
  EXPECT_EQ(properties[1].kind, "invariant");
  EXPECT_EQ(properties[1].where.line, 5U);
  EXPECT_EQ(properties[2].kind, "deadlock_free");
  EXPECT_EQ(properties[2].formula, "");
}

TEST_F(OwnFile, AHundredThousandNodesAreReadAndNotOneMore) {
  const std::string grid = "application: {grid: [1000, 100]}\n";
  write("own.yaml", "include: good.yaml\nmachine: {nodes: [{kind: small, count: 99999}, {kind: small, count: 2}]}\n" + grid);
  EXPECT_TRUE(read("own.yaml").diagnostics.has_errors());
  write("own.yaml", "include: good.yaml\nmachine: {nodes: [{kind: small, count: 100000}]}\n" + grid);
  const DescriptionResult result = read("own.yaml");
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  EXPECT_EQ(result.description->machine.nodes.size(), 100'000U);
}

}  // namespace
}  // namespace petriloom::description_test
