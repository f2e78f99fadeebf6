// SPDX-License-Identifier: Apache-2.0
// What policies believe of the lengths of tasks (nets/tasks/exact.loom, learned.loom), and lengths
// that are random, against what can be told by hand.
#include <gtest/gtest.h>

#include <fstream>
#include <utility>

#include "analysis/makespan/never_begun.h"
#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::task_models_test {
namespace {

using Constants = std::map<std::string, std::string>;

Net net_of(const ReadResult& read) {
  for (const Diagnostic& message : read.diagnostics.list())
    ADD_FAILURE() << read.sources->describe(message.where) << message.message;
  return read.net.value();
}

/// Six tasks without data, at once or in a chain, on two workers: the first takes a second for
/// each, the second three.
std::string application(const std::string& duration = "if w = 0 then 1.0 else 3.0") {
  return "const cards = 0; const n = 6; const chain = false; import \"tasks/policy/dm.loom\";\n"
         "colour Task = int with 0..n - 1; colour Data = int with 0..0;\n"
         "colour Worker = int with 0..1; colour Memory = int with 0..1;\n"
         "fun read_by(t : Task) : list of Data = []; fun written_by(t : Task) : list of Data = [];\n"
         "fun settled_by(t : Task) : list of Data = []; fun blocks_card(t : Task) : bool = false;\n"
         "fun predecessors(t : Task) : int = if chain & t > 0 then 1 else 0;\n"
         "fun successors(t : Task) : list of Task = if chain & t < n - 1 then [t + 1] else [];\n"
         "fun task_priority(t : Task) : int = 0; fun bytes(d : Data) : real = 0.0;\n"
         "fun duration(t : Task, w : Worker) : real = " +
         duration +
         ";\n"
         "fun expected(t : Task, w : Worker) : real = if w = 0 then 1.0 else 3.0;\n"
         "fun bandwidth_of(from_ : int, to : int) : real = 1.0; fun latency_of(from_ : int, to : int) : real = 0.0;\n"
         "fun first_tasks() : list of Task = filter(t in Task : predecessors(t) = 0);\n"
         "fun all_data() : list of Data = [];\n";
}
std::string exact() { return application() + "import \"tasks/runtime.loom\";\n"; }
/// A model for each worker, which is taken to say so many seconds at the beginning.
std::string learned(const std::string& first = "1.0", const std::string& second = "3.0") {
  return application() +
         "import \"tasks/open.loom\"; import \"tasks/ideal.loom\"; import \"tasks/learned.loom\";\n"
         "import \"tasks/scheduled.loom\"; const models = 2; const known_samples = 0; const noise = 0.0;\n"
         "const least_samples = 1; fun model_of(t : Task, w : Worker) : int = (w : int);\n"
         "fun model_time(k : int) : real = if k = 0 then " +
         first + " else " + second + ";\n";
}

/// The makespan and half of its 95 % interval, in s.
std::pair<double, double> makespan(const std::string& text, const Constants& constants, std::uint64_t replications = 1) {
  const SeededNets nets;
  const Net net = net_of(nets.read_text("examples/tasks/models.loom", text, constants));
  SimulationOptions options;
  options.replications = replications;
  const SimulationResult result = simulate(net, options);
  for (const Diagnostic& message : result.diagnostics.list()) ADD_FAILURE() << message.message;
  for (const MeasureResult& measure : result.measures) {
    if (measure.name == "workers.makespan") return {measure.value.mean, measure.value.half_width};
  }
  return {-1, -1};
}

constexpr double kDrivers = 1e-4;  // until workers see what is there

TEST(TaskModels, ThatAreExactGiveTheLeastEnd) {
  // Five on the first worker and one on the second.
  EXPECT_NEAR(makespan(exact(), {}).first, 5, kDrivers);
  EXPECT_NEAR(makespan(exact(), {{"chain", "true"}}).first, 6, kDrivers);
}

TEST(TaskModels, ThatAreWrongByAFactorMisplaceTasks) {
  // With a card in place of the first worker, which is taken to need 10 s: five on the core.
  const Constants card = {{"cards", "1"}};
  EXPECT_NEAR(makespan(exact(), card).first, 5, kDrivers);
  EXPECT_NEAR(makespan(exact(), {{"cards", "1"}, {"cards_believed", "10.0"}}).first, 15, kDrivers);
  EXPECT_NEAR(makespan(exact(), {{"cards", "1"}, {"cores_believed", "10.0"}}).first, 6, kDrivers);
  EXPECT_NEAR(makespan(exact(), {{"cards", "1"}, {"cards_believed", "10.0"}, {"cores_believed", "10.0"}}).first, 5, kDrivers);
}

TEST(TaskModels, ThatAreKnownAreAsExact) {
  EXPECT_NEAR(makespan(learned(), {{"known_samples", "1"}}).first, 5, kDrivers);
  EXPECT_NEAR(makespan(learned(), {{"known_samples", "10"}, {"least_samples", "10"}, {"chain", "true"}}).first, 6, kDrivers);
}

TEST(TaskModels, ThatHaveTooFewSamplesAreExplored) {
  // All at once: by turns, three on each.
  EXPECT_NEAR(makespan(learned(), {}).first, 9, kDrivers);
  EXPECT_NEAR(makespan(learned(), {{"known_samples", "9"}, {"least_samples", "10"}}).first, 9, kDrivers);
  // In a chain each worker has as many tasks as samples are wanted, then the first has the rest.
  EXPECT_NEAR(makespan(learned(), {{"chain", "true"}}).first, 1 + 3 + 4, kDrivers);
  EXPECT_NEAR(makespan(learned(), {{"chain", "true"}, {"least_samples", "2"}}).first, 2 + 6 + 2, kDrivers);
}

TEST(TaskModels, LearnFromWhatTasksTake) {
  // The second is believed to take 0.5 s, after its first task (0.5 + 3) / 2 s.
  EXPECT_NEAR(makespan(learned("1.0", "0.5"), {{"known_samples", "1"}, {"chain", "true"}}).first, 3 + 5, kDrivers);
  // Of nine samples so far: after the first 0.75 s, then 0.95 s, then 1.125 s.
  EXPECT_NEAR(makespan(learned("1.0", "0.5"), {{"known_samples", "9"}, {"chain", "true"}}).first, 9 + 3, kDrivers);
  // What is believed to be slow is never tried.
  EXPECT_NEAR(makespan(learned("10.0", "3.0"), {{"known_samples", "1"}, {"chain", "true"}}).first, 18, kDrivers);
}

TEST(TaskModels, WithNoiseDifferFromRunToRun) {
  const Constants known = {{"known_samples", "1"}, {"chain", "true"}};
  EXPECT_EQ(makespan(learned(), known, 50).second, 0);
  Constants noisy = known;
  noisy["noise"] = "1.0";
  const auto [mean, half] = makespan(learned(), noisy, 50);
  EXPECT_GT(half, 0);
  EXPECT_GT(mean, 6.5);
  noisy["known_samples"] = "10000";
  EXPECT_NEAR(makespan(learned(), noisy, 50).first, 6, kDrivers);
}

TEST(TaskModels, OfRandomLengthsKnowTheMean) {
  const std::string text = application("if w = 0 then uniform(0.5, 1.5) else 3.0") + "import \"tasks/runtime.loom\";\n";
  const auto [mean, half] = makespan(text, {{"chain", "true"}}, 200);
  EXPECT_GT(half, 0);
  EXPECT_NEAR(mean, 6, 2 * half);
}

/// What is said first of a net, or of its run.
std::string said_first(const std::string& text, const Constants& constants) {
  const SeededNets nets;
  const ReadResult read = nets.read_text("examples/tasks/models.loom", text, constants);
  if (!read.net) return read.diagnostics.list().front().message;
  const SimulationResult result = simulate(*read.net, {});
  return result.diagnostics.list().empty() ? "" : result.diagnostics.list().front().message;
}

/// The length of a task whose model is none of those there are was taken to be 0.
TEST(TaskModels, ThatAreNotThereAreErrors) {
  EXPECT_EQ(said_first(learned(), {}), "");
  EXPECT_TRUE(said_first(learned(), {{"models", "1"}, {"known_samples", "1"}}).starts_with("1 is not a colour of ModelNumber"));
  EXPECT_TRUE(said_first(learned(), {{"known_samples", "-1"}}).starts_with("-1 is not a colour of Samples"));
}

/// The net of the manual with history models, as it stands there.
TEST(TaskModels, OfTheManualRun) {
  std::ifstream manual(std::string(PETRILOOM_ROOT) + "/docs/tasks.md");
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(manual, line);) {
    inside = inside || line == "    import \"cholesky.loom\";";
    if (inside && !line.starts_with("    ")) break;
    if (inside) text += line.substr(4) + "\n";
  }
  ASSERT_NE(text.find("least_samples"), std::string::npos) << text;
  const SeededNets nets;
  const Net net = net_of(nets.read_text("examples/tasks/cholesky/manual.loom", text, {{"N", "4"}}));
  const SimulationResult result = simulate(net, {});
  EXPECT_TRUE(result.diagnostics.list().empty());
}

