// SPDX-License-Identifier: Apache-2.0
// Several programs of ranks on one machine: each key turned, with its effect told by hand.
#include <gtest/gtest.h>

#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "tests/generator/means.h"
#include "tests/generator/ranks.h"

namespace petriloom::rank_jobs_test {
namespace {

/// A ring of nodes of 1 Gflop/s, 10 us from one to the next; all of them write 2 GB/s together.
const std::string kSharedMachine =
    "machine:\n"
    "  kinds: {k: {cores_per_socket: 2, frequency: 1 GHz, flop_per_cycle: 0.5, memory: {latency: 1 us, bandwidth: 4 GB/s}}}\n"
    "  nodes: [{kind: k, count: 8}]\n"
    "  network: {topology: {name: torus, dimensions: [8]}, sharing: fair, hop_latency: 10 us,\n"
    "            link: {latency: 0 s, bandwidth: 1 GB/s}, power: 6 W}\n"
    "  storage: {bandwidth: 2 GB/s, latency: 100 us}\n";

using test::Settings;

std::map<std::string, double> job_values(const std::string& application, const Settings& settings, Engine engine) {
  return test::means_of(test::generated_ranks(kSharedMachine, application, settings, "jobs.yaml"), engine);
}

struct JobKnob {
  const char* name;
  const char* application;
  Settings settings;
  double a, b, all;  ///< us: of the jobs a and b, and until both are through
};
std::ostream& operator<<(std::ostream& out, const JobKnob& knob) { return out << knob.name; }

constexpr const char* kWriting =
    "jobs: [{name: a, nodes: 2, steps: [{checkpoint: {bytes: 1 MB}}]}, {name: b, nodes: 2, steps: [{checkpoint: {bytes: 1 MB}}]}]";
constexpr const char* kWorking =
    "jobs: [{name: a, nodes: 2, steps: [{work: {flop: 1e6}}]}, {name: b, nodes: 3, steps: [{work: {flop: 2e6}}]}]";
constexpr const char* kTelling =
    "jobs: [{name: a, nodes: 2, steps: [{shift: {bytes: 1 kB}}]}, {name: b, nodes: 2, steps: [{shift: {bytes: 1 kB}}]}]";
constexpr const char* kDividing =
    "jobs: [{name: a, nodes: 2, domain: {points: [10, 4], grid: [2, 1]}, steps: [{work: {flop_per_point: 1e5}}]},"
    " {name: b, nodes: 4, domain: {points: [6, 6], of: rank}, steps: [{work: {flop_per_point: 1e5}}, {barrier: {}}]}]";
constexpr const char* kA = "application.jobs[0]";
constexpr const char* kB = "application.jobs[1]";

std::string of_job(const char* job, const char* key) { return std::string(job) + "." + key; }

const JobKnob kJobKnobs[] = {
    // 4 MB at 2 GB/s.
    {"both_write", kWriting, {}, 2100, 2100, 2100},
    {"one_writes_after_the_other", kWriting, {{of_job(kB, "start"), "10 ms"}}, 1100, 1100, 11100},
    {"one_writes_while_the_other_does", kWriting, {{of_job(kB, "start"), "500 us"}}, 1600, 1600, 2100},
    {"one_has_half_the_nodes", kWriting, {{of_job(kB, "nodes"), "1"}}, 1600, 1600, 1600},
    {"one_writes_twice", kWriting, {{of_job(kA, "iterations"), "2"}}, 3200, 2100, 3200},
    {"both_work", kWorking, {}, 1000, 2000, 2000},
    {"one_works_three_times", kWorking, {{of_job(kA, "iterations"), "3"}}, 3000, 2000, 3000},
    {"ranks_of_all_jobs", kWorking, {{"application.ranks_per_node", "2"}}, 2000, 4000, 4000},
    {"ranks_of_one_job", kWorking, {{of_job(kA, "ranks_per_node"), "2"}, {"application.ranks_per_node", "1"}}, 2000, 2000, 2000},
    // Of 20 and of 36 points a rank; a barrier of nodes in a row, 3 and then 2 hops.
    {"domains", kDividing, {}, 2000, 3600 + 30 + 20, 3650},
    {"another_domain", kDividing, {{of_job(kA, "domain.points"), "[10, 8]"}}, 4000, 3650, 4000},
    {"domains_with_power", kDividing, {{"machine.kinds.k.power", "{idle: 5 W, work: 15}"}}, 2000, 3650, 3650},
    // Each beside the other, with 1 kB between.
    {"neighbours", kTelling, {}, 11, 11, 11},
    {"dealt_in_turn", kTelling, {{"application.placement", "cyclic"}}, 22, 22, 22},
    {"dealt_at_random", kTelling, {{"application.placement", "random"}, {"application.placement_seed", "3"}}, 21, 31, 31},
    {"a_range_of_nodes", kTelling, {{of_job(kA, "nodes"), "5..6"}}, 11, 11, 11},
    {"named_nodes", kTelling, {{of_job(kB, "nodes"), "[2, 5]"}}, 11, 31, 31},
    {"named_nodes_with_power",
     kTelling,
     {{of_job(kB, "nodes"), "[2, 5]"}, {"machine.kinds.k.power", "{idle: 5 W, work: 15}"}},
     11,
     31,
     31},
    // Ranks 0 and 1 on one node, or on both: then all their messages cross the link, two at a time.
    {"four_ranks_dealt",
     kTelling,
     {{of_job(kA, "ranks_per_node"), "2"}, {of_job(kA, "order"), "cyclic"}, {"application.ranks_per_node", "1"}},
     12,
     11,
     12},
};

class RankJobs : public testing::TestWithParam<JobKnob> {};

TEST_P(RankJobs, HaveTheirEffect) {
  const JobKnob& knob = GetParam();
  for (const Engine engine : {Engine::fastest, Engine::coloured}) {
    const auto values = job_values(knob.application, knob.settings, engine);
    ASSERT_TRUE(values.contains("run_time"));
    EXPECT_NEAR(values.at("jobs.time[a]") * 1e6, knob.a, 1e-6);
    EXPECT_NEAR(values.at("jobs.time[b]") * 1e6, knob.b, 1e-6);
    EXPECT_NEAR(values.at("run_time") * 1e6, knob.all, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RankJobs, testing::ValuesIn(kJobKnobs),
                         [](const testing::TestParamInfo<JobKnob>& of) { return std::string(of.param.name); });

constexpr const char* kInSequence =
    "jobs: [{name: a, nodes: 8, steps: [{work: {flop: 1e6}}]}, {name: b, nodes: 8, after: [a], steps: [{work: {flop: 2e6}}]}]";
constexpr const char* kPipeline =
    "jobs: [{name: last, nodes: 8, after: [a, b], steps: [{work: {flop: 1e6}}]}, {name: a, nodes: 3, steps: [{work: {flop: 1e6}}]},"
    " {name: b, nodes: 5, after: first, steps: [{work: {flop: 2e6}}]}, {name: first, nodes: 5, steps: [{work: {flop: 5e5}}]}]";

struct Sequence {
  const char* name;
  const char* application;
  Settings settings;
  std::map<std::string, double> times;  ///< us, of measures
};
std::ostream& operator<<(std::ostream& out, const Sequence& sequence) { return out << sequence.name; }

const std::string kLast = "application.jobs[0]";
const std::string kFirst = "application.jobs[3]";

const Sequence kSequences[] = {
    {"one_after_the_other",
     kInSequence,
     {},
     {{"jobs.began[a]", 0}, {"jobs.time[a]", 1000}, {"jobs.began[b]", 1000}, {"jobs.time[b]", 2000}, {"run_time", 3000}}},
    {"half_the_work", kInSequence, {{of_job(kA, "steps[0].work.flop"), "5e5"}}, {{"jobs.began[b]", 500}, {"run_time", 2500}}},
    {"twice_the_work", kInSequence, {{of_job(kA, "steps[0].work.flop"), "2e6"}}, {{"jobs.began[b]", 2000}, {"run_time", 4000}}},
    {"a_delay_after_that",
     kInSequence,
     {{of_job(kB, "start"), "1 ms"}},
     {{"jobs.began[b]", 2000}, {"jobs.time[b]", 2000}, {"run_time", 4000}}},
    {"hardly_a_delay", kInSequence, {{of_job(kB, "start"), "1 ns"}}, {{"jobs.began[b]", 1000.001}, {"run_time", 3000.001}}},
    {"a_long_delay", kInSequence, {{of_job(kB, "start"), "1000000 s"}}, {{"jobs.began[b]", 1e12 + 1000}}},
    {"the_first_is_late", kInSequence, {{of_job(kA, "start"), "3 ms"}}, {{"jobs.began[a]", 3000}, {"run_time", 6000}}},
    // Each of two ranks has one of the cores.
    {"more_ranks_on_the_same_nodes",
     kInSequence,
     {{of_job(kB, "ranks_per_node"), "2"}},
     {{"jobs.time[a]", 1000}, {"run_time", 5000}}},
    {"more_ranks_before", kInSequence, {{of_job(kA, "ranks_per_node"), "2"}}, {{"jobs.time[a]", 2000}, {"jobs.time[b]", 2000}}},
    {"more_ranks_with_power",
     kInSequence,
     {{of_job(kB, "ranks_per_node"), "2"}, {"machine.kinds.k.power", "{idle: 5 W, work: 15}"}},
     {{"jobs.time[a]", 1000}, {"run_time", 5000}}},
    {"more_ranks_with_factors",
     kInSequence,
     {{of_job(kB, "ranks_per_node"), "2"}, {of_job(kB, "steps[0].work.factor"), "1"}},
     {{"jobs.time[b]", 4000}, {"run_time", 5000}}},
    {"dealt_in_turn", kInSequence, {{"application.placement", "cyclic"}}, {{"run_time", 3000}}},
    {"dealt_at_random", kInSequence, {{"application.placement", "random"}}, {{"run_time", 3000}}},
    {"on_named_nodes", kInSequence, {{of_job(kA, "nodes"), "[7, 0..2]"}, {of_job(kB, "nodes"), "2..7"}}, {{"run_time", 3000}}},
    // first: 0.5 ms, then b: 2 ms; a: 1 ms beside both.
    {"pipeline",
     kPipeline,
     {},
     {{"jobs.began[last]", 2500}, {"jobs.began[a]", 0}, {"jobs.began[b]", 500}, {"jobs.ended[a]", 1000}, {"run_time", 3500}}},
    {"the_other_branch_is_longer", kPipeline, {{of_job(kB, "steps[0].work.flop"), "3e6"}}, {{"jobs.began[last]", 3000}}},
    {"pipeline_in_turn", kPipeline, {{"application.placement", "cyclic"}}, {{"run_time", 3500}}},
    {"pipeline_at_random", kPipeline, {{"application.placement", "random"}}, {{"run_time", 3500}}},
    {"pipeline_with_power", kPipeline, {{"machine.kinds.k.power", "{idle: 5 W, work: 15}"}}, {{"run_time", 3500}}},
    {"waits_for_one_alone", kPipeline, {{kLast + ".after", "[b]"}, {kLast + ".nodes", "5"}}, {{"jobs.began[last]", 2500}}},
    {"waits_for_the_other", kPipeline, {{kLast + ".after", "[a]"}, {kLast + ".nodes", "3"}}, {{"jobs.began[last]", 1000}}},
    {"waits_for_one_of_the_two_that_it_follows",
     kPipeline,
     {{kLast + ".after", "[a, b, first]"}},
     {{"jobs.began[last]", 2500}, {"run_time", 3500}}},
};

class JobsInSequence : public testing::TestWithParam<Sequence> {};

TEST_P(JobsInSequence, BeginWhenOthersHaveEnded) {
  for (const Engine engine : {Engine::fastest, Engine::coloured}) {
    const auto values = job_values(GetParam().application, GetParam().settings, engine);
    for (const auto& [name, time] : GetParam().times) {
      ASSERT_TRUE(values.contains(name)) << name;
      EXPECT_NEAR(values.at(name) * 1e6, time, 1e-6 + time * 1e-12) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, JobsInSequence, testing::ValuesIn(kSequences),
                         [](const testing::TestParamInfo<Sequence>& of) { return std::string(of.param.name); });

// Names of jobs are not those of the net: `began` is a measure, WAITING a place.
TEST(JobsInSequence, HaveAnyName) {
  const auto values = job_values(
      "jobs: [{name: began, nodes: 8, steps: [{work: {flop: 1e6}}]}, {name: WAITING, nodes: 8, after: began, steps: [{barrier: "
      "{}}]},"
      " {name: i, nodes: 8, after: WAITING, steps: [{barrier: {}}]}, {name: j, nodes: 8, after: [i], steps: [{barrier: {}}]}]",
      {}, Engine::fastest);
  EXPECT_NEAR(values.at("jobs.began[WAITING]") * 1e3, 1, 1e-9);
  EXPECT_NEAR(values.at("jobs.ended[j]"), values.at("run_time"), 1e-12);
}

// A chain of jobs on the same nodes, of which each is a barrier, takes as long as a job of all.
TEST(JobsInSequence, AreAsManyAsThereCanBe) {
  std::string jobs = "jobs: [{name: j0, nodes: 8, steps: [{barrier: {}}]}";
  for (int j = 1; j < 1000; ++j)
    jobs += ", {name: j" + std::to_string(j) + ", nodes: 8, after: j" + std::to_string(j - 1) + ", steps: [{barrier: {}}]}";
  const double one = job_values("steps: [{barrier: {}}]", {}, Engine::fastest).at("run_time");
  EXPECT_NEAR(job_values(jobs + "]", {}, Engine::fastest).at("run_time"), 1000 * one, 1e-9);
}

// Whoever waits for others draws what idle cores draw, and does not sleep: others have its cores.
TEST(JobsInSequence, DrawWhatEachDraws) {
  const Settings asleep = {{"machine.kinds.k.power", "{idle: 5 W, work: 15, sleep: {power: 1 W, after: 1 us, wake: 0 s}}"},
                           {of_job(kB, "ranks_per_node"), "2"}};
  const auto values = job_values(kInSequence, asleep, Engine::fastest);
  // 16 cores for 5 ms at 15 W, whether one rank has both of a node or two have one each.
  EXPECT_NEAR(values.at("core_energy"), 16 * 5 * 15 * 1e-3, 1e-9);
}

// A job that has the whole machine is the program that is told without jobs.
TEST(RankJobs, OneOnAllNodesIsTheProgram) {
  const std::string program =
      "iterations: 3, domain: {points: [40, 40, 8], periodic: true}, steps: [{work: {flop_per_point: 100, bytes_per_point: 16 B}},"
      " {halo: {bytes_per_point: 8 B, corners: true}}, {allreduce: {bytes: 1 kB}}, {all_to_all: {bytes: 1 kB, along: 0}}]";
  for (const char* const order : {"block", "cyclic"}) {
    for (const char* const power :
         {"{idle: 5 W, work: 5}", "{idle: 5 W, work: 15, sleep: {power: 1 W, after: 1 us, wake: 1 us}}"}) {
      const Settings settings = {{"machine.kinds.k.power", power}};
      const std::string both = std::string("ranks_per_node: 2, order: ") + order + ", ";
      const auto alone = job_values(both + program, settings, Engine::fastest);
      const auto job = job_values(both + "jobs: [{name: a, nodes: 0..7, " + program + "}]", settings, Engine::fastest);
      for (const char* const what : {"run_time", "energy", "efficiency"}) EXPECT_EQ(alone.at(what), job.at(what)) << what;
      EXPECT_EQ(job.at("jobs.time[a]"), job.at("run_time"));
    }
  }
}

// Whoever begins later has idled, and slept, since the machine is on.
TEST(RankJobs, DrawWhatIdleOnesDoBeforeTheyBegin) {
  const Settings asleep = {{"machine.kinds.k.power", "{idle: 5 W, work: 15, sleep: {power: 1 W, after: 1 ms, wake: 0 s}}"},
                           {of_job(kA, "nodes"), "3"},
                           {of_job(kB, "start"), "11 ms"}};
  const auto values = job_values(kWorking, asleep, Engine::fastest);
  // Both cores of 8 nodes for 13 ms; 10 W more for 3 nodes in 1 ms and 3 in 2 ms, 4 W less for 3 in
  // 10 ms.
  EXPECT_NEAR(values.at("core_energy"), 2 * (8 * 13 * 5 + (3 * 1 + 3 * 2) * 10 - 3 * 10 * 4) * 1e-3, 1e-9);
}

}  // namespace
}  // namespace petriloom::rank_jobs_test
