// SPDX-License-Identifier: Apache-2.0
// Programs of ranks: each key of their descriptions turned, and what the run then takes, told by
// hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "generator/assembly/generate.h"
#include "tests/generator/means.h"

namespace petriloom::rank_description_test {
namespace {

/// Cores of 2 Gflop/s, 4 GB/s to the memory of a socket, links of 1 GB/s.
const std::string kMachine =
    "machine:\n"
    "  kinds:\n"
    "    k: {sockets: 2, cores_per_socket: 2, frequency: 1 GHz, flop_per_cycle: 2,\n"
    "        memory: {latency: 1 us, bandwidth: 4 GB/s}}\n"
    "  nodes: [{kind: k, count: 4}]\n"
    "  network: {link: {latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W}\n";

std::map<std::string, double> measured(const std::string& application, const std::vector<DescriptionSetting>& settings = {}) {
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  options.input = {settings, kMachine + application};
  return test::means_of(generate("ranks.yaml", options));
}

constexpr double kMessage = 2 + 3 + 10 + 2;  // us of an empty message: both overheads, gap, latency
constexpr double kMegabyte = 1000;           // us

struct Knob {
  const char* name;
  const char* application;
  std::vector<std::pair<const char*, const char*>> settings;
  double time;  ///< us
};
std::ostream& operator<<(std::ostream& out, const Knob& knob) { return out << knob.name; }

#define STEPS(list) "application: {kind: ranks, steps: [" list "]}\n"
#define DOMAIN(domain, list) "application: {kind: ranks, domain: {" domain "}, steps: [" list "]}\n"
constexpr const char* kWork = STEPS("{work: {flop: 8e6}}");
constexpr const char* kTraffic = STEPS("{work: {bytes: 8 MB}}");
constexpr const char* kCached = STEPS("{work: {bytes: 32 MB, working_set: 8 MB}}");
constexpr const char* kLateTraffic = DOMAIN("points: [5, 100], grid: [4, 1]", "{work: {bytes_per_point: 60 kB}}");
constexpr const char* kToAll = STEPS("{all_to_all: {bytes: 1 MB, algorithm: at_once}}");
constexpr std::pair<const char*, const char*> kTwoWays{
    "machine.network.topology", "{name: fat tree, children: [2, 2], parents: [1, 2], speeds: [1 GB/s, 0.5 GB/s]}"};
constexpr const char* kShift = STEPS("{shift: {bytes: 1 MB}}");

const Knob kKnobs[] = {
    // One rank has all four cores, and both memories.
    {"work", kWork, {}, 1000},
    {"frequency_doubled", kWork, {{"machine.kinds.k.frequency", "2 GHz"}}, 500},
    {"flop_per_cycle_halved", kWork, {{"machine.kinds.k.flop_per_cycle", "1"}}, 2000},
    {"cores_doubled", kWork, {{"machine.kinds.k.cores_per_socket", "4"}}, 500},
    {"one_socket", kWork, {{"machine.kinds.k.sockets", "1"}}, 2000},
    {"ranks_share_the_cores", kWork, {{"application.ranks_per_node", "4"}}, 4000},
    {"iterations", kWork, {{"application.iterations", "3"}}, 3000},
    {"traffic", kTraffic, {}, 1000},
    {"memory_bandwidth_halved", kTraffic, {{"machine.kinds.k.memory.bandwidth", "2 GB/s"}}, 2000},
    {"memories_of_one_socket", kTraffic, {{"machine.kinds.k.sockets", "1"}}, 2000},
    {"ranks_share_the_memories", kTraffic, {{"application.ranks_per_node", "2"}}, 2000},
    // Two ranks on the cores of one memory: they share it, as they would their fixed parts, if they
    // are at it together.
    {"ranks_of_a_socket", kTraffic, {{"application.ranks_per_node", "4"}}, 4000},
    {"parts_of_a_memory", kTraffic, {{"application.ranks_per_node", "4"}, {"machine.kinds.k.memory.sharing", "fixed"}}, 4000},
    // Three on two memories: the one in the middle has half of its data in each, and all get 8/3
    // GB/s.
    {"three_ranks_of_two_memories",
     kTraffic,
     {{"machine.kinds.k.cores_per_socket", "3"}, {"application.ranks_per_node", "3"}},
     3000},
    // Rank 0 has two of five rows, 12 MB, the others 6 MB: when rank 1 is done at 3 ms, it has all
    // of their memory.
    {"one_rank_late", kLateTraffic, {{"application.ranks_per_node", "4"}, {"machine.nodes[0].count", "1"}}, 4500},
    {"one_rank_late_with_its_part",
     kLateTraffic,
     {{"application.ranks_per_node", "4"}, {"machine.nodes[0].count", "1"}, {"machine.kinds.k.memory.sharing", "fixed"}},
     6000},
    // A core moves 1.5 GB/s alone: two do not fill a memory of 4 GB/s, nor do four together fill
    // two.
    {"core_bandwidth",
     kTraffic,
     {{"machine.kinds.k.memory.core_bandwidth", "1.5 GB/s"}, {"application.ranks_per_node", "4"}},
     8e3 / 1.5},
    {"core_bandwidth_of_all_cores", kTraffic, {{"machine.kinds.k.memory.core_bandwidth", "1.5 GB/s"}}, 8e3 / 6},
    // 8 ms of flop move 8 MB each: 1 GB/s of each rank leave room in the memory, where 4 ms would
    // not.
    {"flop_leave_room_in_the_memory", STEPS("{work: {flop: 16e6, bytes: 8 MB}}"), {{"application.ranks_per_node", "4"}}, 8000},
    {"flop_fill_the_memory", STEPS("{work: {flop: 4e6, bytes: 8 MB}}"), {{"application.ranks_per_node", "4"}}, 4000},
    // 8 MB over and over: a cache of 2 MB for each of two sockets holds half of them.
    {"cache", kCached, {{"machine.kinds.k.cache", "{size: 2 MB}"}}, 4000 / 2},
    {"half_the_cache", kCached, {{"machine.kinds.k.cache", "{size: 1 MB}"}}, 4000 * 3 / 4},
    {"cache_of_all", kCached, {{"machine.kinds.k.cache", "{size: 4 MB, bandwidth: 8 GB/s}"}}, 2000},
    {"cache_of_half_the_bandwidth", kCached, {{"machine.kinds.k.cache", "{size: 4 MB, bandwidth: 4 GB/s}"}}, 4000},
    {"ranks_share_the_cache",
     kCached,
     {{"machine.kinds.k.cache", "{size: 2 MB}"}, {"application.ranks_per_node", "4"}},
     4 * 4000 * 7 / 8},
    {"half_the_working_set",
     STEPS("{work: {bytes: 32 MB, working_set: 4 MB}}"),
     {{"machine.kinds.k.cache", "{size: 1 MB}"}},
     4000 / 2},
    {"working_set_of_points",
     DOMAIN("points: [1000, 1000]", "{work: {bytes_per_point: 128 B, working_set_per_point: 32 B}}"),
     {{"machine.kinds.k.cache", "{size: 2 MB}"}},
     4000 / 2},
    {"the_longer_of_two", STEPS("{work: {flop: 8e6, bytes: 4 MB}}"), {}, 1000},
    {"shift", kShift, {}, kMessage + kMegabyte},
    {"latency_doubled", kShift, {{"machine.network.link.latency", "20 us"}}, kMessage + 10 + kMegabyte},
    {"overhead_doubled", kShift, {{"machine.network.link.overhead", "4 us"}}, kMessage + 4 + kMegabyte},
    {"gap_doubled", kShift, {{"machine.network.link.gap", "6 us"}}, kMessage + 3 + kMegabyte},
    {"link_bandwidth_halved", kShift, {{"machine.network.link.bandwidth", "0.5 GB/s"}}, kMessage + 2 * kMegabyte},
    {"links_of_half_the_bandwidth", kShift, {{"machine.network.bandwidth", "0.5 GB/s"}}, kMessage + 2 * kMegabyte},
    {"hop", kShift, {{"machine.network.hop_latency", "1 us"}}, kMessage + 1 + kMegabyte},
    // From two leaf switches one message each goes up the one link there is.
    {"two_leaves", kShift, {{"machine.network.leaf_switches", "2"}}, kMessage + kMegabyte},
    // Ranks 0 to 3 are on nodes 0, 1, 2, 3, 0 ...: all eight messages cross, two from each node.
    {"cyclic", kShift, {{"application.ranks_per_node", "2"}, {"application.order", "cyclic"}}, kMessage + 2 * kMegabyte},
    {"block", kShift, {{"application.ranks_per_node", "2"}}, kMessage + kMegabyte},
    // Two messages from each node go to one receiver, and so to one of two switches above, whose
    // links have half the bandwidth.
    {"one_of_two_ways",
     kShift,
     {kTwoWays, {"application.ranks_per_node", "2"}, {"application.order", "cyclic"}},
     kMessage + 4 * kMegabyte},
    {"adaptive_ways",
     kShift,
     {kTwoWays, {"application.ranks_per_node", "2"}, {"application.order", "cyclic"}, {"machine.network.sharing", "adaptive"}},
     kMessage + 2 * kMegabyte},
    // All ranks on one node: 1 MB through a memory of 4 GB/s, and its latency.
    {"copy_by_memory", kShift, {{"machine.nodes[0].count", "1"}, {"application.ranks_per_node", "4"}}, 2 + 1 + 250 + 2},
    {"copy_given",
     kShift,
     {{"machine.nodes[0].count", "1"},
      {"application.ranks_per_node", "4"},
      {"application.copy", "{latency: 5 us, bandwidth: 2 GB/s}"}},
     2 + 5 + 500 + 2},
    {"points", DOMAIN("points: [4000, 1000]", "{work: {flop_per_point: 8}}"), {}, 1000},
    {"points_of_a_rank", DOMAIN("points: [4000, 1000]", "{work: {flop_per_point: 8}}"), {{"application.domain.of", "rank"}}, 4000},
    {"bytes_of_points", DOMAIN("points: [4000, 1000]", "{work: {bytes_per_point: 8 B}}"), {}, 1000},
    // Parts of 500 x 1000 points: a border of 1000 to each side, both on one link.
    {"halo_of_a_ring",
     DOMAIN("points: [2000, 1000], grid: [4, 1], periodic: true", "{halo: {bytes_per_point: 8 B}}"),
     {},
     2 * 2 + 3 + 10 + 2 * 2 + 16},
    // One of the two borders on each of two networks.
    {"halo_over_two_rails",
     DOMAIN("points: [2000, 1000], grid: [4, 1], periodic: true", "{halo: {bytes_per_point: 8 B}}"),
     {{"machine.network.rails", "2"}},
     2 * 2 + 3 + 10 + 2 * 2 + 8},
    // Three messages of a megabyte from each rank, two on one of the networks; the same alone.
    {"three_rails", kToAll, {{"machine.network.rails", "3"}}, 3 * 2 + 3 + 10 + 3 * 2 + kMegabyte},
    {"one_rail_less", kToAll, {{"machine.network.rails", "2"}}, 3 * 2 + 3 + 10 + 3 * 2 + 2 * kMegabyte},
    {"two_rails_less", kToAll, {}, 3 * 2 + 3 + 10 + 3 * 2 + 3 * kMegabyte},
    {"rails_whose_messages_are_alone",
     kToAll,
     {{"machine.network.rails", "2"}, {"machine.network.sharing", "alone"}},
     3 * 2 + 3 + 3 + 10 + 3 * 2 + 2 * kMegabyte},
    // Of two ranks of a node one sends ahead and the other back: each on a network of its own. Half
    // of the points of a border are copied within the node, in 2 us and 8 kB / (4 GB/s), meanwhile.
    {"ring_of_two_ranks_a_node",
     DOMAIN("points: [2000, 1000], grid: [8, 1], periodic: true", "{halo: {bytes_per_point: 8 B}}"),
     {{"machine.network.rails", "2"}, {"application.ranks_per_node", "2"}},
     2 * 2 + 3 + 10 + 2 * 2 + 8},
    // Six ranks on three nodes send four messages each to other nodes: eight leave each node.
    {"all_of_two_ranks_a_node",
     kToAll,
     {{"machine.network.rails", "2"}, {"application.ranks_per_node", "2"}, {"machine.nodes[0].count", "3"}},
     5 * 2 + 3 + 10 + 5 * 2 + 4 * kMegabyte},
    {"halo_of_twice_the_width",
     DOMAIN("points: [2000, 1000], grid: [4, 1], periodic: true", "{halo: {bytes_per_point: 8 B, width: 2}}"),
     {},
     2 * 2 + 3 + 10 + 2 * 2 + 32},
    {"halo_of_twice_the_bytes",
     DOMAIN("points: [2000, 1000], grid: [4, 1], periodic: true", "{halo: {bytes_per_point: 16 B}}"),
     {},
     2 * 2 + 3 + 10 + 2 * 2 + 32},
    // 2 x 2 ranks without an end: both neighbours along a dimension are the same rank.
    {"halo_of_a_square",
     DOMAIN("points: [1000, 1000], periodic: true", "{halo: {bytes_per_point: 8 B}}"),
     {},
     4 * 2 + 3 + 10 + 4 * 2 + 16},
    {"halo_with_an_edge", DOMAIN("points: [1000, 1000]", "{halo: {bytes_per_point: 8 B}}"), {}, 2 * 2 + 3 + 10 + 2 * 2 + 8},
    {"halo_with_corners",
     DOMAIN("points: [1000, 1000]", "{halo: {bytes_per_point: 8 B, corners: true}}"),
     {},
     3 * 2 + 3 + 10 + 3 * 2 + 8 + 0.008},
    {"broadcast", STEPS("{broadcast: {bytes: 1 MB}}"), {}, 2 * (kMessage + kMegabyte)},
    {"broadcast_of_another", STEPS("{broadcast: {bytes: 1 MB, root: 3}}"), {}, 2 * (kMessage + kMegabyte)},
    {"allreduce", STEPS("{allreduce: {bytes: 1 MB}}"), {}, 2 * (kMessage + kMegabyte)},
    {"allreduce_of_a_ring", STEPS("{allreduce: {bytes: 1 MB, algorithm: ring}}"), {}, 6 * (kMessage + kMegabyte / 4)},
    {"allreduce_along", DOMAIN("points: [8, 8]", "{allreduce: {bytes: 1 MB, along: 1}}"), {}, kMessage + kMegabyte},
    {"all_to_all", STEPS("{all_to_all: {bytes: 1 MB}}"), {}, 3 * (kMessage + kMegabyte)},
    {"barrier", STEPS("barrier"), {}, 2 * kMessage},
    {"steps_follow_each_other", STEPS("{work: {flop: 8e6}}, barrier, {work: {flop: 8e6}}"), {}, 2000 + 2 * kMessage},
};

class RankKnobs : public testing::TestWithParam<Knob> {};

TEST_P(RankKnobs, HaveTheirEffect) {
  std::vector<DescriptionSetting> settings;
  for (const auto& [key, value] : GetParam().settings) settings.push_back({key, value});
  const auto values = measured(GetParam().application, settings);
  ASSERT_TRUE(values.contains("run_time"));
  EXPECT_NEAR(values.at("run_time") * 1e6, GetParam().time, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, RankKnobs, testing::ValuesIn(kKnobs),
                         [](const testing::TestParamInfo<Knob>& of) { return std::string(of.param.name); });

TEST(RankDescriptions, DealRanksToTheDimensionsByTheirPoints) {
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  for (const auto& [points, nodes, expected] : {std::tuple{"[100, 100]", 12, std::vector{3, 4}},
                                                {"[100, 1000]", 12, {1, 12}},
                                                {"[64, 64, 64]", 8, {2, 2, 2}},
                                                {"[7]", 7, {7}}}) {
    std::optional<Description> told;
    options.input = {{{"machine.nodes[0].count", std::to_string(nodes)}, {"application.domain.points", points}},
                     kMachine + DOMAIN("points: [1]", "barrier")};
    const ReadResult result = generate("ranks.yaml", options, &told);
    ASSERT_TRUE(told && told->ranks) << result.diagnostics.format(*result.sources);
    EXPECT_EQ(told->ranks->jobs.front().domain.grid, expected) << points;
  }
}

TEST(RankDescriptions, MeasureHowMuchOfTheTimeIsWork) {
  const auto values = measured(STEPS("{work: {flop: 8e6}}, {shift: {bytes: 1 MB}}"));
  EXPECT_NEAR(values.at("efficiency"), 1000 / (1000 + kMessage + kMegabyte), 1e-9);
  EXPECT_NEAR(values.at("ranks.work_time[3]"), 1e-3, 1e-12);
}

}  // namespace
}  // namespace petriloom::rank_description_test
