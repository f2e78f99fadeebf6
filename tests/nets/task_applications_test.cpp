// SPDX-License-Identifier: Apache-2.0
// The applications of examples/tasks: proved on a small machine with each policy, who waits for
// whom held against sequential submission, and makespans against what can be told by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::task_applications_test {
namespace {

namespace fs = std::filesystem;

using Constants = std::map<std::string, std::string>;

/// An application with these constants.
struct Application {
  const char* name;
  Constants constants;
  int tasks;
};

std::ostream& operator<<(std::ostream& out, const Application& application) {
  out << application.name;
  for (const auto& [name, value] : application.constants) {
    if (value.size() < 20) out << ' ' << name << '=' << value;
  }
  return out;
}

Net net_of(const ReadResult& read) {
  for (const Diagnostic& message : read.diagnostics.list())
    ADD_FAILURE() << read.sources->describe(message.where) << message.message;
  return read.net.value();
}

/// The files of an application that pick a policy.
std::set<std::string> nets_of(const std::string& application) {
  std::set<std::string> nets;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(PETRILOOM_ROOT) / "examples/tasks" / application)) {
    if (entry.path().extension() == ".loom" && entry.path().stem() != application)
      nets.insert("examples/tasks/" + application + "/" + entry.path().filename().string());
  }
  for (const char* policy : {"eager", "ws", "dmdas"})
    EXPECT_TRUE(nets.contains("examples/tasks/" + application + "/" + policy + ".loom")) << application << ' ' << policy;
  return nets;
}

/// a writes what b reads and d writes; d waits for c though no datum says so. b takes long, so that
/// d could run beside it.
Constants small_graph() {
  const auto task = [](const std::string& name, const std::string& us, const std::string& priority) {
    return "{name = \"" + name + "\", cpu_us = " + us + ", gpu_us = " + us + ", priority = " + priority + "}";
  };
  const auto access = [](const std::string& name, const std::string& datum, const std::string& mode) {
    return "{task = \"" + name + "\", datum = \"" + datum + "\", mode = " + mode + ", bytes = 1.0}";
  };
  return {{"task_rows", "[" + task("a", "1.0", "1") + ", " + task("b", "90.0", "2") + ", " + task("c", "1.0", "3") + ", " +
                            task("d", "1.0", "1") + "]"},
          {"access_rows", "[" + access("a", "x", "W") + ", " + access("b", "x", "R") + ", " + access("c", "y", "W") + ", " +
                              access("d", "x", "RW") + "]"},
          {"edge_rows", "[{from = \"c\", to = \"d\"}]"}};
}

/// Domains of two elements, of which the last but in the last domain adds to two; a core or both
/// solve, or a card.
Constants small_assembly(const char* how, const char* domains, const char* cards) {
  return {{"how", how}, {"domains", domains}, {"elements", "2"}, {"cards", cards}, {"cores", "2"}};
}

Net small_net(const SeededNets& nets, const std::string& net, Constants constants) {
  // When workers will be free is open, so that dmdas tries any worker for each task.
  constants.insert({{"cards", net.ends_with("dmdas.loom") ? "1" : "2"}, {"cores", "1"}});
  return net_of(nets.read(net, constants));
}

class SmallApplications : public testing::TestWithParam<Application> {};

TEST_P(SmallApplications, AreProved) {
  const SeededNets nets;
  for (const std::string& net : nets_of(GetParam().name)) {
    SCOPED_TRACE(net);
    VerifyOptions options;
    options.urgent = true;
    const VerifyResult result = verify(small_net(nets, net, GetParam().constants), options);
    EXPECT_TRUE(result.state_space.complete);
    EXPECT_EQ(result.state_space.dead_markings, result.state_space.final_dead_markings);
    std::set<std::string> names;
    for (const PropertyResult& property : result.properties) {
      EXPECT_EQ(property.verdict, Verdict::holds) << property.name;
      names.insert(property.name);
    }
    for (const char* name : {"done", "owned", "once", "apart", "coherent", "workers.one_unit", "bounded", "deadlock_free"})
      EXPECT_TRUE(names.contains(name)) << name;
  }
}

