// SPDX-License-Identifier: Apache-2.0
// GPUs of nodes of ranks: each key turned, and what the run then takes, told by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "generator/assembly/generate.h"
#include "tests/generator/means.h"

namespace petriloom::rank_gpus_test {
namespace {

/// Two nodes of two GPUs of 1 Tflop/s and 100 GB/s, each with 10 GB/s to it and 5 GB/s from it.
const std::string kMachine =
    "machine:\n"
    "  kinds:\n"
    "    k:\n"
    "      cores_per_socket: 8\n"
    "      frequency: 1 GHz\n"
    "      flop_per_cycle: 2\n"
    "      memory: {latency: 1 us, bandwidth: 8 GB/s}\n"
    "      gpus: {processors: 2, frequency: 1 GHz, flop_per_cycle: 1000, memory: {bandwidth: 100 GB/s}}\n"
    "      bus:\n"
    "        to_device: {latency: 10 us, bandwidth: 10 GB/s}\n"
    "        to_host: {latency: 20 us, overhead: 2 us, gap: 3 us, bandwidth: 5 GB/s}\n"
    "        power: 30 W\n"
    "        sharing: processor\n"
    "  nodes: [{kind: k, count: 2}]\n"
    "  network: {link: {latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W}\n";

std::map<std::string, double> measured(const std::string& application, const std::vector<DescriptionSetting>& settings) {
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  options.input = {settings, kMachine + application};
  return test::means_of(generate("ranks.yaml", options));
}

struct Knob {
  const char* name;
  const char* application;
  std::vector<std::pair<const char*, const char*>> settings;
  double time;  ///< us
};
std::ostream& operator<<(std::ostream& out, const Knob& knob) { return out << knob.name; }

#define GPU_STEPS(list) "application: {kind: ranks, ranks_per_node: 2, steps: [" list "]}\n"
#define GPU_DOMAIN(list) "application: {kind: ranks, ranks_per_node: 2, domain: {points: [1000]}, steps: [" list "]}\n"
constexpr const char* kKernel = GPU_STEPS("{work: {on: gpu, flop: 1e9}}");
constexpr const char* kLoad = GPU_STEPS("{work: {on: gpu, bytes: 100 MB}}");
constexpr const char* kRoof = GPU_STEPS("{work: {on: gpu, flop: 1e9, bytes: 200 MB}}");
constexpr const char* kSmall = GPU_STEPS("{work: {on: gpu, flop: 1e9, share: 0.5}}");
constexpr const char* kLarge = GPU_STEPS("{work: {on: gpu, bytes: 100 MB, working_set: 20 MB}}");
constexpr const char* kIn = GPU_STEPS("{copy: {to: gpu, bytes: 10 MB}}");
constexpr const char* kOut = GPU_STEPS("{copy: {to: host, bytes: 10 MB}}");
constexpr const char* kThere = GPU_STEPS("{copy: {to: gpu, bytes: 10 MB}}, {copy: {to: host, bytes: 10 MB}}");
constexpr const char* kRanks = "application.ranks_per_node";
constexpr const char* kProcessors = "machine.kinds.k.gpus.processors";

const Knob kKnobs[] = {
    {"kernel", kKernel, {}, 1000},
    {"gpu_twice_as_fast", kKernel, {{"machine.kinds.k.gpus.flop_per_cycle", "2000"}}, 500},
    {"clock_halved", kKernel, {{"machine.kinds.k.gpus.frequency", "500 MHz"}}, 2000},
    {"factor_of_a_kernel", GPU_STEPS("{work: {on: gpu, flop: 1e9, factor: 1 + rank % 2}}"), {}, 2000},
    {"launch", kKernel, {{"machine.kinds.k.gpus.launch", "7 us"}}, 1007},
    {"cores_take_no_part", kKernel, {{"machine.kinds.k.frequency", "100 MHz"}}, 1000},
    {"load", kLoad, {}, 1000},
    {"memory_of_half_the_bandwidth", kLoad, {{"machine.kinds.k.gpus.memory.bandwidth", "50 GB/s"}}, 2000},
    {"the_longer_of_two", kRoof, {}, 2000},
    {"the_other_is_longer", kRoof, {{"machine.kinds.k.gpus.memory.bandwidth", "400 GB/s"}}, 1000},
    // Two on each GPU, one after the other, or both at half of what it does.
    {"two_ranks_on_a_gpu", kKernel, {{kRanks, "4"}}, 2000},
    {"one_gpu_less", kKernel, {{kProcessors, "1"}}, 2000},
    {"two_kernels_at_once", kKernel, {{kRanks, "4"}, {"machine.kinds.k.gpus.kernels", "2"}}, 2000},
    // Three on two: the GPU of ranks 0 and 1 is the slower.
    {"three_ranks_on_two_gpus", kKernel, {{kRanks, "3"}}, 2000},
    // A kernel that has half of the GPU takes twice as long, and leaves room for another.
    {"half_of_a_gpu", kSmall, {}, 2000},
    {"halves_of_a_gpu_in_turn", kSmall, {{kRanks, "4"}}, 4000},
    {"halves_of_a_gpu_at_once", kSmall, {{kRanks, "4"}, {"machine.kinds.k.gpus.kernels", "2"}}, 2000},
    // Of 20 MB a memory of 15 MB holds 3/4: 25 MB come by the bus, while 75 MB take 0.75 ms.
    {"all_in_memory", kLarge, {}, 1000},
    {"memory_that_is_large_enough", kLarge, {{"machine.kinds.k.gpus.memory.size", "20 MB"}}, 1000},
    {"memory_that_is_too_small", kLarge, {{"machine.kinds.k.gpus.memory.size", "15 MB"}}, 2500},
    // Ranks on one GPU have a part of its memory each: 50 MB by the bus, one after the other.
    {"memory_of_two_ranks", kLarge, {{kRanks, "4"}, {"machine.kinds.k.gpus.memory.size", "20 MB"}}, 2 * 5000},
    {"copy_to_gpu", kIn, {}, 10 + 1000},
    {"copy_to_host", kOut, {}, 20 + 2 + 3 + 2000},
    {"bus_halved", kIn, {{"machine.kinds.k.bus.to_device.bandwidth", "5 GB/s"}}, 10 + 2000},
    {"latency_of_bus_doubled", kIn, {{"machine.kinds.k.bus.to_device.latency", "20 us"}}, 20 + 1000},
    {"one_bus_for_both_gpus", kIn, {{"machine.kinds.k.bus.sharing", "node"}}, 10 + 2000},
    {"one_bus_for_a_socket", kIn, {{"machine.kinds.k.bus.sharing", "socket"}}, 10 + 2000},
    {"one_bus_for_each_of_two_sockets",
     kIn,
     {{"machine.kinds.k.bus.sharing", "socket"}, {"machine.kinds.k.sockets", "2"}},
     10 + 1000},
    {"copies_there_and_back", kThere, {}, 10 + 1000 + 25 + 2000},
    // Two ranks on a GPU, one block after the other.
    {"copies_in_turn", kIn, {{kRanks, "4"}}, 2 * 1000 + 10},
    // The second copies to the GPU while the first copies back, and then waits for that: 1 ms,
    // 10 us later 2 ms, and 2 ms.
    {"both_directions_at_once", kThere, {{kRanks, "4"}}, 1000 + 10 + 2 * 2000 + 25},
    // A bus for one direction at a time is busy all the time, whoever has it; an engine, too.
    {"half_duplex", kThere, {{kRanks, "4"}, {"machine.kinds.k.bus.duplex", "half"}}, 2 * 1000 + 2 * 2000 + 25},
    {"one_copy_engine", kThere, {{kRanks, "4"}, {"machine.kinds.k.gpus.copy_engines", "1"}}, 2 * 1000 + 2 * 2000 + 25},
    // Of 1000 points of 1 kflop the first of four ranks have 250.
    {"points_of_kernels", GPU_DOMAIN("{work: {on: gpu, flop_per_point: 1e6}}"), {}, 250},
    {"bytes_of_points", GPU_DOMAIN("{work: {on: gpu, bytes_per_point: 1 MB}}"), {}, 2500},
    {"working_set_of_points",
     GPU_DOMAIN("{work: {on: gpu, bytes_per_point: 1 MB, working_set_per_point: 1 kB}}"),
     {{"machine.kinds.k.gpus.memory.size", "125 kB"}},
     250e6 / 2 / 10e9 * 1e6},
    {"copies_of_points", GPU_DOMAIN("{copy: {to: gpu, bytes_per_point: 1 MB}}"), {}, 10 + 25000},
    // Cores and messages beside them: two of two ranks cross from one node to the other.
    {"cores_then_gpu_then_messages",
     GPU_STEPS("{work: {flop: 8e6}}, {work: {on: gpu, flop: 1e9}}, {shift: {bytes: 1 MB}}"),
     {},
     1000 + 1000 + 2 + 3 + 10 + 2 + 1000},
};

/// A megabyte goes from rank 0 to 1, beside it, and from there to rank 2 on the other node, and so
/// on: what crosses takes longest.
constexpr const char* kRing = GPU_STEPS("{shift: {bytes: 1 MB, memory: gpu}}");
constexpr const char* kNodes = "machine.nodes[0].count";
constexpr const char* kGpuLinks = "machine.kinds.k.gpus.links";
constexpr double kOverheads = 2 + 2;  // us of both ranks
constexpr double kUp = 25 + 200;      // us over the buses, 5 GB/s and 10 GB/s
constexpr double kDown = 10 + 100;
constexpr double kOver = 1 + 125;           // us through the memory of the node, 8 GB/s
constexpr double kThrough = 3 + 10 + 1000;  // us through the network

const Knob kMessageKnobs[] = {
    {"by_the_host", kRing, {{kNodes, "1"}}, kOverheads + kUp + kOver + kDown},
    {"bus_of_half_the_bandwidth",
     kRing,
     {{kNodes, "1"}, {"machine.kinds.k.bus.to_host.bandwidth", "2.5 GB/s"}},
     kOverheads + kUp + 200 + kOver + kDown},
    {"one_bus_for_two",
     kRing,
     {{kNodes, "1"}, {"machine.kinds.k.bus.sharing", "node"}},
     kOverheads + kUp + 200 + kOver + kDown + 100},
    {"links", kRing, {{kNodes, "1"}, {kGpuLinks, "{link: {latency: 3 us, bandwidth: 50 GB/s}}"}}, kOverheads + 3 + 20},
    {"links_of_half_the_bandwidth",
     kRing,
     {{kNodes, "1"}, {kGpuLinks, "{link: {latency: 3 us, bandwidth: 25 GB/s}}"}},
     kOverheads + 3 + 40},
    {"latency_of_links_doubled",
     kRing,
     {{kNodes, "1"}, {kGpuLinks, "{link: {latency: 6 us, bandwidth: 50 GB/s}}"}},
     kOverheads + 6 + 20},
    // Four GPUs, each for three others at once: 20 us of each pair, 60 us of the link of each.
    {"links_of_pairs",
     GPU_STEPS("{all_to_all: {bytes: 1 MB, memory: gpu, algorithm: at_once}}"),
     {{kNodes, "1"}, {kRanks, "4"}, {kProcessors, "4"}, {kGpuLinks, "{link: {latency: 3 us, bandwidth: 50 GB/s}}"}},
     3 * kOverheads + 3 + 20},
    {"links_of_gpus",
     GPU_STEPS("{all_to_all: {bytes: 1 MB, memory: gpu, algorithm: at_once}}"),
     {{kNodes, "1"}, {kRanks, "4"}, {kProcessors, "4"}, {kGpuLinks, "{link: {latency: 3 us, bandwidth: 50 GB/s}, sharing: gpu}"}},
     3 * kOverheads + 3 + 60},
    // A ring of four where 3 and 0 have no link.
    {"a_pair_without_link",
     kRing,
     {{kNodes, "1"},
      {kRanks, "4"},
      {kProcessors, "4"},
      {kGpuLinks, "{link: {latency: 3 us, bandwidth: 50 GB/s}, pairs: [[0, 1], [2, 1], [2, 3]]}"}},
     kOverheads + kUp + kOver + kDown},
    {"all_pairs_that_are_needed",
     kRing,
     {{kNodes, "1"},
      {kRanks, "4"},
      {kProcessors, "4"},
      {kGpuLinks, "{link: {latency: 3 us, bandwidth: 50 GB/s}, pairs: [[0, 1], [2, 1], [2, 3], [0, 3]]}"}},
     kOverheads + 3 + 20},
    // Read and written by one GPU.
    {"within_a_gpu", kRing, {{kNodes, "1"}, {kProcessors, "1"}}, kOverheads + 20},
    {"between_nodes", kRing, {}, kOverheads + kUp + kThrough + kDown},
    {"gpudirect", kRing, {{"machine.kinds.k.gpus.gpudirect", "true"}}, kOverheads + kThrough},
    // The whole way for one of the nodes is not that for the other.
    {"gpudirect_of_one_node",
     kRing,
     {{"machine.nodes", "[{kind: k}, {kind: k, gpus: {gpudirect: true}}]"}},
     kOverheads + kUp + kThrough + kDown},
    {"messages_of_the_host", GPU_STEPS("{shift: {bytes: 1 MB, memory: host}}"), {}, kOverheads + kThrough},
};

class GpuKnobs : public testing::TestWithParam<Knob> {};

TEST_P(GpuKnobs, HaveTheirEffect) {
  std::vector<DescriptionSetting> settings;
  for (const auto& [key, value] : GetParam().settings) settings.push_back({key, value});
  const auto values = measured(GetParam().application, settings);
  ASSERT_TRUE(values.contains("run_time"));
  EXPECT_NEAR(values.at("run_time") * 1e6, GetParam().time, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Messages, GpuKnobs, testing::ValuesIn(kMessageKnobs),
                         [](const testing::TestParamInfo<Knob>& of) { return std::string(of.param.name); });
INSTANTIATE_TEST_SUITE_P(All, GpuKnobs, testing::ValuesIn(kKnobs),
                         [](const testing::TestParamInfo<Knob>& of) { return std::string(of.param.name); });

TEST(GpuMeasures, TellKernelsAndCopiesOfEachRank) {
  const auto values = measured(GPU_STEPS("{copy: {to: gpu, bytes: 10 MB}}, {work: {on: gpu, flop: 1e9}}"), {{kRanks, "4"}});
  // The second of the ranks on a GPU copies later, and its kernel, which does not wait.
  EXPECT_NEAR(values.at("ranks.copy_time[1]"), 1e-3, 1e-9);
  EXPECT_NEAR(values.at("ranks.work_time[1]"), 1e-3, 1e-9);
  EXPECT_NEAR(values.at("efficiency"), 1000. / (2000 + 10 + 1000), 1e-6);
}

TEST(GpuMemories, AreAWarningWhereTheyAreTooSmall) {
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  for (const auto& [size, warns] : {std::pair{"40 MB", false}, {"39 MB", true}}) {
    options.input = {{{kRanks, "4"}, {"machine.kinds.k.gpus.memory.size", size}}, kMachine + kLarge};
    const ReadResult result = generate("ranks.yaml", options);
    ASSERT_TRUE(result.net);
    const std::string said = result.diagnostics.format(*result.sources);
    EXPECT_EQ(
        said.find("ranks.yaml:16:56: warning: 2 ranks have a working set of 40 MB, and their GPU has 39 MB") != std::string::npos,
        warns)
        << said;
  }
}

}  // namespace
}  // namespace petriloom::rank_gpus_test
