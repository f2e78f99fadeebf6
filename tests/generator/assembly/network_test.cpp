// SPDX-License-Identifier: Apache-2.0
// Networks of clusters: each key turned on a few nodes, and what an exchange of ghost zones then
// takes, told by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "generator/assembly/generate.h"
#include "tests/generator/means.h"

namespace petriloom::network_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;
constexpr double kCompute = 1000;  // us of the one block that each node has

/// Nodes of one core with one block of 16 points each, which send 16 times so many bytes, dealt to
/// their neighbours.
std::string cluster(const std::string& network, const std::string& grid, int nodes, int point_bytes) {
  return fmt::format(
      "costs: {{m: {{cpu: {{idle_power: 0 W, phases: {{all: {{time: 0.001, power: 0}}}}}}}}}}\n"
      "machine:\n"
      "  kinds: {{k: {{cores_per_socket: 1, frequency: 1 GHz, memory: {{latency: 0 s, bandwidth: 1 TB/s}}}}}}\n"
      "  nodes: [{{kind: k, count: {}}}]\n"
      "  network: {{{}}}\n"
      "application: {{{}, block: [4, 4], halo: {{width: 1, bytes_per_point: {} B}}}}\n"
      "mapping: {{cost_model: m}}\n",
      nodes, network, grid, point_bytes);
}

ReadResult made(const std::string& text) {
  GenerateOptions options;
  options.search_path = {kRoot};
  options.input = {{}, text};
  return generate("cluster.yaml", options);
}