const Application kSmall[] = {
    {"lu", {{"N", "2"}}, 5},
    {"qr", {{"M", "3"}, {"N", "2"}}, 8},
    {"gemm", {{"M", "1"}, {"N", "2"}, {"K", "2"}}, 4},
    {"forkjoin", {{"phases", "2"}, {"width", "2"}}, 8},
    {"layered", {{"layers", "4"}, {"width", "2"}, {"buffers", "2"}}, 8},
    {"stencil3d", {{"blocks_x", "2"}, {"blocks_y", "1"}, {"blocks_z", "1"}, {"exchanges", "2"}}, 4},
    {"stencil3d", {{"blocks_x", "1"}, {"blocks_y", "1"}, {"blocks_z", "2"}, {"exchanges", "3"}, {"local", "2"}}, 6},
    {"graph", small_graph(), 4},
    {"assembly", small_assembly("in_order", "2", "1"), 8},
    {"assembly", small_assembly("commuting", "2", "1"), 8},
    // Both domains with a card have more than two million states with dmdas.
    {"assembly", small_assembly("reducing", "1", "1"), 4},
    {"assembly", small_assembly("reducing", "2", "0"), 8},
};

INSTANTIATE_TEST_SUITE_P(All, SmallApplications, testing::ValuesIn(kSmall));

/// What the application says of its tasks, and what nets/tasks/sequential.loom infers from their
/// accesses.
VerifyResult compared(const SeededNets& nets, const Application& application) {
  const std::string name = application.name;
  const std::string text = "import \"" + name +
                           ".loom\";\n"
                           "import \"tasks/sequential.loom\";\n"
                           "import \"tasks/ideal.loom\";\n"
                           "place READY : Task;\n"
                           "place PUSHER : int;\n"
                           "place DONE : Task;\n"
                           "const priorities = true;\n"
                           "fun commuted_by(t : Task) : list of Data = [];\n"
                           "fun reduced_by(t : Task) : list of Data = [];\n"
                           "const submitted = all_tasks();\n"
                           "const waits = waits_of_all();\n"
                           "const last = length(submitted) - 1;\n"
                           "place P : unit = 1`();\n"
                           "property number : invariant tasks = last + 1 & tasks = " +
                           std::to_string(application.tasks) +
                           ";\n"
                           "property first : invariant first_tasks() =\n"
                           "    map(k in filter(k in 0..last : length(nth(waits, k)) = 0) : nth(submitted, k));\n"
                           "property before : invariant\n"
                           "    forall(k in 0..last : predecessors(nth(submitted, k)) = length(nth(waits, k)));\n"
                           "property after : invariant forall(\n"
                           "    k in 0..last : successors(nth(submitted, k)) =\n"
                           "        map(u in filter(u in 0..last : contains(nth(waits, u), k)) : nth(submitted, u)));\n";
  return verify(net_of(nets.read_text("examples/tasks/" + name + "/compared.loom", text, application.constants)), {});
}

class Submitted : public testing::TestWithParam<Application> {};

TEST_P(Submitted, WaitAsTheirDataSay) {
  const std::set<std::string> hold = verdicts(compared(SeededNets(), GetParam())).hold;
  for (const char* name : {"number", "first", "before", "after"}) EXPECT_TRUE(hold.contains(name)) << name;
}

// Of the graph from files and the assembly there is nothing to be compared: they take what is
// inferred.
const Application kSubmitted[] = {
    {"lu", {{"N", "1"}}, 1},
    {"lu", {{"N", "6"}}, 6 * 7 * 13 / 6},
    {"qr", {{"N", "1"}}, 1},
    {"qr", {{"N", "5"}}, 5 * 6 * 11 / 6},
    {"qr", {{"N", "5"}, {"split", "true"}}, 5 * 6 * 11 / 6},
    {"qr", {{"M", "5"}, {"N", "3"}}, 5 * 3 + 4 * 2 + 3},
    {"qr", {{"M", "3"}, {"N", "5"}, {"split", "true"}}, 3 * 5 + 2 * 4 + 3},
    {"gemm", {{"M", "2"}, {"N", "3"}, {"K", "4"}}, 24},
    {"forkjoin", {}, 4 * 18},
    {"forkjoin", {{"width", "1"}}, 4 * 3},
    {"layered", {{"width", "6"}}, 72},
    {"layered", {{"width", "6"}, {"buffers", "2"}}, 72},
    {"layered", {{"width", "6"}, {"buffers", "3"}, {"seed", "2"}}, 72},
    {"layered", {{"width", "6"}, {"buffers", "2"}, {"density", "1.0"}}, 72},
    {"stencil3d", {{"exchanges", "2"}}, 32},
    {"stencil3d", {{"blocks_x", "5"}, {"blocks_y", "1"}, {"blocks_z", "1"}}, 25},
    {"stencil3d", {{"blocks_x", "1"}, {"blocks_y", "3"}, {"blocks_z", "3"}, {"exchanges", "4"}}, 36},
    {"stencil3d", {{"blocks_x", "3"}, {"blocks_y", "3"}, {"blocks_z", "3"}, {"exchanges", "3"}}, 81},
};

