// SPDX-License-Identifier: Apache-2.0
// Checkpoints of ranks to a file system, and a master that deals tasks to workers: each key turned,
// with its effect told by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/simulate/simulate.h"
#include "tests/generator/means.h"
#include "tests/generator/ranks.h"

namespace petriloom::rank_programs_test {
namespace {

/// Ranks of 1 Gflop/s on nodes of their own; all of them write 2 GB/s together.
const std::string kStoringMachine =
    "machine:\n"
    "  kinds: {k: {cores_per_socket: 2, frequency: 1 GHz, flop_per_cycle: 0.5, memory: {latency: 1 us, bandwidth: 4 GB/s}}}\n"
    "  nodes: [{kind: k, count: 4}]\n"
    "  network: {link: {latency: 0 s, bandwidth: 1 GB/s}, power: 6 W}\n"
    "  storage: {bandwidth: 2 GB/s, latency: 100 us}\n";

using test::RankKnob;
using test::Settings;

ReadResult program_net(const std::string& application, const Settings& settings) {
  return test::generated_ranks(kStoringMachine, application, settings, "program.yaml");
}

std::map<std::string, double> program_values(const std::string& application, const Settings& settings, Engine engine) {
  return test::means_of(program_net(application, settings), engine);
}

constexpr const char* kCheckpoint = "steps: [{checkpoint: {bytes: 1 MB}}]";
constexpr const char* kEveryThird =
    "iterations: 10, steps: [{work: {flop: 1e6}}, {every: {iterations: 3, steps: [{checkpoint: {bytes: 1 MB}}]}}]";
constexpr const char* kLink = "machine.network.link";
constexpr const char* kFarm = "tasks: {count: 7, flop: 1e6}";
constexpr const char* kOneTask = "tasks: {count: 1, flop: 1e6, request: 10 kB, result: 20 kB}";
constexpr const char* kCosts = "{latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}";
constexpr double kSent = 2 + 3 + 10 + 2;  // us: both overheads, gap, latency

const RankKnob kProgramKnobs[] = {
    // 4 MB at 2 GB/s.
    {"checkpoint", kCheckpoint, {}, 2000 + 100},
    {"storage_bandwidth_doubled", kCheckpoint, {{"machine.storage.bandwidth", "4 GB/s"}}, 1000 + 100},
    // No node writes more than its interface takes.
    {"storage_beyond_the_interfaces", kCheckpoint, {{"machine.storage.bandwidth", "16 GB/s"}}, 1000 + 100},
    {"node_bandwidth", kCheckpoint, {{"machine.storage.node_bandwidth", "0.25 GB/s"}}, 4000 + 100},
    {"storage_latency", kCheckpoint, {{"machine.storage.latency", "1 ms"}}, 2000 + 1000},
    {"checkpoint_of_twice_the_bytes", "steps: [{checkpoint: {bytes: 2 MB}}]", {}, 4000 + 100},
    {"more_ranks_write", kCheckpoint, {{"application.ranks_per_node", "2"}}, 4000 + 100},
    {"ranks_share_the_door",
     kCheckpoint,
     {{"application.ranks_per_node", "2"},
      {"machine.storage.bandwidth", "16 GB/s"},
      {"machine.storage.node_bandwidth", "0.5 GB/s"}},
     4000 + 100},
    {"overheads", kCheckpoint, {{kLink, "{latency: 7 us, overhead: 2 us, bandwidth: 1 GB/s}"}}, 2000 + 100 + 2 * 2},
    {"every_iteration", "iterations: 6, steps: [{checkpoint: {bytes: 1 MB}}]", {}, 6 * 2100},
    {"every_third_iteration", kEveryThird, {}, 10 * 1000 + 3 * 2100},
    {"every_second_iteration", kEveryThird, {{"application.steps[1].every.iterations", "2"}}, 10 * 1000 + 5 * 2100},
    {"in_the_last_iteration", kEveryThird, {{"application.iterations", "3"}}, 3 * 1000 + 2100},
    {"in_the_first_and_the_last", kEveryThird, {{"application.iterations", "4"}}, 4 * 1000 + 2100},
    {"not_yet", kEveryThird, {{"application.iterations", "2"}}, 2 * 1000},
    {"a_thousand_times", kEveryThird, {{"application.iterations", "1000"}}, 1000.0 * 1000 + 333 * 2100},
    {"every_two_and_every_three",
     "iterations: 11, steps: [{every: {iterations: 3, steps: [{work: {flop: 3e6}}]}}, {every: {iterations: 2, steps: [{work: "
     "{flop: "
     "2e6}}, {barrier: {}}]}}, {work: {flop: 1e6}}]",
     {},
     3 * 3000 + 5 * 2000 + 11 * 1000},
    {"every_with_power", kEveryThird, {{"machine.kinds.k.power", "{idle: 5 W, work: 15}"}}, 10 * 1000 + 3 * 2100},
    {"of_points", "domain: {points: [400, 1000]}, steps: [{checkpoint: {bytes_per_point: 10 B}}]", {}, 2000 + 100},
    // Rank r comes after r ms: each writes 1 ms alone, as fast as its interface lets it.
    {"one_after_the_other", "steps: [{work: {flop: 1e6, factor: rank}}, {checkpoint: {bytes: 1 MB}}]", {}, 3000 + 1000 + 100},
    // After 0, 0.5, 1 and 1.5 ms: two at a time have 1 GB/s each.
    {"two_at_a_time", "steps: [{work: {flop: 5e5, factor: rank}}, {checkpoint: {bytes: 1 MB}}]", {}, 1500 + 1000 + 100},
    {"with_power", kCheckpoint, {{"machine.kinds.k.power", "{idle: 5 W, work: 15}"}}, 2000 + 100},
    {"over_rails", kCheckpoint, {{"machine.network.rails", "2"}}, 2000 + 100},
    {"beside_messages", "steps: [{checkpoint: {bytes: 1 MB}}, {shift: {bytes: 1 MB}}]", {}, 2000 + 100 + 1000},
    // Three workers, seven tasks of 1 ms.
    {"tasks", kFarm, {}, 3000},
    {"a_task_less", kFarm, {{"application.tasks.count", "6"}}, 2000},
    {"a_worker_more", kFarm, {{"machine.nodes[0].count", "8"}}, 1000},
    {"half_the_flop", kFarm, {{"application.tasks.flop", "5e5"}}, 1500},
    {"workers_of_a_node",
     kFarm,
     {{"machine.nodes[0].count", "1"},
      {"application.ranks_per_node", "2"},
      {"application.copy", "{latency: 0 s, bandwidth: 1 TB/s}"}},
     14000},
    // Of 1, 2 ... 7 ms: 1 4 7, 2 5 and 3 6 to the three workers.
    {"unequal_tasks", kFarm, {{"application.tasks.factor", "1 + task"}}, 12000},
    {"unequal_workers", kFarm, {{"application.tasks.factor", "if rank = 1 then 10 else 1"}}, 10000},
    {"bytes_of_tasks", "tasks: {count: 3, bytes: 8 MB}", {}, 2000},
    {"one_task", kOneTask, {{kLink, kCosts}}, 2 * kSent + 10 + 20 + 1000},
    {"a_larger_request", kOneTask, {{kLink, kCosts}, {"application.tasks.request", "60 kB"}}, 2 * kSent + 60 + 20 + 1000},
    {"a_larger_result", kOneTask, {{kLink, kCosts}, {"application.tasks.result", "60 kB"}}, 2 * kSent + 10 + 60 + 1000},
    // The master is held for each request; the last one goes after the others.
    {"the_master_is_busy", "tasks: {count: 3, flop: 1e6, request: 1 MB}", {}, 3000 + 1000},
    {"noise_of_workers", "tasks: {count: 3, flop: 1e6}, noise: {period: 400 us, duration: 100 us, how: together}", {}, 1400},
};

class RankPrograms : public testing::TestWithParam<RankKnob> {};

TEST_P(RankPrograms, HaveTheirEffect) {
  for (const Engine engine : {Engine::fastest, Engine::coloured}) {
    const auto values = program_values(GetParam().application, GetParam().settings, engine);
    ASSERT_TRUE(values.contains("run_time"));
    EXPECT_NEAR(values.at("run_time") * 1e6, GetParam().time, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RankPrograms, testing::ValuesIn(kProgramKnobs),
                         [](const testing::TestParamInfo<RankKnob>& of) { return std::string(of.param.name); });

TEST(RankFarm, CountsWhatEachWorkerDid) {
  const auto values = program_values(kFarm, {{"application.tasks.factor", "1 + task"}}, Engine::fastest);
  EXPECT_EQ(values.at("ranks.dealt[0]"), 0);
  EXPECT_EQ(values.at("ranks.dealt[1]"), 3);
  EXPECT_EQ(values.at("ranks.dealt[3]"), 2);
  EXPECT_NEAR(values.at("ranks.work_time[2]"), 7e-3, 1e-12);
  EXPECT_NEAR(values.at("efficiency"), 28.0 / (4 * 12), 1e-9);
}

}  // namespace
}  // namespace petriloom::rank_programs_test