/// Nodes that exchange messages of 1 MB, which a link of 1 GB/s carries in 1000 us.
struct Machine {
  const char* grid;
  int nodes;
  int point_bytes;
};
constexpr Machine kPair{"grid: [2, 1]", 2, 62'500};
constexpr Machine kRing{"grid: [4, 1], periodic: true", 4, 125'000};
// Three neighbours each: two in the row, which is a leaf switch, and one in the other row.
constexpr Machine kRows{"grid: [4, 2], periodic: true", 8, 187'500};
// The node in the middle gets 1 MB from each side and sends half of that to each.
constexpr Machine kChain{"grid: [3, 1]", 3, 62'500};

struct Knob {
  const char* name;
  Machine machine;
  const char* network;
  double exchange;  ///< us
};
std::ostream& operator<<(std::ostream& out, const Knob& knob) { return out << knob.name; }

#define LINK "link: {latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W"
constexpr double kEnds = 10 + 2 + 3;

constexpr Knob kKnobs[] = {
    {"pair", kPair, LINK, 1000 + kEnds},
    {"pair_alone", kPair, "sharing: alone, " LINK, 1000 + kEnds},
    // Both send at once: 1 + 0.05 of a link's bandwidth for each byte.
    {"crosstraffic", kPair, "crosstraffic: 0.05, " LINK, 1050 + kEnds},
    {"crosstraffic_of_all", kPair, "crosstraffic: 1, " LINK, 2000 + kEnds},
    {"latency_doubled", kPair, "link: {latency: 20 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W",
     1000 + kEnds + 10},
    {"overhead_doubled", kPair, "link: {latency: 10 us, overhead: 4 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W",
     1000 + kEnds + 2},
    {"link_of_half_the_bandwidth", kPair, "link: {latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 0.5 GB/s}, power: 6 W",
     2000 + kEnds},
    {"bandwidth_halved", kPair, "bandwidth: 0.5 GB/s, " LINK, 2000 + kEnds},
    {"bandwidth_halved_alone", kPair, "sharing: alone, bandwidth: 0.5 GB/s, " LINK, 1000 + kEnds},
    {"hop_of_one_switch", kPair, "hop_latency: 5 us, " LINK, 1000 + kEnds + 5},
    {"hop_of_three_switches", kPair, "leaf_switches: 2, hop_latency: 5 us, " LINK, 1000 + kEnds + 15},
    {"hop_of_a_link", kPair, "topology: {name: torus, dimensions: [2]}, hop_latency: 5 us, " LINK, 1000 + kEnds + 5},
    {"latency_of_the_topology", kPair, "topology: {name: torus, dimensions: [2], latency: 7 us}, hop_latency: 5 us, " LINK,
     1000 + kEnds + 7},
    {"bandwidth_of_the_topology", kPair, "topology: {name: torus, dimensions: [2], bandwidth: 4 GB/s}, " LINK, 250 + kEnds},
    // Two links one after the other: a packet more than one takes.
    {"packets_of_100_kB", kPair, "sharing: packets, packet: 100 kB, " LINK, 1100 + kEnds},
    {"packets_of_50_kB", kPair, "sharing: packets, packet: 50 kB, " LINK, 1050 + kEnds},
    {"packets_over_one_link", kPair, "topology: hypercube, sharing: packets, packet: 100 kB, " LINK, 1000 + kEnds},
    // A node sends to two: over one cable to the switch, over a link to each in the ring.
    {"ring_on_a_switch", kRing, LINK, 2000 + kEnds},
    {"ring_on_a_torus", kRing, "topology: {name: torus, dimensions: [4]}, " LINK, 1000 + kEnds},
    // Latencies overlap; gaps do not.
    {"ring_alone", kRing, "sharing: alone, " LINK, 2 * (1000 + 3) + 12},
    // Four messages share the link between two switches (a quarter each), the others what is left.
    {"oversubscribed", kRows, "leaf_switches: 2, spine_switches: 1, " LINK, 4000 + kEnds},
    {"oversubscribed_bandwidth_halved", kRows, "leaf_switches: 2, spine_switches: 1, bandwidth: 0.5 GB/s, " LINK, 8000 + kEnds},
    {"oversubscribed_hop", kRows, "leaf_switches: 2, spine_switches: 1, hop_latency: 5 us, " LINK, 4000 + kEnds + 15},
    // With two spines a node's own link, for three messages, is the narrowest.
    {"two_spines", kRows, "leaf_switches: 2, spine_switches: 2, " LINK, 3000 + kEnds},
    {"fast_above", kRows, "topology: {name: fat tree, children: [4, 2], parents: [1, 1], speeds: [1 GB/s, 4 GB/s]}, " LINK,
     3000 + kEnds},
    {"slow_above", kRows, "topology: {name: fat tree, children: [4, 2], parents: [1, 1], speeds: [1 GB/s, 0.5 GB/s]}, " LINK,
     8000 + kEnds},
    {"rows_on_a_torus", kRows, "topology: {name: torus, dimensions: [4, 2]}, " LINK, 1000 + kEnds},
    {"rows_alone", kRows, "leaf_switches: 2, spine_switches: 1, sharing: alone, " LINK, 3 * (1000 + 3) + 12},
    // Both ends send to the middle over its one cable.
    {"chain", kChain, LINK, 2000 + kEnds},
    {"chain_on_a_torus", kChain, "topology: {name: torus, dimensions: [3]}, " LINK, 1000 + kEnds},
    {"chain_alone", kChain, "sharing: alone, " LINK, 1000 + 2 * 3 + 12},
    {"dragonfly", kPair,
     "topology: {name: dragonfly, groups: 2, routers: 1, nodes: 1, outer_speed: 0.5 GB/s}, hop_latency: 5 us, " LINK,
     2000 + kEnds + 10},
};

class NetworkKnobs : public testing::TestWithParam<Knob> {};

TEST_P(NetworkKnobs, HaveTheEffectThatIsToldByHand) {
  const Knob& knob = GetParam();
  const ReadResult net = made(cluster(knob.network, knob.machine.grid, knob.machine.nodes, knob.machine.point_bytes));
  for (const Engine engine : {Engine::fastest, Engine::coloured}) {
    EXPECT_NEAR(test::means_of(net, engine).at("run_time") * 1e6 - kCompute, knob.exchange, 1e-3);
  }
}

INSTANTIATE_TEST_SUITE_P(All, NetworkKnobs, testing::ValuesIn(kKnobs),
                         [](const testing::TestParamInfo<Knob>& of) { return std::string(of.param.name); });

// The interface is held for gap and bytes, whatever links carry them; twice the power, twice the
// energy.
TEST(Network, PowerIsDrawnWhileTheInterfaceIsHeld) {
  const std::string twice = "bandwidth: 0.5 GB/s, link: {latency: 10 us, gap: 3 us, bandwidth: 1 GB/s}, power: 12 W";
  for (const auto& [network, watts] : {std::pair<std::string, double>{LINK, 6}, {twice, 12}}) {
    const auto values = test::means_of(made(cluster(network, kPair.grid, kPair.nodes, kPair.point_bytes)), Engine::fastest);
    EXPECT_EQ(values.at("node[0].nic.messages"), 1);
    EXPECT_NEAR(values.at("node[0].nic.sending") * 1e6, 1003, 1e-6);
    EXPECT_NEAR(values.at("node[0].nic.energy") * 1e6, watts * 1003, 1e-6);
    EXPECT_NEAR(values.at("node_time[1]") * 1e6, kCompute + 1003, 1e-3);
  }
}

TEST(Network, EveryIterationExchanges) {
  const std::string grid = std::string(kRows.grid) + ", iterations: 3";
  const auto values = test::means_of(
      made(cluster("leaf_switches: 2, spine_switches: 1, " LINK, grid, kRows.nodes, kRows.point_bytes)), Engine::fastest);
  EXPECT_NEAR(values.at("run_time") * 1e6, 3 * (kCompute + 4000 + kEnds), 1e-3);
  EXPECT_NEAR(values.at("node[7].nic.sending") * 1e6, 3 * 3 * 1003, 1e-3);
}

TEST(Network, AHypercubeIsATorusOfTwos) {
  const auto text = [](const char* topology) {
    const ReadResult net =
        made(cluster(fmt::format("topology: {}, {}", topology, LINK), kRows.grid, kRows.nodes, kRows.point_bytes));
    return net.net ? write_loom(*net.net, {}).text : net.diagnostics.format(*net.sources);
  };
  EXPECT_EQ(text("hypercube"), text("{name: torus, dimensions: [2, 2, 2]}"));
  EXPECT_NE(text("hypercube"), text("{name: torus, dimensions: [4, 2]}"));
  EXPECT_EQ(text("fat tree"), text("{name: fat_tree, children: [8], parents: [1]}"));
}

// What nobody but the file of the topology knows.
TEST(Network, MistakesInParametersAreToldAtTheirPlace) {
  const auto said = [](const char* topology) {
    const ReadResult net =
        made(cluster(fmt::format("topology: {}, {}", topology, LINK), kPair.grid, kPair.nodes, kPair.point_bytes));
    std::string all;
    for (const Diagnostic& one : net.diagnostics.list())
      all += fmt::format("{}:{}: {} ({})\n", one.where.line, one.where.column, one.message, one.help);
    return all;
  };
  EXPECT_EQ(said("torus"),
            "5:23: the topology 'torus' needs the parameter 'dimensions' (topology: {name: torus, dimensions: VALUE})\n");
  EXPECT_EQ(said("{name: torus, dimension: [2]}"),
            "5:37: the topology 'torus' has no parameter 'dimension' (did you mean 'dimensions'?)\n"
            "5:30: the topology 'torus' needs the parameter 'dimensions' (topology: {name: torus, dimensions: VALUE})\n");
  EXPECT_EQ(said("{name: fat tree, children: [2], parents: [1], speeds: [fast]}").substr(0, 6), "5:69: ");
  EXPECT_EQ(said("{name: fat tree, children: [2], parents: [1]}"), "");
}

}  // namespace
}  // namespace petriloom::network_test
