// SPDX-License-Identifier: Apache-2.0
// Programs of ranks (nets/ranks): collective operations by their formulas, halos and work by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::ranks_test {
namespace {

constexpr double kLatency = 2;  // us
constexpr double kGap = 1;      // us
constexpr double kByte = 1e-3;  // us

struct Program {
  int ranks = 1;
  int ranks_of_node = 1;
  std::string steps = {};
  int iterations = 1;
  std::string domain = "const grid = [1];\nconst points = [1];\nconst periodic = true;\n";
  std::string overhead = "0 s";
};

std::string text_of(const Program& program) {
  return fmt::format(
             "import \"network/alone.loom\";\nimport \"network/fat_tree.loom\";\n"
             "colour Node = index node with 0..{};\ncolour End = index rank with 0..{};\n"
             "colour Kind = int with 0..length(steps) - 1;\ncolour Parcel = product End * End * Kind;\n"
             "fun node_of(e : End) : Node = Node(ord(e) / {});\n",
             (program.ranks - 1) / program.ranks_of_node, program.ranks - 1, program.ranks_of_node) +
         fmt::format("const steps : list of Step = [{}];\nconst iterations = {};\n{}", program.steps, program.iterations,
                     program.domain) +
         "const message_latency = 2 us;\nconst message_gap = 1 us;\nconst byte_time = 1 / 1 GB/s;\n"
         "import \"ranks/steps.loom\";\nimport \"ranks/fixed.loom\";\n"
         "place SENT : Parcel;\nplace ARRIVED : Parcel;\nplace DONE : End;\n"
         "fun speed(e : End) : real = 1 Gflop/s * (1 + ord(e));\nfun bandwidth(e : End) : real = 4 GB/s;\n"
         "fun cache(e : End) : real = 1 kB;\nfun cache_speed(e : End) : real = 8 GB/s;\n"
         "instance net : TOPOLOGY(children = [length(all(Node))], parents = [1], bandwidth = 1 GB/s, latency = 0 s)\n"
         "{ SENT = SENT; ARRIVED = ARRIVED; }\n" +
         fmt::format(
             "instance ranks : RANKS(speed = speed, bandwidth = bandwidth, cache = cache, cache_speed = cache_speed, overhead = "
             "{}, copy_latency = 0.5 us,\n"
             "copy_byte_time = 1 / 2 GB/s) {{ SENT = SENT; ARRIVED = ARRIVED; FINISHED = DONE; }}\n",
             program.overhead) +
         "var e : End;\ntransition done { in DONE : each all(End); }\n"
         "measure run_time = last now over done;\nmeasure messages = count net.wires.send;\nmeasure copies = count ranks.copy;\n";
}

/// `run_time` in us.
std::map<std::string, double> measured(const Program& program, Engine engine = Engine::fastest) {
  const SeededNets nets;
  const ReadResult read = nets.read_text("examples/ranks.loom", text_of(program));
  for (const Diagnostic& message : read.diagnostics.list()) {
    if (message.severity == Severity::error) ADD_FAILURE() << read.sources->describe(message.where) << message.message;
  }
  std::map<std::string, double> values;
  if (!read.net) return values;
  SimulationOptions options;
  options.engine = engine;
  const SimulationResult result = simulate(*read.net, options);
  for (const Diagnostic& message : result.diagnostics.list()) ADD_FAILURE() << message.message;
  for (const MeasureResult& measure : result.measures) values[measure.name] = measure.value.mean;
  values["run_time"] *= 1e6;
  return values;
}

/// us of a message until it has left its rank, and until it has arrived.
double left(double bytes) { return kGap + bytes * kByte; }
double came(double bytes) { return left(bytes) + kLatency; }

struct Operation {
  const char* doing;
  int ranks;
  double messages;
  double time;  ///< us
};
std::ostream& operator<<(std::ostream& out, const Operation& operation) { return out << operation.doing << "_" << operation.ranks; }

constexpr double kBytes = 8000;
const Operation kOperations[] = {
    {"broadcast", 1, 0, 0},
    {"broadcast", 2, 1, came(kBytes)},
    {"broadcast", 8, 7, 3 * came(kBytes)},
    // The root sends to 4, then to 2, from which 3 has it.
    {"broadcast", 6, 5, left(kBytes) + 2 * came(kBytes)},
    {"reduce", 8, 7, 3 * came(kBytes)},
    {"reduce", 6, 5, 2 * came(kBytes)},
    {"allreduce_doubling", 8, 24, 3 * came(kBytes)},
    // Two pairs hand over before, and get the result after; the other two are ahead of them.
    {"allreduce_doubling", 6, 12, 3 * came(kBytes) + left(kBytes)},
    {"allreduce_doubling", 7, 3 + 8 + 3, 4 * came(kBytes)},
    {"allreduce_halving", 8, 48, 2 * (came(kBytes / 2) + came(kBytes / 4) + came(kBytes / 8))},
    {"allreduce_halving", 6, 20, 2 * came(kBytes) + 2 * (came(kBytes / 2) + came(kBytes / 4))},
    {"allreduce_ring", 8, 8 * 14, 14 * came(kBytes / 8)},
    {"allreduce_ring", 5, 5 * 8, 8 * came(kBytes / 5)},
    {"gather", 8, 7, came(kBytes) + came(2 * kBytes) + came(4 * kBytes)},
    {"scatter", 8, 7, came(kBytes) + came(2 * kBytes) + came(4 * kBytes)},
    // 4 has the parts of 4 and 5.
    {"gather", 6, 5, came(kBytes) + came(2 * kBytes)},
    {"allgather_ring", 8, 56, 7 * came(kBytes)},
    {"to_all_pairwise", 6, 30, 5 * came(kBytes)},
    {"to_all_at_once", 6, 30, 4 * left(kBytes) + came(kBytes)},
    {"to_all_bruck", 8, 24, 3 * came(4 * kBytes)},
    // Of 1 to 5 three are odd, two have the second bit, two the third.
    {"to_all_bruck", 6, 18, came(3 * kBytes) + 2 * came(2 * kBytes)},
    {"barrier", 8, 24, 3 * came(kBytes)},
    {"barrier", 5, 15, 3 * came(kBytes)},
    {"shift", 5, 5, came(kBytes)},
    {"shift", 1, 0, 0},
};

class RankOperations : public testing::TestWithParam<Operation> {};

TEST_P(RankOperations, TakeWhatTheirFormulaSays) {
  const Operation& operation = GetParam();
  for (const int root : {0, operation.ranks - 1}) {
    Program program{operation.ranks};
    program.steps = fmt::format("group_step({}, {:.1f}, {}, {}, 1)", operation.doing, kBytes, root, operation.ranks);
    for (const Engine engine : {Engine::fastest, Engine::coloured}) {
      const auto values = measured(program, engine);
      EXPECT_EQ(values.at("messages"), operation.messages);
      EXPECT_NEAR(values.at("run_time"), operation.time, 1e-6);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RankOperations, testing::ValuesIn(kOperations), [](const testing::TestParamInfo<Operation>& of) {
  return fmt::format("{}_{}", of.param.doing, of.param.ranks);
});

TEST(RankGroups, DoTheirStepEachByItself) {
  // Columns and rows of a 3 x 4 grid of ranks.
  EXPECT_EQ(measured({12, 1, "group_step(to_all_pairwise, 8000.0, 0, 3, 1)"}).at("messages"), 4 * 3 * 2);
  const auto values = measured({12, 1, "group_step(to_all_pairwise, 8000.0, 0, 4, 3)"});
  EXPECT_EQ(values.at("messages"), 3 * 4 * 3);
  EXPECT_NEAR(values.at("run_time"), 3 * came(8000), 1e-6);
}

std::string domain(const char* grid, const char* points, bool periodic) {
  return fmt::format("const grid = {};\nconst points = {};\nconst periodic = {};\n", grid, points, periodic);
}

TEST(RankHalos, GiveTheirBordersToThoseBeside) {
  const char* const straight = "halo_step(2, 8.0, false)";
  // A row of 4 with 10 points each: 16 bytes to each side, one message at the ends.
  auto values = measured({4, 1, straight, 1, domain("[4]", "[40]", false)});
  EXPECT_EQ(values.at("messages"), 6);
  EXPECT_NEAR(values.at("run_time"), left(16) + came(16), 1e-6);
  EXPECT_EQ(measured({4, 1, straight, 1, domain("[4]", "[40]", true)}).at("messages"), 8);
  // Parts of 10 x 6 points: two borders of 6 x 2, two of 10 x 2.
  values = measured({12, 1, straight, 3, domain("[4, 3]", "[40, 18]", true)});
  EXPECT_EQ(values.at("messages"), 3 * 12 * 4);
  EXPECT_NEAR(values.at("run_time"), 3 * (2 * left(6 * 2 * 8) + 2 * left(10 * 2 * 8) + kLatency), 1e-6);
  // With corners of 2 x 2; all neighbours differ.
  values = measured({9, 1, "halo_step(2, 8.0, true)", 1, domain("[3, 3]", "[30, 18]", true)});
  EXPECT_EQ(values.at("messages"), 9 * 8);
  EXPECT_NEAR(values.at("run_time"), 2 * left(6 * 2 * 8) + 2 * left(10 * 2 * 8) + 4 * left(2 * 2 * 8) + kLatency, 1e-6);
  values = measured({27, 1, straight, 1, domain("[3, 3, 3]", "[12, 15, 18]", true)});
  EXPECT_EQ(values.at("messages"), 27 * 6);
  EXPECT_NEAR(values.at("run_time"), 2 * (left(30 * 16) + left(24 * 16) + left(20 * 16)) + kLatency, 1e-6);
  EXPECT_EQ(measured({8, 1, "halo_step(1, 8.0, true)", 1, domain("[2, 2, 2]", "[8, 8, 8]", false)}).at("messages"), 8 * 7);
}

TEST(RankWork, TakesTheLongerOfFlopAndTraffic) {
  // Rank 0 has 1 Gflop/s, and 4 GB/s to its memory.
  EXPECT_NEAR(measured({1, 1, "work_step(6e3, 8e3, 0.0, false)"}).at("run_time"), 6, 1e-6);
  EXPECT_NEAR(measured({1, 1, "work_step(6e3, 80e3, 0.0, false)"}).at("run_time"), 20, 1e-6);
  EXPECT_NEAR(measured({1, 1, "work_step(6e3, 80e3, 0.0, false)", 7}).at("run_time"), 7 * 20, 1e-6);
  // 100 points on 3 ranks: the first has 34; the others are faster.
  EXPECT_NEAR(measured({3, 1, "work_step(1e3, 0.0, 0.0, true)", 1, domain("[3]", "[100]", false)}).at("run_time"), 34, 1e-6);
}

TEST(RankMessages, HoldARankForItsOverheads) {
  Program program{8, 1, "group_step(broadcast, 8000.0, 0, 8, 1)"};
  program.overhead = "5 us";
  EXPECT_NEAR(measured(program).at("run_time"), 3 * (came(8000) + 2 * 5), 1e-6);
}

TEST(RankMessages, WithinANodeAreCopied) {
  const auto values = measured({4, 4, "group_step(shift, 8000.0, 0, 4, 1)"});
  EXPECT_EQ(values.at("messages"), 0);
  EXPECT_EQ(values.at("copies"), 4);
  EXPECT_NEAR(values.at("run_time"), 0.5 + 4, 1e-6);
  // Of a ring over two nodes two messages cross.
  EXPECT_EQ(measured({4, 2, "group_step(shift, 8000.0, 0, 4, 1)"}).at("messages"), 2);
}

std::string name_of_machine(const testing::TestParamInfo<const char*>& of) {
  std::string name = of.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class RankMachines : public testing::TestWithParam<const char*> {};

TEST_P(RankMachines, GetThroughTheirProgram) {
  const SeededNets nets;
  const ReadResult read = nets.generate(fmt::format("{}.yaml", GetParam()), Fold::automatic, {{"application.iterations", "1"}});
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  const SimulationResult result = simulate(*read.net, {});
  EXPECT_EQ(result.ended, Ended::condition);
}

INSTANTIATE_TEST_SUITE_P(All, RankMachines, testing::Values("torus64", "fattree128", "dragonfly72", "gpu-cluster"),
                         name_of_machine);

class SmallRankMachines : public testing::TestWithParam<const char*> {};

TEST_P(SmallRankMachines, AlwaysFinish) {
  const SeededNets nets;
  const ReadResult read = nets.generate(fmt::format("{}-mini.yaml", GetParam()));
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  EXPECT_TRUE(verdicts(verify(*read.net, {})).hold.contains("finishes"));
}

INSTANTIATE_TEST_SUITE_P(All, SmallRankMachines, testing::Values("torus", "fattree", "dragonfly", "gpu-cluster"), name_of_machine);

TEST(SharedMemories, LetAllRanksFinish) {
  const SeededNets nets;
  const ReadResult read = nets.generate("fattree-mini.yaml", Fold::automatic,
                                        {{"machine.nodes[0].count", "1"},
                                         {"machine.network.topology", "fat tree"},
                                         {"application.ranks_per_node", "3"},
                                         {"application.steps", "[{work: {flop: 1e9, bytes: 1 GB}}, barrier]"}});
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  EXPECT_TRUE(verdicts(verify(*read.net, {})).hold.contains("finishes"));
}

TEST(GpusOfRanks, LetAllRanksFinishWhenMessagesPassThroughTheHost) {
  const SeededNets nets;
  const ReadResult read =
      nets.generate("gpu-cluster-mini.yaml", Fold::automatic,
                    {{"machine.kinds.node.gpus",
                      "{processors: 2, frequency: 1 GHz, flop_per_cycle: 1000, memory: {bandwidth: 1 TB/s}, copy_engines: 1}"},
                     {"machine.kinds.node.bus.duplex", "half"},
                     {"application.steps", "[{copy: {to: gpu, bytes: 1 MB}}, {shift: {bytes: 1 MB, memory: gpu}}]"}});
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  EXPECT_TRUE(verdicts(verify(*read.net, {})).hold.contains("finishes"));
}

TEST(RankFaults, AMessageThatNobodySendsIsFound) {
  SeededNets nets;
  // The second child of a rank is left out.
  nets.replace("lib/collectives.loom", "fun down_to(", "[nth(binomial_children(n, i), c)]",
               "if c = 1 then [] else [nth(binomial_children(n, i), c)]");
  const ReadResult read =
      nets.generate("dragonfly-mini.yaml", Fold::automatic, {{"application.steps", "[{broadcast: {bytes: 1 MB}}]"}});
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  EXPECT_TRUE(verdicts(verify(*read.net, {})).refuted.contains("finishes"));
}

}  // namespace
}  // namespace petriloom::ranks_test
