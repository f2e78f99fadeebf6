// SPDX-License-Identifier: Apache-2.0
// Tasks that have an implementation for one kind of worker alone, with each policy; and how many a
// card has at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/makespan/makespan.h"
#include "analysis/makespan/never_begun.h"
#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::implementations_test {
namespace {

/// Cards run no potrf, and cores no trsm.
constexpr const char* kApart = "fun has_kernel(kernel : int, w : Worker) : bool = kernel != (if w < cards then 0 else 1);\n";

Net cholesky(const std::string& policy, const std::string& text, const std::map<std::string, std::string>& constants) {
  const std::string whole = fmt::format(
      "import \"cholesky.loom\"; import \"tasks/finished.loom\"; import \"tasks/policy/{}.loom\";\n"
      "property able : invariant forall(j in workers.RUNNING : runs_on(j.2, j.1));\n{}",
      policy, text);
  const SeededNets nets;
  const ReadResult read = nets.read_text("examples/tasks/cholesky/apart.loom", whole, constants);
  if (!read.net) throw std::runtime_error(read.diagnostics.format(*read.sources));
  return *read.net;
}

class Implementations : public testing::TestWithParam<std::string> {};

TEST_P(Implementations, AreProved) {
  for (const char* cards : {"1", "2"}) {
    VerifyOptions options;
    options.urgent = true;
    const VerifyResult result = verify(cholesky(GetParam(), kApart, {{"N", "2"}, {"cards", cards}, {"cores", "1"}}), options);
    EXPECT_TRUE(result.state_space.complete);
    EXPECT_EQ(result.state_space.dead_markings, result.state_space.final_dead_markings);
    for (const PropertyResult& property : result.properties) EXPECT_EQ(property.verdict, Verdict::holds) << property.name;
  }
}

// Ten potrf are the cores', 45 trsm the cards', and who runs the others is open.
TEST_P(Implementations, AreThoseThatRun) {
  const Net net = cholesky(GetParam(), kApart, {{"N", "10"}});
  const SimulationResult result = simulate(net, {});
  EXPECT_EQ(result.diagnostics.format(*net.sources), "");
  EXPECT_EQ(result.dead_ends, 0U);
  EXPECT_GE(mean_of(result, "workers.on_cards"), 45);
  EXPECT_LE(mean_of(result, "workers.on_cards"), 220 - 10);
  // Of one kind alone all are of the other.
  const auto on_cards = [](const char* text) {
    return mean_of(simulate(cholesky(GetParam(), text, {{"N", "6"}}), {}), "workers.on_cards");
  };
  EXPECT_EQ(on_cards("fun has_kernel(kernel : int, w : Worker) : bool = w < cards;\n"), 56);
  EXPECT_EQ(on_cards("fun has_kernel(kernel : int, w : Worker) : bool = w >= cards;\n"), 0);
}

// Also where the tasks of both kinds are of one codelet.
TEST_P(Implementations, OfOneCodeletAreDone) {
  const SeededNets nets;
  const ReadResult read = nets.read_text("examples/tasks/graph/apart.loom",
                                         fmt::format(R"(import "../machine.loom";
import "tasks/application/graph.loom";
import "tasks/finished.loom";
import "tasks/policy/{}.loom";
const task_rows : list of TaskRow = [{{name = "a", cpu_us = 1e3, gpu_us = -1.0, priority = 0}},
                                     {{name = "b", cpu_us = -1.0, gpu_us = 1e3, priority = 0}},
                                     {{name = "c", cpu_us = 1e3, gpu_us = 1e3, priority = 0}}];
const access_rows : list of Use = [{{task = "a", datum = "x", mode = W, bytes = 8.0}}];
const edge_rows : list of Edge = [];
)",
                                                     GetParam()),
                                         {{"cards", "1"}, {"cores", "1"}});
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  const SimulationResult result = simulate(*read.net, {});
  EXPECT_EQ(result.dead_ends, 0U);
  EXPECT_GE(mean_of(result, "workers.on_cards"), 1);
}

