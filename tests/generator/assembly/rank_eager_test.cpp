// SPDX-License-Identifier: Apache-2.0
// Messages of steps that wait for their receiver, with their effect told by hand.
#include <gtest/gtest.h>

#include "engine/simulate/simulate.h"
#include "tests/generator/means.h"
#include "tests/generator/ranks.h"

namespace petriloom::rank_eager_test {
namespace {

/// Two nodes of 1 Gflop/s, 10 us between them; a message of 8 kB takes 8 us more, within a node
/// 1 us and 2 us.
const std::string kTwoNodes =
    "machine:\n"
    "  kinds: {k: {cores_per_socket: 2, frequency: 1 GHz, flop_per_cycle: 0.5, memory: {latency: 1 us, bandwidth: 4 GB/s}}}\n"
    "  nodes: [{kind: k, count: 2}]\n"
    "  network: {topology: {name: torus, dimensions: [2]}, sharing: alone, link: {latency: 10 us, bandwidth: 1 GB/s}, power: 6 "
    "W}\n";

using test::RankKnob;
using test::Settings;

double run_time_us(const std::string& program, const Settings& settings, Engine engine) {
  return test::means_of(test::generated_ranks(kTwoNodes, program, settings, "eager.yaml"), engine).at("run_time") * 1e6;
}

constexpr const char* kHalo =
    "domain: {points: [2000, 1000], grid: [2, 1]}, steps: [{work: {flop: 1e6, factor: 1 + rank}}, {halo: {bytes_per_point: 8 B}}]";
constexpr const char* kEqual =
    "domain: {points: [2000, 1000], grid: [2, 1]}, steps: [{work: {flop: 1e6}}, {halo: {bytes_per_point: 8 B}}]";
constexpr const char* kBroadcast =
    "steps: [{work: {flop: 1e6, factor: rank}}, {broadcast: {bytes: 8 kB}}, {work: {flop: 1e6, factor: 1 - rank}}]";
constexpr const char* kReduce =
    "steps: [{work: {flop: 1e6, factor: rank}}, {reduce: {bytes: 8 kB}}, {work: {flop: 1e6, factor: rank}}]";
constexpr const char* kEager = "application.eager";
constexpr const char* kLatency = "machine.network.link.latency";
constexpr const char* kPower = "machine.kinds.k.power";

const RankKnob kEagerKnobs[] = {
    // The later rank ends its work at 2 ms. Its message is asked for, answered and sent: three
    // latencies, where one is enough for a message that does not wait.
    {"all_leave_at_once", kHalo, {}, 2000 + 10 + 8},
    {"none_does", kHalo, {{kEager, "0 B"}}, 2000 + 3 * 10 + 8},
    {"as_large_as_they_are", kHalo, {{kEager, "8000 B"}}, 2000 + 10 + 8},
    {"a_byte_less", kHalo, {{kEager, "7999 B"}}, 2000 + 3 * 10 + 8},
    {"half", kHalo, {{kEager, "4 kB"}}, 2000 + 3 * 10 + 8},
    {"twice", kHalo, {{kEager, "16 kB"}}, 2000 + 10 + 8},
    {"two_to_the_31", kHalo, {{kEager, "2147483648 B"}}, 2000 + 10 + 8},
    {"the_most", kHalo, {{kEager, "1e18 B"}}, 2000 + 10 + 8},
    {"twice_the_latency", kHalo, {{kEager, "0 B"}, {kLatency, "20 us"}}, 2000 + 3 * 20 + 8},
    {"half_the_latency", kHalo, {{kEager, "0 B"}, {kLatency, "5 us"}}, 2000 + 3 * 5 + 8},
    {"no_latency", kHalo, {{kEager, "0 B"}, {kLatency, "0 s"}}, 2000 + 8},
    {"overhead_once_each", kHalo, {{kEager, "0 B"}, {"machine.network.link.overhead", "1 us"}}, 2000 + 1 + 3 * 10 + 8 + 1},
    {"fair", kHalo, {{kEager, "0 B"}, {"machine.network.sharing", "fair"}}, 2000 + 3 * 10 + 8},
    {"equal_work", kEqual, {}, 1000 + 10 + 8},
    {"equal_work_waiting", kEqual, {{kEager, "0 B"}}, 1000 + 3 * 10 + 8},
    {"again_and_again", kEqual, {{kEager, "0 B"}, {"application.iterations", "5"}}, 5 * (1000 + 3 * 10 + 8)},
    {"equal_work_with_power", kEqual, {{kEager, "0 B"}, {kPower, "{idle: 5 W, work: 15}"}}, 1000 + 3 * 10 + 8},
    {"with_power", kHalo, {{kEager, "0 B"}, {kPower, "{idle: 5 W, work: 15}"}}, 2000 + 3 * 10 + 8},
    // Two ranks of a node have a core each, and a copy has the latency of the memory.
    {"within_a_node",
     kEqual,
     {{"machine.nodes[0].count", "1"}, {"machine.network.topology.dimensions", "[1]"}, {"application.ranks_per_node", "2"}},
     2000 + 1 + 2},
    {"within_a_node_waiting",
     kEqual,
     {{"machine.nodes[0].count", "1"},
      {"machine.network.topology.dimensions", "[1]"},
      {"application.ranks_per_node", "2"},
      {kEager, "0 B"}},
     2000 + 3 * 1 + 2},
    // The root works when its message has left: at once, or when the other has worked for 1 ms and
    // its answer has come.
    {"root_goes_on", kBroadcast, {}, 8 + 1000},
    {"root_is_held", kBroadcast, {{kEager, "0 B"}}, 1000 + 10 + 8 + 1000},
    {"root_of_jobs_is_held",
     "eager: 0 B, jobs: [{name: a, nodes: 2, steps: [{work: {flop: 1e6, factor: rank}}, {broadcast: {bytes: 8 kB}},"
     " {work: {flop: 1e6, factor: 1 - rank}}]}]",
     {},
     1000 + 10 + 8 + 1000},
    // The root has long been ready: the request and the answer are what the sender waits for.
    {"sender_goes_on", kReduce, {}, 1000 + 8 + 1000},
    {"sender_waits_for_an_answer", kReduce, {{kEager, "0 B"}}, 1000 + 2 * 10 + 8 + 1000},
};

class RankEager : public testing::TestWithParam<RankKnob> {};

TEST_P(RankEager, TakesWhatTheRulesSay) {
  for (const Engine engine : {Engine::fastest, Engine::coloured})
    EXPECT_NEAR(run_time_us(GetParam().application, GetParam().settings, engine), GetParam().time, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, RankEager, testing::ValuesIn(kEagerKnobs),
                         [](const testing::TestParamInfo<RankKnob>& of) { return std::string(of.param.name); });

// What is written to a file system is a message to itself, and waits for nobody.
TEST(RankEager, WritesAtOnce) {
  const Settings storage = {{"machine.storage", "{bandwidth: 1 GB/s, latency: 0 s}"}};
  const std::string program = "steps: [{checkpoint: {bytes: 1 MB}}]";
  EXPECT_NEAR(run_time_us("eager: 0 B, " + program, storage, Engine::fastest), run_time_us(program, storage, Engine::fastest),
              1e-9);
}

// The message of rank 0 waits while rank 1 works for 1 ms, and takes 8 us to leave. For so long the
// two cores of rank 0 draw what messages take, as they do if it does not wait.
TEST(RankEager, DrawsWhatMessagesTakeWhileItLeaves) {
  for (const char* const eager : {"0 B", "8 kB"}) {
    const auto means =
        test::means_of(test::generated_ranks(kTwoNodes, "steps: [{work: {flop: 1e6, factor: rank}}, {broadcast: {bytes: 8 kB}}]",
                                             {{kEager, eager}, {kPower, "{idle: 5 W, work: 15, message: 9}"}}, "eager.yaml"));
    const double idle = 2 * 2 * 5 * means.at("run_time");
    EXPECT_NEAR(means.at("core_energy"), idle + 2 * (15 - 5) * 1e-3 + 2 * (9 - 5) * 8e-6, 1e-9) << eager;
  }
}

// All operations end although every message waits.
TEST(RankEager, AllOperationsEnd) {
  for (const char* const step :
       {"shift: {bytes: 8 kB}", "allreduce: {bytes: 8 kB}", "allreduce: {bytes: 8 kB, algorithm: halving}",
        "allreduce: {bytes: 8 kB, algorithm: ring}", "gather: {bytes: 8 kB}", "scatter: {bytes: 8 kB}", "allgather: {bytes: 8 kB}",
        "all_to_all: {bytes: 8 kB}", "all_to_all: {bytes: 8 kB, algorithm: at_once}", "all_to_all: {bytes: 8 kB, algorithm: bruck}",
        "barrier: {bytes: 8 kB}"}) {
    const Settings five = {{"machine.nodes[0].count", "5"}, {"machine.network.topology.dimensions", "[5]"}};
    const std::string program = std::string("iterations: 3, ranks_per_node: 2, steps: [{") + step + "}]";
    const double at_once = run_time_us(program, five, Engine::fastest);
    EXPECT_GT(run_time_us("eager: 0 B, " + program, five, Engine::fastest), at_once) << step;
    EXPECT_EQ(run_time_us("eager: 1 MB, " + program, five, Engine::fastest), at_once) << step;
  }
}

}  // namespace
}  // namespace petriloom::rank_eager_test