/// Five tasks of a second on two cores: 0 and 1 first, 3 after 0, 4 after 1, 2 after 1 and 4.
/// Task 1 tells 2 before it tells 4, so that 4 is released a step later than 3.
std::string two_released(const std::string& lengths) {
  return "const cards = 0; import \"tasks/policy/dm.loom\";\n"
         "colour Task = int with 0..4; colour Data = int with 0..0;\n"
         "colour Worker = int with 0..1; colour Memory = int with 0..1;\n"
         "fun read_by(t : Task) : list of Data = []; fun written_by(t : Task) : list of Data = [];\n"
         "fun settled_by(t : Task) : list of Data = []; fun blocks_card(t : Task) : bool = false;\n"
         "fun predecessors(t : Task) : int = nth([0, 0, 2, 1, 1], t);\n"
         "fun successors(t : Task) : list of Task = if t = 0 then [3] else if t = 1 then [2, 4] else if t = 4 then [2] else [];\n"
         "fun task_priority(t : Task) : int = 0; fun bytes(d : Data) : real = 0.0;\n"
         "fun duration(t : Task, w : Worker) : real = 1.0; fun expected(t : Task, w : Worker) : real = 1.0;\n"
         "fun bandwidth_of(from_ : int, to : int) : real = 1.0; fun latency_of(from_ : int, to : int) : real = 0.0;\n"
         "fun first_tasks() : list of Task = filter(t in Task : predecessors(t) = 0);\n"
         "fun all_data() : list of Data = [];\n"
         "import \"tasks/open.loom\"; import \"tasks/ideal.loom\"; import \"tasks/" +
         lengths + ".loom\"; import \"tasks/scheduled.loom\";\n";
}

