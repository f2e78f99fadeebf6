// SPDX-License-Identifier: Apache-2.0
// Energy of ranks that share memories, of several rails, and of GPUs and their buses, told by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "tests/generator/ranks.h"

namespace petriloom::rank_gpu_power_test {
namespace {

/// A node of two cores of 2 Gflop/s, which draw 25 W at work, and of 4 GB/s; of a GPU of 1 Tflop/s,
/// which draws 250 W at work, and its bus of 10 GB/s.
const std::string kMachine =
    "machine:\n"
    "  kinds:\n"
    "    k:\n"
    "      cores_per_socket: 2\n"
    "      frequency: 2 GHz\n"
    "      flop_per_cycle: 1\n"
    "      frequencies: [1 GHz, 2 GHz]\n"
    "      power: {idle: 5 W, work: 5 + 0.01 * f, message: 8}\n"
    "      memory: {latency: 1 us, bandwidth: 4 GB/s, idle_power: 1 W, power: 3 W}\n"
    "      gpus: {processors: 1, frequency: 1 GHz, flop_per_cycle: 1000, memory: {bandwidth: 100 GB/s},\n"
    "             idle_power: 50 W, power: 250 W}\n"
    "      bus: {to_device: {latency: 0 s, bandwidth: 10 GB/s}, to_host: {latency: 0 s, bandwidth: 10 GB/s}, power: 30 W}\n"
    "  nodes: [{kind: k, count: 1}]\n"
    "  network: {link: {latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W}\n";

struct EnergyKnob {
  const char* name;
  const char* application;
  test::Settings settings;
  std::map<std::string, double> expected;
};
std::ostream& operator<<(std::ostream& out, const EnergyKnob& knob) { return out << knob.name; }

#define ENERGY_STEPS(list) "application: {kind: ranks, steps: [" list "]}\n"
constexpr const char* kKernel = ENERGY_STEPS("{work: {on: gpu, flop: 1e12}}");
constexpr const char* kWork = ENERGY_STEPS("{work: {flop: 4e9}}");
constexpr const char* kTraffic = ENERGY_STEPS("{work: {bytes: 2 GB}}");
constexpr const char* kShift = ENERGY_STEPS("{shift: {bytes: 1 MB}}");
constexpr const char* kRanks = "application.ranks_per_node";
constexpr const char* kCap = "machine.kinds.k.power.node_cap";
constexpr double kMicro = 1e-6;
constexpr double kSent = 1003 * kMicro;           // gap and bytes of a message of a megabyte
constexpr double kShifted = kSent + 14 * kMicro;  // with both overheads and the latency

const EnergyKnob kEnergyKnobs[] = {
    // Both ranks move 2 GB/s for a second; rank 0 has twice as much, and half a second alone.
    {"shared_memory",
     kTraffic,
     {{kRanks, "2"}},
     {{"run_time", 1}, {"core_energy", 50}, {"memory_energy", 1 + 2}, {"gpu_energy", 50}, {"energy", 50 + 3 + 50}}},
    {"shared_memory_alone_at_last",
     "application: {kind: ranks, ranks_per_node: 2, domain: {points: [3]}, steps: [{work: {bytes_per_point: 2 GB}}]}\n",
     {},
     {{"run_time", 1.5}, {"core_energy", 25 * 1.5 + 25 * 1 + 5 * 0.5}, {"memory_energy", 1.5 + 3}}},
    // Rank 1 sleeps until rank 0 is done, which is idle at last while the other takes its message.
    {"asleep_beside_a_shared_memory",
     "application: {kind: ranks, ranks_per_node: 2, domain: {points: [3]}, steps: [{work: {bytes_per_point: 2 GB}}, barrier]}\n",
     {{"machine.kinds.k.power.sleep", "{power: 1 W}"}},
     {{"run_time", 1.5 + 5 * kMicro}, {"core_energy", 25 * 1.5 + 25 * 1 + 1 * 0.5 + (4 * 2 * 8 + 5 + 1) * kMicro}}},
    {"half_the_clock_beside_others",
     ENERGY_STEPS("{work: {flop: 4e9, frequency: 1 GHz}}"),
     {{kRanks, "2"}},
     {{"run_time", 4}, {"core_energy", 2 * 15 * 4}}},
    {"half_the_clock_with_traffic",
     ENERGY_STEPS("{work: {flop: 4e9, bytes: 1 GB, frequency: 1 GHz}}"),
     {{kRanks, "2"}},
     {{"run_time", 4}, {"core_energy", 2 * 15 * 4}, {"memory_energy", 4 + 2 * 0.5}}},
    {"interfaces_of_two_rails",
     kShift,
     {{"machine.nodes[0].count", "2"}, {"machine.network.rails", "2"}, {"machine.network.idle_power", "2 W"}},
     {{"run_time", kShifted}, {"network_energy", 4 * 2 * kShifted + 2 * 4 * kSent}}},
    {"switches_of_two_rails",
     kWork,
     {{"machine.nodes[0].count", "2"}, {"machine.network.rails", "2"}, {"machine.network.switch_power", "10 W"}},
     {{"run_time", 1}, {"switch_energy", 20}}},
    // The cores wait meanwhile.
    {"kernel",
     kKernel,
     {},
     {{"run_time", 1}, {"gpu_energy", 250}, {"core_energy", 10}, {"energy", 250 + 10 + 1}, {"gflops_per_watt", 1000. / 261}}},
    {"power_of_a_gpu", kKernel, {{"machine.kinds.k.gpus.power", "150 W"}}, {{"gpu_energy", 150}}},
    {"idle_power_of_a_gpu", kWork, {{"machine.kinds.k.gpus.idle_power", "60 W"}}, {{"run_time", 1}, {"gpu_energy", 60}}},
    // Half of it for twice as long, and both halves at a time.
    {"half_of_a_gpu", ENERGY_STEPS("{work: {on: gpu, flop: 1e12, share: 0.5}}"), {}, {{"run_time", 2}, {"gpu_energy", 300}}},
    {"both_halves_of_a_gpu",
     ENERGY_STEPS("{work: {on: gpu, flop: 1e12, share: 0.5}}"),
     {{kRanks, "2"}, {"machine.kinds.k.gpus.kernels", "2"}},
     {{"run_time", 2}, {"gpu_energy", 500}}},
    {"copy", ENERGY_STEPS("{copy: {to: gpu, bytes: 10 GB}}"), {}, {{"run_time", 1}, {"bus_energy", 30}, {"gpu_energy", 50}}},
    {"power_of_the_bus",
     ENERGY_STEPS("{copy: {to: host, bytes: 10 GB}}"),
     {{"machine.kinds.k.bus.power", "40 W"}},
     {{"bus_energy", 40}}},
    // A quarter of 20 GB comes by the bus.
    {"paging",
     ENERGY_STEPS("{work: {on: gpu, bytes: 20 GB, working_set: 4 GB}}"),
     {{"machine.kinds.k.gpus.memory.size", "3 GB"}},
     {{"run_time", 0.5}, {"bus_energy", 15}, {"gpu_energy", 0.5 * 50 + 0.15 * 200}}},
    // Two messages cross two buses of 10 GB/s.
    {"messages_by_the_host",
     ENERGY_STEPS("{shift: {bytes: 1 GB, memory: gpu}}"),
     {{kRanks, "2"}, {"machine.kinds.k.gpus.processors", "2"}},
     {{"bus_energy", 4 * 0.1 * 30}}},
    // 9 W of it are for memory and the interface, 250 W for the GPU, and 60 W for its bus.
    {"cap_that_lets_all_work", kWork, {{kCap, "369 W"}}, {{"run_time", 1}}},
    {"cap_that_leaves_less_for_cores", kWork, {{kCap, "368 W"}}, {{"run_time", 2}, {"core_energy", 2 * 15 * 2}}},
};

class EnergyKnobs : public testing::TestWithParam<EnergyKnob> {};

TEST_P(EnergyKnobs, HaveTheirEffect) {
  const ReadResult result = test::generated(kMachine + GetParam().application, GetParam().settings, "energy.yaml");
  ASSERT_TRUE(result.net) << result.diagnostics.format(*result.sources);
  std::map<std::string, double> values;
  for (const MeasureResult& measure : simulate(*result.net, {}).measures) values[measure.name] = measure.value.mean;
  for (const auto& [measure, expected] : GetParam().expected) {
    ASSERT_TRUE(values.contains(measure)) << measure;
    EXPECT_NEAR(values.at(measure), expected, 1e-8 * std::max(1.0, expected)) << measure;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EnergyKnobs, testing::ValuesIn(kEnergyKnobs),
                         [](const testing::TestParamInfo<EnergyKnob>& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace petriloom::rank_gpu_power_test
