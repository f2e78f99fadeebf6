// SPDX-License-Identifier: Apache-2.0
// Cards with little memory (nets/tasks/memory.loom): proved where a card holds three tiles, which
// is what one task needs, mistakes refuted, and by hand.
#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::task_memory_test {
namespace {

Net net_of(const ReadResult& read) {
  for (const Diagnostic& message : read.diagnostics.list())
    ADD_FAILURE() << read.sources->describe(message.where) << message.message;
  return read.net.value();
}

const char* const kThreeTiles = "11059200.0";

/// Three tiles a side on cards that hold three tiles each, and on cores.
Net on_small_cards(const SeededNets& nets, const std::string& policy, const std::string& cards, const std::string& cores) {
  return net_of(nets.read("examples/tasks/cholesky/" + policy + ".loom",
                          {{"N", "3"}, {"cards", cards}, {"cores", cores}, {"card_memory", kThreeTiles}}));
}

void expect_proof(const std::string& policy, const std::string& cards, const std::string& cores) {
  VerifyOptions options;
  options.urgent = true;
  const VerifyResult result = verify(on_small_cards(SeededNets(), policy, cards, cores), options);
  EXPECT_TRUE(result.state_space.complete);
  EXPECT_EQ(result.state_space.dead_markings, result.state_space.final_dead_markings);
  const Verdicts of = verdicts(result);
  EXPECT_TRUE(of.refuted.empty()) << policy << ' ' << *of.refuted.begin();
  for (const char* name : {"done", "owned", "once", "coherent", "resident", "data.memory.within", "data.memory.counted",
                           "data.memory.sources_stay", "deadlock_free"})
    EXPECT_TRUE(of.hold.contains(name)) << name;
}

TEST(TaskMemory, OfThreeTilesSufficesForAnyTask) {
  expect_proof("heteroprio", "2", "0");
  expect_proof("ws", "2", "0");
  expect_proof("dmdas", "1", "0");
  expect_proof("eager", "1", "1");
}

// Policies, files of nets/tasks.
constexpr Mistake kMistakes[] = {
    {"heteroprio", "memory.loom", "transition take", "x - bytes(d)", "x", "data.memory.within"},
    {"heteroprio", "memory.loom", "transition evict_clean", "inhibit PINNED : (d, m);", "", "resident"},
    {"ws", "memory.loom", "transition evict_clean", "tokens(REQUEST, (_, d, m, _))", "0", "data.memory.sources_stay"},
    {"heteroprio", "memory.loom", "transition write_back", "inhibit PINNED : (d, m);", "", "coherent"},
    {"dmdas", "prefetching.loom", "transition drop_prefetch", "reset ASKED : (d, m);", "", "data.requested"},
    {"eager", "memory.loom", "transition evict_clean", "tokens(COPY, (d, _)) > 1", "tokens(COPY, (d, _)) > 0", "owned"},
};

class TaskMemoryMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(TaskMemoryMistakes, AreRefuted) {
  const Mistake& mistake = GetParam();
  SeededNets nets;
  nets.replace(std::string("tasks/") + mistake.file, mistake.section, mistake.before, mistake.after);
  const std::string policy = mistake.net;
  const Net net = on_small_cards(nets, policy, policy == "heteroprio" || policy == "ws" ? "2" : "1", policy == "eager" ? "1" : "0");
  EXPECT_TRUE(is_refuted(net, mistake.refuted));
}

INSTANTIATE_TEST_SUITE_P(All, TaskMemoryMistakes, testing::ValuesIn(kMistakes));

/// On a card of `memory` bytes tasks read data of 1 GB as `reads` says, one after the other, and
/// write those of `writes`, and `clean` per cent are to be at the host as well: transfers, and the
/// makespan in s.
std::pair<double, double> by_hand(const std::string& memory, const std::string& reads, const std::string& writes,
                                  const std::string& clean = "0") {
  const std::string text =
      "import \"tasks/runtime.loom\"; import \"tasks/policy/eager.loom\"; const cards = 1; const cores = 0; const n = 4;\n"
      "colour Task = int with 0..n - 1; colour Data = int with 0..2;\n"
      "colour Worker = int with 0..0; colour Memory = int with 0..1;\n"
      "const reads : list of list of int = " +
      reads + "; const writes : list of list of int = " + writes +
      ";\n"
      "fun read_by(t : Task) : list of Data = nth(reads, t); fun written_by(t : Task) : list of Data = nth(writes, t);\n"
      "fun settled_by(t : Task) : list of Data = []; fun blocks_card(t : Task) : bool = false;\n"
      "fun predecessors(t : Task) : int = if t = 0 then 0 else 1;\n"
      "fun successors(t : Task) : list of Task = if t = n - 1 then [] else [t + 1];\n"
      "fun task_priority(t : Task) : int = 0; fun duration(t : Task, w : Worker) : real = 1.0;\n"
      "fun expected(t : Task, w : Worker) : real = 1.0; fun bytes(d : Data) : real = 1 GB;\n"
      "fun bandwidth_of(from_ : int, to : int) : real = 1 GB/s; fun latency_of(from_ : int, to : int) : real = 0.0;\n"
      "fun first_tasks() : list of Task = [0]; fun all_data() : list of Data = all(Data);\n";
  const SeededNets nets;
  const Net net = net_of(nets.read_text("examples/tasks/memory.loom", text,
                                        {{"card_memory", memory}, {"least_clean", clean}, {"target_clean", clean}}));
  const SimulationResult result = simulate(net, {});
  return {mean_of(result, "data.transfers"), mean_of(result, "workers.makespan")};
}

void expect(const std::pair<double, double>& found, double transfers, double makespan) {
  EXPECT_EQ(found.first, transfers);
  EXPECT_NEAR(found.second, makespan, 1e-4);
}

TEST(TaskMemory, DrivesOutWhatWasUsedLeastRecently) {
  // Read 0, 1, 2, then 0 or 1 once more.
  expect(by_hand("0.0", "[[0], [1], [2], [0]]", "[[], [], [], []]"), 3, 7);
  expect(by_hand("3e9", "[[0], [1], [2], [0]]", "[[], [], [], []]"), 3, 7);
  expect(by_hand("2e9", "[[0], [1], [2], [0]]", "[[], [], [], []]"), 4, 8);
  expect(by_hand("2e9", "[[0], [1], [2], [1]]", "[[], [], [], []]"), 3, 7);
}

TEST(TaskMemory, WritesBackWhatIsNowhereElse) {
  // The first writes 0 where it has read it: to drive it out costs a transfer to the host.
  expect(by_hand("1e9", "[[0], [1], [1], [1]]", "[[], [], [], []]"), 2, 6);
  expect(by_hand("1e9", "[[0], [1], [1], [1]]", "[[0], [], [], []]"), 3, 7);
  expect(by_hand("1e9", "[[0], [1], [1], [0]]", "[[0], [], [], []]"), 4, 8);
}

TEST(TaskMemory, DrivesOutWhatIsCleanFirst) {
  // 0 is written and older than 1, which is only read.
  expect(by_hand("2e9", "[[0], [1], [2], [0]]", "[[0], [], [], []]"), 3, 7);
}

TEST(TaskMemory, IsWrittenBackInTime) {
  // Each time 0 has been written it goes to the host: the second task waits for that, the others
  // need not.
  const char* const reads = "[[0], [0], [1], [1]]";
  const char* const writes = "[[0], [0], [], []]";
  expect(by_hand("0.0", reads, writes), 2, 6);
  expect(by_hand("0.0", reads, writes, "100"), 4, 7);
  // Of one copy none need be clean.
  expect(by_hand("0.0", reads, writes, "99"), 2, 6);
}

TEST(TaskMemory, HasRoomForWhatIsOnlyWritten) { expect(by_hand("1e9", "[[], [], [], []]", "[[0], [1], [1], [0]]"), 2, 6); }

}  // namespace
}  // namespace petriloom::task_memory_test