/// What cannot be is refused before a run, which would be stuck, or go on as if nothing were said.
TEST(TaskModels, RefuseCostsAndBeliefsOutOfRange) {
  for (const std::string name :
       {"push_cost", "fetch_cost", "kernel_cost", "transfer_cost", "allocation_cost", "length_variation"}) {
    EXPECT_TRUE(said_first(two_released("exact"), {{name, "-1e-3"}}).starts_with("0 is not a colour of Yes")) << name;
  }
  EXPECT_TRUE(said_first(two_released("exact"), {{"cards_believed", "0.0"}}).starts_with("0 is not a colour of Yes"));
  EXPECT_NEAR(makespan(two_released("exact"), {{"push_cost", "0.0"}}).first, 3, 1e-3);
}

TEST(TaskModels, WhatIsDecidedWhileAnotherLooksUpLengthsIsNotSeen) {
  EXPECT_NEAR(makespan(two_released("exact"), {}).first, 3, 1e-3);
  EXPECT_NEAR(makespan(two_released("recorded"), {}).first, 4, 1e-3);  // 3 and 4 both go to the first core
}

/// A core writes what a task on each card reads. Tasks take a second, and what is brought takes a
/// millisecond.
std::string wanted_by_all_cards() {
  return "const cards = 4; import \"tasks/policy/dmda.loom\";\n"
         "colour Task = int with 0..cards; colour Data = int with 0..0;\n"
         "colour Worker = int with 0..cards; colour Memory = int with 0..cards;\n"
         "fun read_by(t : Task) : list of Data = if t = 0 then [] else [0];\n"
         "fun written_by(t : Task) : list of Data = if t = 0 then [0] else [];\n"
         "fun settled_by(t : Task) : list of Data = []; fun blocks_card(t : Task) : bool = false;\n"
         "fun predecessors(t : Task) : int = if t = 0 then 0 else 1;\n"
         "fun successors(t : Task) : list of Task = if t = 0 then map(k in 1..cards : k) else [];\n"
         "fun task_priority(t : Task) : int = 0; fun bytes(d : Data) : real = 1.0;\n"
         "fun duration(t : Task, w : Worker) : real = if (t = 0) = (w = cards) then 1.0 else 100.0;\n"
         "fun expected(t : Task, w : Worker) : real = duration(t, w);\n"
         "fun bandwidth_of(from_ : int, to : int) : real = 1000.0; fun latency_of(from_ : int, to : int) : real = 0.0;\n"
         "fun first_tasks() : list of Task = [0]; fun all_data() : list of Data = [0];\n"
         "import \"tasks/open.loom\"; import \"tasks/ideal.loom\"; import \"tasks/exact.loom\"; import \"tasks/scheduled.loom\";\n";
}

/// A driver has the lock of the datum as the first transfer on a link begins, and others pass their
/// memories until they get it, one after the other.
TEST(TaskModels, CardsThatWantADatumAtOneInstantBeginToBringItInTurns) {
  const double two = makespan(wanted_by_all_cards(), {{"cards", "2"}}).first;
  EXPECT_NEAR(makespan(wanted_by_all_cards(), {{"cards", "1"}}).first, two - 2e-6, 1e-9);
  EXPECT_NEAR(makespan(wanted_by_all_cards(), {{"cards", "4"}}).first, two + 4e-6, 1e-9);
  EXPECT_NEAR(two, 2.001, 1e-4);
}

// Who declares where tasks run, and not that this differs, is told.
TEST(TaskModels, AreNotAskedForTasksThatDoNotRun) {
  const SeededNets nets;
  const auto run = [&](const std::string& text) {
    const Net net = net_of(nets.read_text("examples/tasks/models.loom", exact() + text));
    const SimulationResult result = simulate(net, {});
    return std::pair(result.dead_ends, task_not_run(net, *find_task_net(net)));
  };
  const std::string first_alone =
      "fun runs_on(t : Task, w : Worker) : bool = w = 0 | t < 2; fun all_tasks() : list of Task = all(Task);\n"
      "final when tokens(DONE) = n;\n";
  EXPECT_EQ(run(first_alone + "const anywhere = false;\n").first, 0U);
  const auto [stuck, task] = run(first_alone);
  EXPECT_EQ(stuck, 1U);
  ASSERT_TRUE(task);
  EXPECT_EQ(task->task, "2");
  EXPECT_TRUE(task->anywhere);
}

}  // namespace
}  // namespace petriloom::task_models_test