INSTANTIATE_TEST_SUITE_P(All, Submitted, testing::ValuesIn(kSubmitted));

/// Who writes does not wait for who reads, but for who wrote before.
void forget_readers(SeededNets& nets) {
  nets.replace("tasks/sequential.loom", "fun waits_for", "slice(users, nth(turns, n - 1), nth(turns, n) - nth(turns, n - 1))",
               "let read = access_of(nth(sequence, nth(users, nth(turns, n - 1))), d) = reads in "
               "let m = if read & n > 1 then n - 2 else n - 1 in slice(users, nth(turns, m), nth(turns, m + 1) - nth(turns, m))");
}

TEST(SequentialSubmission, ThatForgetsReadersIsNoticed) {
  SeededNets nets;
  forget_readers(nets);
  // In lu nobody writes what was read.
  EXPECT_TRUE(verdicts(compared(nets, {"lu", {{"N", "3"}}, 14})).hold.contains("after"));
  const Application written_again[] = {
      {"qr", {{"N", "3"}}, 14}, {"forkjoin", {}, 72}, {"layered", {{"width", "4"}, {"buffers", "2"}}, 48}};
  for (const Application& application : written_again)
    EXPECT_TRUE(verdicts(compared(nets, application)).refuted.contains("after")) << application;
  for (const std::string& net : nets_of("graph")) EXPECT_TRUE(is_refuted(small_net(nets, net, small_graph()), "apart")) << net;
}

TEST(SequentialSubmission, OfTasksThatAreNotThereIsAnError) {
  Constants constants = small_graph();
  constants["edge_rows"] = "[{from = \"c\", to = \"e\"}]";
  EXPECT_TRUE(SeededNets().read("examples/tasks/graph/eager.loom", constants).diagnostics.has_errors());
}

// Policies, files of nets/tasks.
constexpr Mistake kAdditionMistakes[] = {
    {"eager", "commuting.loom", "transition lock", "inhibit LOCKED : nth(commuted_by(t), i);", "", "apart"},
    {"ws", "commuting.loom", "transition unlock", "in  LOCKED : each commuted_by(t);", "", "done"},
    {"eager", "teams.loom", "transition join_own", "in  FREE : v;", "", "teams.one_team"},
    {"eager", "teams.loom", "transition join {", "in  FETCHER : v;", "", "workers.one_fetch"},
    {"ws", "teams.loom", "transition begin", "out workers.LOADED_JOB : (w, t);", "", "done"},
    {"ws", "reductions.loom", "transition hold", "!is_combination(t)", "false", "reductions.whole"},
    {"ws", "reductions.loom", "transition added", "in  DONE : t;", "read DONE : t;", "once"},
    {"eager", "reductions.loom", "transition end", "reset PART : (d, _);", "", "done"},
};

class TaskAdditions : public testing::TestWithParam<Mistake> {};

TEST_P(TaskAdditions, WithAMistakeAreRefuted) {
  const Mistake& mistake = GetParam();
  SeededNets nets;
  nets.replace(std::string("tasks/") + mistake.file, mistake.section, mistake.before, mistake.after);
  const std::string net = std::string("examples/tasks/assembly/") + mistake.net + ".loom";
  const char* how = std::string(mistake.file) == "reductions.loom" ? "reducing" : "commuting";
  EXPECT_TRUE(is_refuted(small_net(nets, net, small_assembly(how, "2", "1")), mistake.refuted));
}

INSTANTIATE_TEST_SUITE_P(All, TaskAdditions, testing::ValuesIn(kAdditionMistakes));

double makespan(const Net& net) { return mean_of(simulate(net, {}), "workers.makespan"); }

/// So long, and what it takes workers to look for each task (nets/tasks/looks.loom).
void expect_as_told(double makespan, double told, int tasks) {
  EXPECT_GE(makespan, told * (1 - 1e-9));
  EXPECT_LE(makespan, told * (1 + 1e-9) + 3e-6 * tasks);
}