// Of a worker that lacks nothing nothing changes.
TEST_P(Implementations, ThatAreAllThereChangeNothing) {
  const std::map<std::string, std::string> constants{{"N", "8"}};
  const char* const all = "fun has_kernel(kernel : int, w : Worker) : bool = kernel < 4;\n";
  const SimulationResult with = simulate(cholesky(GetParam(), all, constants), {});
  const SimulationResult without = simulate(cholesky(GetParam(), "", constants), {});
  EXPECT_EQ(with.firings, without.firings);
  EXPECT_EQ(mean_of(with, "workers.makespan"), mean_of(without, "workers.makespan"));
}

INSTANTIATE_TEST_SUITE_P(All, Implementations, testing::ValuesIn(task_policies()),
                         [](const testing::TestParamInfo<std::string>& of) {
                           std::string name = of.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// What is brought ahead goes by where tasks run, not by which workers there are.
TEST(Implementations, ForCardsAloneHaveTheirDataBroughtAlsoWithoutCores) {
  const auto makespan = [](const char* cores, const char* core_time) {
    const SeededNets nets;
    const ReadResult read = nets.read_text("examples/tasks/graph/apart.loom",
                                           fmt::format(R"(import "../machine.loom";
import "tasks/application/graph.loom";
import "tasks/finished.loom";
import "tasks/policy/eager.loom";
const card_tasks = 1;
const task_rows : list of TaskRow = [{{name = "a", cpu_us = {0}, gpu_us = 1e3, priority = 0}},
                                     {{name = "b", cpu_us = {0}, gpu_us = 1e3, priority = 0}}];
const access_rows : list of Use = [{{task = "a", datum = "x", mode = R, bytes = 1e7}},
                                   {{task = "b", datum = "y", mode = R, bytes = 1e7}}];
const edge_rows : list of Edge = [];
)",
                                                       core_time),
                                           {{"cards", "1"}, {"cores", cores}});
    if (!read.net) throw std::runtime_error(read.diagnostics.format(*read.sources));
    return mean_of(simulate(*read.net, {}), "workers.makespan");
  };
  EXPECT_EQ(makespan("0", "-1.0"), makespan("1", "-1.0"));
  EXPECT_LT(makespan("0", "-1.0"), makespan("0", "1e3"));
}

// How long runs take with one is in tests/generator/tasks/starpu_examples_test.cpp.
TEST(CardTasks, AreOneOrTwo) {
  const auto makespan = [](const char* card_tasks) {
    const Net net = cholesky("eager", card_tasks, {{"N", "8"}, {"cards", "1"}, {"cores", "1"}});
    return mean_of(simulate(net, {}), "workers.makespan");
  };
  EXPECT_EQ(makespan("const card_tasks = 2;\n"), makespan(""));
  EXPECT_NE(makespan("const card_tasks = 1;\n"), makespan(""));
  for (const char* wrong : {"const card_tasks = 0;\n", "const card_tasks = 3;\n"}) {
    EXPECT_THROW(cholesky("dmda", wrong, {}), std::runtime_error) << wrong;
  }
}

// A task that nobody runs is named, and one that is given to who does not run it is not begun.
TEST(Implementations, ThatAreMissingAreTold) {
  const auto stuck = [](const std::string& text) {
    const Net net = cholesky("eager", text, {{"N", "3"}, {"cards", "1"}, {"cores", "1"}});
    EXPECT_EQ(simulate(net, {}).dead_ends, 1U);
    const std::optional<TaskNet> tasks = find_task_net(net);
    return task_not_run(net, *tasks);
  };
  const auto nobody = stuck("fun has_kernel(kernel : int, w : Worker) : bool = kernel != 2;\n");
  ASSERT_TRUE(nobody);
  EXPECT_EQ(nobody->task, "(0, 2, 1, 1)");
  EXPECT_FALSE(nobody->anywhere);
  const Net all_run = cholesky("eager", kApart, {{"N", "3"}});
  EXPECT_EQ(task_not_run(all_run, *find_task_net(all_run))->task, "");
}

}  // namespace
}  // namespace petriloom::implementations_test
