// SPDX-License-Identifier: Apache-2.0
// What makes a node less than ideal (nets/tasks/open.loom): links that transfers share, costs of
// the runtime, and submission, each against what can be told by hand.
#include <gtest/gtest.h>

#include <cctype>

#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::task_node_test {
namespace {

using Constants = std::map<std::string, std::string>;

Net net_of(const ReadResult& read) {
  for (const Diagnostic& message : read.diagnostics.list())
    ADD_FAILURE() << read.sources->describe(message.where) << message.message;
  return read.net.value();
}

/// As many data as tasks, of 1 GB, the last of 2 GB; links of 1 GB/s that take a quarter of a
/// second. A task takes a second, on the worker of its number; others take a hundred.
const std::string kApplication =
    "const tasks = 3; const cards = 2; const cores = 1; const latency = 0.25 s; const reads = [[0], [1], []];\n"
    "const waits = [0, 0, 0]; const tells : list of list of int = [[], [], []]; const lengths = [1.0, 1.0, 1.0];\n"
    "const writes : list of list of int = [[], [], []];\n"
    "colour Task = int with 0..tasks - 1; colour Data = int with 0..tasks - 1;\n"
    "colour Worker = int with 0..cards + cores - 1; colour Memory = int with 0..cards;\n"
    "fun read_by(t : Task) : list of Data = nth(reads, t); fun written_by(t : Task) : list of Data = nth(writes, t);\n"
    "fun settled_by(t : Task) : list of Data = []; fun blocks_card(t : Task) : bool = false;\n"
    "fun predecessors(t : Task) : int = nth(waits, t); fun successors(t : Task) : list of Task = nth(tells, t);\n"
    "fun task_priority(t : Task) : int = 0;\n"
    "fun duration(t : Task, w : Worker) : real = if (w : int) = t then nth(lengths, t) else 100.0;\n"
    "fun expected(t : Task, w : Worker) : real = duration(t, w);\n"
    "fun bytes(d : Data) : real = if d = tasks - 1 then 2 GB else 1 GB;\n"
    "fun bandwidth_of(from_ : int, to : int) : real = 1 GB/s; fun latency_of(from_ : int, to : int) : real = latency;\n"
    "fun first_tasks() : list of Task = filter(t in Task : nth(waits, t) = 0); fun all_data() : list of Data = all(Data);\n"
    "measure first = first now over workers.start; measure transferred = count data.arrive;\n";
const std::string kDm = "import \"tasks/policy/dm.loom\";\n";
const std::string kIdeal = kApplication + kDm + "import \"tasks/runtime.loom\";\n";
const std::string kSubmitted = kIdeal +
                               "import \"tasks/submission.loom\"; const barriers_before : list of int = [];\n"
                               "const barriers = length(barriers_before) > 0; fun all_tasks() : list of Task = all(Task);\n"
                               "fun barrier_before(k : int) : bool = contains(barriers_before, k);\n";

/// What a net measures, in s.
double measured(const std::string& text, const Constants& constants, const std::string& name = "workers.makespan") {
  const SeededNets nets;
  const Net net = net_of(nets.read_text("examples/tasks/node.loom", text, constants));
  double value = -1;
  for (const Engine engine : {Engine::fastest, Engine::coloured}) {
    SimulationOptions options;
    options.engine = engine;
    const SimulationResult result = simulate(net, options);
    for (const Diagnostic& message : result.diagnostics.list()) ADD_FAILURE() << message.message;
    value = mean_of(result, name);
  }
  return value;
}

constexpr double kDrivers = 3e-5;  // until drivers see what has come

/// A node and how long its tasks take, by hand.
struct Knob {
  const char* name;
  const std::string& text;
  Constants constants;
  double makespan;
};
std::ostream& operator<<(std::ostream& out, const Knob& knob) { return out << knob.name; }

// Two cards, each with a datum of its own: 0.25 s + 1 s + 1 s.
const Constants kTwo = {{"tasks", "3"}};
// Both data of 1 GB and 2 GB.
const Constants kUneven = {{"tasks", "2"}, {"cores", "0"}};
const Constants kCores = {{"cards", "0"}, {"cores", "3"}, {"reads", "[[], [], []]"}};
// The first task, then three at once.
const Constants kFork = {{"tasks", "4"},
                         {"cards", "0"},
                         {"cores", "4"},
                         {"reads", "[[], [], [], []]"},
                         {"writes", "[[], [], [], []]"},
                         {"waits", "[0, 1, 1, 1]"},
                         {"tells", "[[1, 2, 3], [], [], []]"},
                         {"lengths", "[1.0, 1.0, 1.0, 1.0]"}};

Constants with(Constants constants, const Constants& more) {
  for (const auto& [name, value] : more) constants[name] = value;
  return constants;
}

class TaskNodes : public testing::TestWithParam<Knob> {};

TEST_P(TaskNodes, TakeWhatTheyTakeByHand) {
  Constants constants = GetParam().constants;
  if (&GetParam().text == &kSubmitted) constants["submits"] = "true";
  EXPECT_NEAR(measured(GetParam().text, constants), GetParam().makespan, kDrivers);
}

INSTANTIATE_TEST_SUITE_P(
    All, TaskNodes,
    testing::Values(
        Knob{"ideal", kIdeal, kTwo, 2.25}, Knob{"ideal, 2 GB", kIdeal, kUneven, 3.25},
        // 0.5 GB/s each until the first has come after 2 s; the other has 1 GB left.
        Knob{"a link for both", kIdeal, with(kUneven, {{"shared_bandwidth", "1e9"}}), 4.25},
        Knob{"a link for both, wide enough", kIdeal, with(kUneven, {{"shared_bandwidth", "2e9"}}), 3.25},
        Knob{"a link that is narrow", kIdeal, with(kUneven, {{"shared_bandwidth", "0.5e9"}}), 7.25},
        Knob{"kernels", kIdeal, with(kTwo, {{"kernel_cost", "0.5"}}), 2.75},
        Knob{"kernels of cores", kIdeal, with(kCores, {{"kernel_cost", "0.5"}}), 1},
        Knob{"transfers", kIdeal, with(kTwo, {{"transfer_cost", "0.5"}}), 2.75},
        // The driver begins the second from 0.5 s to 1 s, while the first moves until 1.75 s.
        Knob{"transfers of one card", kIdeal, with(kTwo, {{"transfer_cost", "0.5"}, {"reads", "[[0, 1], [], []]"}}), 4},
        // The second card waits until the first has its memory.
        Knob{"allocations", kIdeal, with(kTwo, {{"allocation_cost", "0.5"}}), 3.25},
        Knob{"allocation of what is written", kIdeal,
             with(kTwo, {{"allocation_cost", "0.5"}, {"reads", "[[], [], []]"}, {"writes", "[[0], [], []]"}}), 1.5},
        Knob{"data", kIdeal, with(kCores, {{"fetch_cost", "0.5"}, {"reads", "[[0, 1, 2], [], []]"}}), 2.5},
        Knob{"fork", kIdeal, kFork, 2},
        // The first worker hands on tasks at 1.5 s, 2 s and 2.5 s.
        Knob{"pushes", kIdeal, with(kFork, {{"push_cost", "0.5"}}), 3.5}, Knob{"submitted", kSubmitted, kCores, 1},
        Knob{"submitted, fork", kSubmitted, kFork, 2},
        Knob{"submissions", kSubmitted, with(kCores, {{"submission_cost", "0.5"}}), 2},
        Knob{"submissions and pushes", kSubmitted, with(kCores, {{"submission_cost", "0.5"}, {"push_cost", "0.25"}}), 2.75},
        // The last is submitted at 4.5 s, when the first has ended long ago.
        Knob{"submissions, fork", kSubmitted, with(kFork, {{"submission_cost", "1.5"}}), 5.5},
        Knob{"barriers", kSubmitted, with(kCores, {{"barriers_before", "[1, 2]"}}), 3},
        Knob{"a barrier", kSubmitted, with(kCores, {{"barriers_before", "[2]"}, {"lengths", "[1.0, 4.0, 1.0]"}}), 5},
        // The third waits until none of the others is left, or one.
        Knob{"a window, empty", kSubmitted, with(kCores, {{"most_submitted", "1"}, {"lengths", "[1.0, 2.0, 1.5]"}}), 3.5},
        Knob{"a window of one", kSubmitted,
             with(kCores, {{"most_submitted", "1"}, {"least_submitted", "1"}, {"lengths", "[1.0, 2.0, 1.5]"}}), 2.5},
        Knob{"a wide window", kSubmitted, with(kCores, {{"most_submitted", "2"}, {"lengths", "[1.0, 2.0, 1.5]"}}), 2}),
    [](const testing::TestParamInfo<Knob>& of) {
      std::string name = of.param.name;
      std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
      return name;
    });

/// A text with something else in the place of what is in it.
std::string with_other(std::string text, std::string_view before, std::string_view after) {
  return text.replace(text.find(before), before.size(), after);
}

/// A net of tasks without data that take `times`, of each on each worker.
std::string of_times(const std::string& policy, const std::string& times) {
  return with_other(kApplication, "if (w : int) = t then nth(lengths, t) else 100.0", "nth(nth(times, t), w)") +
         "const times = " + times + ";\nimport \"tasks/policy/" + policy + ".loom\"; import \"tasks/runtime.loom\";\n";
}

TEST(TaskNodes, TakeTimeForDataThatSettle) {
  // Of a core that runs both tasks, which hands on three more for the datum of the first.
  const std::string settling = with_other(kIdeal, "fun settled_by(t : Task) : list of Data = []",
                                          "fun settled_by(t : Task) : list of Data = if t = 0 then [0] else []");
  const Constants one = with(kCores, {{"tasks", "2"}, {"cores", "1"}, {"writes", "[[0], []]"}, {"push_cost", "0.5"}});
  EXPECT_NEAR(measured(kIdeal, one), 101, kDrivers);
  EXPECT_NEAR(measured(settling, one), 102.5, kDrivers);
}

TEST(TaskNodes, ForgetWhatACardRunsWithModularHeft) {
  // The card runs the first and holds the second when the third ends on the core, and the fourth is
  // decided: 10 s and 1 s and 5 s on the card, or 8 s on the core.
  const std::string times = "[[10.0, 100.0], [1.0, 100.0], [100.0, 1.0], [5.0, 8.0]]";
  const Constants four = {{"tasks", "4"},
                          {"cards", "1"},
                          {"cores", "1"},
                          {"reads", "[[], [], [], []]"},
                          {"waits", "[0, 0, 0, 1]"},
                          {"tells", "[[], [], [3], []]"},
                          {"writes", "[[], [], [], []]"}};
  EXPECT_NEAR(measured(of_times("dmdas", times), four), 11, kDrivers);
  EXPECT_NEAR(measured(of_times("modular-heft", times), four), 16, kDrivers);
}

TEST(TaskNodes, LookBeforeTheCardThatCalledThemWithEager) {
  // The first card ends its task after a second; the other, which runs one of 3 s, takes the next.
  const Constants three = {{"reads", "[[], [], []]"}, {"waits", "[0, 0, 1]"}, {"tells", "[[2], [], []]"}, {"cores", "0"}};
  EXPECT_NEAR(measured(of_times("eager", "[[1.0, 9.0], [9.0, 3.0], [1.0, 1.0]]"), three), 4, kDrivers);
}

/// The node of kIdeal whose transfers cross wires as `crossed` says.
std::string wired(const std::string& crossed, const std::string& share) {
  std::string text =
      kApplication + kDm +
      "import \"tasks/open.loom\"; import \"tasks/scheduled.loom\"; import \"tasks/exact.loom\"; const submits = "
      "false; const push_cost = 0 s; "
      "const fetch_cost = 0 s;\n"
      "const kernel_cost = 0 s; const transfer_cost = 0 s; const allocation_cost = 0 s;\n"
      "fun actual_latency_of(from_ : int, to : int) : real = 0.5;\n"
      "fun actual_bandwidth_of(from_ : int, to : int) : real = 1 GB/s;\n"
      "fun capacity_of(m : Memory) : real = 0.0; const least_clean = 0; const target_clean = 0; const wires = [1 GB/s, 3 GB/s];\n";
  text += "fun wires_of(from_ : int, to : int) : list of int = " + crossed + ";\n";
  return text + "fun share_of(from_ : int, to : int) : int = " + share + ";\n";
}

TEST(TaskNodes, ShareLinksByTheirProportion) {
  // 0.75 and 0.25 GB/s: the first comes after 0.5 + 4/3 s, both after 0.5 + 3 s.
  const std::string text = wired("[0]", "if to = 1 then 3 else 1");
  EXPECT_NEAR(measured(text, kUneven, "first"), 0.5 + 4.0 / 3, kDrivers);
  EXPECT_NEAR(measured(text, kUneven), 4.5, kDrivers);
}

TEST(TaskNodes, CrossALinkTwice) {
  EXPECT_NEAR(measured(wired("[0, 0]", "1"), with(kTwo, {{"cards", "1"}, {"cores", "2"}})), 3.5, kDrivers);
  EXPECT_NEAR(measured(wired("[1, 1]", "1"), with(kTwo, {{"cards", "1"}, {"cores", "2"}})), 2.5, kDrivers);
}

/// What StarPU 1.4.12 took over SimGrid for tiled Cholesky where cards share PCI links.
struct Measured {
  const char* policy;
  const char* tiles;
  bool costs;       ///< with those of stock StarPU over SimGrid
  double makespan;  ///< s
  double within;    ///< of it
};
std::ostream& operator<<(std::ostream& out, const Measured& measured) { return out << measured.policy << ' ' << measured.tiles; }

class SharedLinks : public testing::TestWithParam<Measured> {};

TEST_P(SharedLinks, TakeWhatStarPuTakes) {
  const Measured& of = GetParam();
  const std::string text =
      std::string("import \"cholesky.loom\"; import \"links.loom\"; import \"tasks/policy/") + of.policy + ".loom\";";
  Constants constants = {{"N", of.tiles}};
  if (of.costs) {
    constants["submits"] = "true";
    for (const char* cost : {"submission_cost", "push_cost", "fetch_cost"}) constants[cost] = "1e-6";
    for (const char* cost : {"kernel_cost", "transfer_cost"}) constants[cost] = "10e-6";
    constants["allocation_cost"] = "175e-6";
  }
  const SeededNets nets;
  const SimulationResult result = simulate(net_of(nets.read_text("examples/tasks/cholesky/shared.loom", text, constants)), {});
  for (const MeasureResult& measure : result.measures) {
    if (measure.name != "workers.makespan") continue;
    EXPECT_NEAR(measure.value.mean, of.makespan, of.within * of.makespan);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SharedLinks,
    testing::Values(Measured{"dmdas", "20", false, 1.4443682, 0.02}, Measured{"dmda", "20", false, 1.47033174, 0.02},
                    Measured{"eager", "20", false, 2.598405748, 0.02}, Measured{"dmdas", "5", false, 0.110669271, 0.01},
                    Measured{"dmdar", "20", true, 1.475120073, 0.02}, Measured{"dm", "20", true, 1.538073147, 0.02},
                    Measured{"dmdas", "20", true, 1.450991041, 0.03}, Measured{"dmdas", "5", true, 0.110958289, 0.001},
                    Measured{"dmda", "5", true, 0.105352755, 0.001}, Measured{"dmdasd", "5", true, 0.117355927, 0.001},
                    Measured{"modular-heft", "5", true, 0.110958289, 0.001}, Measured{"eager", "5", true, 0.305183196, 0.01},
                    Measured{"prio", "5", true, 0.224467881, 0.01}));

TEST(TaskNodes, AllocateMemoryOnce) {
  // The same datum for two tasks of one card, one after the other.
  const Constants two = with(kTwo, {{"tasks", "2"},
                                    {"cards", "1"},
                                    {"cores", "1"},
                                    {"reads", "[[0], [0]]"},
                                    {"lengths", "[1.0, 1000.0]"},
                                    {"waits", "[0, 1]"},
                                    {"tells", "[[1], []]"}});
  const double without = measured(kIdeal, two);
  EXPECT_NEAR(measured(kIdeal, with(two, {{"allocation_cost", "0.5"}})), without + 0.5, kDrivers);
}

}  // namespace
}  // namespace petriloom::task_node_test