/// Without cards no data move. One core takes the sum of all durations, as many as there are tasks
/// the longest path; with dmdas more, as those that release tasks in step may choose the same core.
void expect_makespans(const Application& application, double all, double path) {
  const SeededNets nets;
  for (const std::string& net : nets_of(application.name)) {
    SCOPED_TRACE(net);
    Constants constants = application.constants;
    constants["cards"] = "0";
    constants["cores"] = "1";
    expect_as_told(makespan(net_of(nets.read(net, constants))), all, application.tasks);
    constants["cores"] = std::to_string(application.tasks);
    const double shortest = makespan(net_of(nets.read(net, constants)));
    if (net.ends_with("dmdas.loom")) {
      EXPECT_GE(shortest, path * (1 - 1e-9));
    } else {
      expect_as_told(shortest, path, application.tasks);
    }
  }
}

/// A grid of 64 x 48 x 32 points in eight blocks, of which the larger have three times the sides.
Constants unequal_blocks(const char* local, const char* halo) {
  return {{"size_x", "64"},   {"size_y", "48"}, {"size_z", "32"}, {"blocks_x", "2"}, {"blocks_y", "2"}, {"blocks_z", "2"},
          {"exchanges", "3"}, {"small", "0.5"}, {"large", "1.5"}, {"local", local},  {"halo", halo}};
}

struct Told {
  Application of;
  double all;   ///< s
  double path;  ///< s
};

std::ostream& operator<<(std::ostream& out, const Told& told) { return out << told.of; }

class Makespans : public testing::TestWithParam<Told> {};

TEST_P(Makespans, AreAsToldByHand) { expect_makespans(GetParam().of, GetParam().all, GetParam().path); }

constexpr double kUpdate = 200 / 20e9;                  // of a point: 200 flop at 20 Gflop/s
constexpr double kFlop = 960.0 * 960 * 960 / 3 / 20e9;  // a third of b^3 flop at 20 Gflop/s
const Told kTold[] = {
    // 2 for getrf, 3 for trsm, 6 for gemm; of 5 steps one is getrf alone.
    {{"lu", {{"N", "5"}}, 55}, 2 * 125 * kFlop, (5 * 2 + 4 * (3 + 6)) * kFlop},
    // 4 for geqrt, 6 for unmqr and tsqrt, 12 for tsmqr. With `split`: geqrt, N - 2 times tsqrt and
    // the tsmqr of its row and the next, which make 30, then tsqrt, tsmqr, geqrt. Without, the
    // first tsqrt waits for an unmqr. With M > N the first tsqrt of the last step is N - 1 times 30
    // behind the first geqrt, and its last one M - N - 1 times a tsmqr later.
    {{"qr", {{"N", "4"}, {"split", "true"}}, 30}, 4 * 64 * kFlop, (4 + 2 * 30 + 6 + 12 + 4) * kFlop},
    {{"qr", {{"N", "4"}}, 30}, 4 * 64 * kFlop, (4 + 6 + 2 * 30 + 6 + 12 + 4) * kFlop},
    {{"qr", {{"M", "6"}, {"N", "3"}, {"split", "true"}}, 32},
     ((4 + 6 * 2 + 6 * 5 + 12 * 10) + (4 + 6 + 6 * 4 + 12 * 4) + (4 + 6 * 3)) * kFlop,
     (4 + 2 * 30 + 2 * 12 + 6) * kFlop},
    {{"gemm", {{"M", "3"}, {"N", "4"}, {"K", "5"}}, 60}, 60 * 6 * kFlop, 5 * 6 * kFlop},
    // The parts take 2 ms on average, the last 3 ms.
    {{"forkjoin", {}, 72}, 4 * (100e-6 + 16 * 2e-3 + 200e-6), 4 * (100e-6 + 3e-3 + 200e-6)},
    // Blocks of 16 or 48, 12 or 36, 8 or 24 points a side. The first of two iterations updates one
    // point more behind the one face that each block has on each axis, so that all have 16 + 48 + 2
    // and so on. The largest block goes from exchange to exchange.
    {{"stencil3d", unequal_blocks("2", "1"), 24},
     3 * (66 * 50 * 34 + 64 * 48 * 32) * kUpdate,
     3 * (49 * 37 * 25 + 48 * 36 * 24) * kUpdate},
    // Of a halo of two points, two more.
    {{"stencil3d", unequal_blocks("2", "2"), 24},
     3 * (68 * 52 * 36 + 64 * 48 * 32) * kUpdate,
     3 * (50 * 38 * 26 + 48 * 36 * 24) * kUpdate},
    {{"stencil3d", unequal_blocks("1", "1"), 24}, 3 * 64 * 48 * 32 * kUpdate, 3 * 48 * 36 * 24 * kUpdate},
    // A slab in the middle has two neighbours.
    {{"stencil3d", {{"blocks_x", "4"}, {"blocks_y", "1"}, {"blocks_z", "1"}, {"local", "2"}}, 20},
     5 * ((256 + 6) * 256 * 256 + 256 * 256 * 256) * kUpdate,
     5 * (66 * 256 * 256 + 64 * 256 * 256) * kUpdate},
    // plan, an init, there1 and back0 (which waits for who has read u0), then all output in order.
    {{"graph", {}, 20}, 27.65e-3, (150 + 400 + 2600 + 2400 + 4 * 800 + 100) * 1e-6},
    // Elements take 12 ms in each of the domains, the longest 0.5 + 23 / 24. In the order of
    // submission the last of a domain goes before the first of the next; those of one domain that
    // commute go one after the other in any order. Of 14 workers 12 add to copies of their own,
    // which with the matrix are 13, added up in 4 steps; one worker adds its copy to the matrix.
    {{"assembly", {{"how", "in_order"}, {"team", "1"}}, 84}, 6 * (0.1e-3 + 12e-3 + 8e-3), 0.1e-3 + 6 * 12e-3 + 8e-3},
    // The last element of a domain has its matrix when all others are through, then waits for the
    // next, in a row from the last domain to the first: of 0.5 + 11 / 24 ms each.
    {{"assembly", {{"team", "1"}}, 84}, 6 * (0.1e-3 + 12e-3 + 8e-3), 0.1e-3 + 12e-3 + 5 * (0.5 + 11.0 / 24) * 1e-3 + 8e-3},
    {{"assembly", {{"domains", "1"}}, 14}, 0.1e-3 + 12e-3 + 8e-3, 0.1e-3 + 12e-3 + 8e-3 / 2},
    {{"assembly", {{"domains", "1"}, {"how", "reducing"}}, 14},
     0.1e-3 + 12e-3 + 0.3e-3 + 8e-3,
     0.1e-3 + (0.5 + 23.0 / 24) * 1e-3 + 4 * 0.3e-3 + 8e-3 / 2},
};

INSTANTIATE_TEST_SUITE_P(All, Makespans, testing::ValuesIn(kTold));

/// Tasks that are submitted one after the other and start as soon as their data allow.
struct Schedule {
  std::map<int, double> written;  ///< of a datum: when who wrote it last ends
  std::map<int, double> read;     ///< when all who have read it since have ended
  double all = 0;
  double path = 0;

  void submit(double duration, const std::vector<int>& reads, int writes) {
    double end = std::max(written[writes], read[writes]);
    for (const int datum : reads) end = std::max(end, written[datum]);
    end += duration;
    for (const int datum : reads) read[datum] = std::max(read[datum], end);
    written[writes] = end;
    read[writes] = 0;
    all += duration;
    path = std::max(path, end);
  }
};

/// What examples/tasks/layered takes for chance.
double chance(int seed, int subject, int a, int b) {
  constexpr std::int64_t kModulus = 2147483647;
  std::int64_t h = seed;
  for (const std::int64_t x : {subject, a, b, 7}) {
    const std::int64_t y = (h * 48271 + x * 69621 + 11) % kModulus;
    h = (y * y + y + 1) % kModulus;
  }
  return static_cast<double>(h) / static_cast<double>(kModulus);
}

TEST(LayeredGraphs, FollowFromTheirSeed) {
  constexpr int kSide = 12;
  std::set<double> paths;
  const std::vector<std::pair<int, int>> cases{{1, 12}, {1, 2}, {2, 12}, {2, 3}};
  for (const auto& [seed, buffers] : cases) {
    SCOPED_TRACE(testing::Message() << seed << ' ' << buffers);
    Schedule schedule;
    for (int task = 0; task < kSide * kSide; ++task) {
      const int layer = task / kSide;
      std::vector<int> reads;
      for (int j = 0; layer > 0 && j < kSide; ++j) {
        if (j == task % kSide || chance(seed, 3, task, j) < 0.25) reads.push_back((layer - 1) % buffers * kSide + j);
      }
      schedule.submit(500e-6 + 4.5e-3 * chance(seed, 0, task, 0), reads, layer % buffers * kSide + task % kSide);
    }
    expect_makespans({"layered", {{"seed", std::to_string(seed)}, {"buffers", std::to_string(buffers)}}, kSide * kSide},
                     schedule.all, schedule.path);
    paths.insert(schedule.path);
  }
  EXPECT_GE(paths.size(), 3U) << "the seed and the buffers decide";
}

}  // namespace
}  // namespace petriloom::task_applications_test
