// SPDX-License-Identifier: Apache-2.0
// The critical path of a run by tasks and transfers has all of its time once, whatever links and
// policies there are, and says of a task what its stage is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "analysis/makespan/task_path.h"
#include "engine/critical_path/binding_parts.h"
#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::task_path_test {
namespace {

double sum_of(const std::vector<PathShare>& shares) {
  double sum = 0;
  for (const PathShare& one : shares) sum += one.seconds;
  return sum;
}

double seconds_of(const std::vector<PathShare>& shares, const std::string& name) {
  for (const PathShare& one : shares) {
    if (one.name == name) return one.seconds;
  }
  return 0;
}

struct Run {
  CriticalPath path;
  TaskPath tasks;
};

/// A run of the net; its path by tasks.
std::optional<Run> run_of(const std::string& net, const std::map<std::string, std::string>& constants) {
  const SeededNets nets;
  const ReadResult read = nets.read(net, constants);
  if (!read.net) return std::nullopt;
  SimulationOptions options;
  options.critical_path = true;
  const SimulationResult result = simulate(*read.net, options);
  auto tasks = task_path_of(*read.net, find_task_net(*read.net).value(), result.critical_path.value());
  if (!tasks) return std::nullopt;
  return Run{*result.critical_path, *tasks};
}

class TaskPathOf : public testing::TestWithParam<const char*> {};

TEST_P(TaskPathOf, HasAllOfItsTimeOnce) {
  const std::string net = GetParam();
  const auto run = run_of(fmt::format("examples/tasks/{}.loom", net), {});
  ASSERT_TRUE(run);
  EXPECT_NEAR(sum_of(run->tasks.kinds), run->path.end, 1e-9 * run->path.end);
  EXPECT_NEAR(sum_of(run->tasks.workers), run->path.end, 1e-9 * run->path.end);
  EXPECT_EQ(run->tasks.tasks.empty(), !net.starts_with("graph"));
  if (!run->tasks.tasks.empty()) {
    EXPECT_NEAR(sum_of(run->tasks.tasks), run->path.end, 1e-9 * run->path.end);
  }
  double transfers = 0;
  for (const PathShare& one : run->tasks.workers) transfers += one.name.starts_with("memory") ? one.seconds : 0;
  EXPECT_NEAR(transfers, seconds_of(run->tasks.kinds, "transfer"), 1e-12);
}
INSTANTIATE_TEST_SUITE_P(Examples, TaskPathOf,
                         testing::Values("cholesky/dmda", "cholesky/dmdas_links", "cholesky/heteroprio", "lu/dmdas", "qr/dmdas",
                                         "gemm/eager", "stencil/dmda", "forkjoin/ws", "layered/dmdas", "assembly/ws",
                                         "graph/dmdas"));

// The kernels of Cholesky are told by their stage and their tile, which the binding shows.
TEST(TaskPath, NamesKernelsOfCholesky) {
  const auto run = run_of("examples/tasks/cholesky/dmda.loom", {{"N", "8"}});
  ASSERT_TRUE(run);
  std::map<std::string, double> expected;
  const PathStep* before = nullptr;
  for (const PathStep& step : run->path.steps) {
    if (step.on_its_way > 0 && step.place == "workers.RUNNING") {
      const auto part = [&](const char* name) { return part_of_binding(before->binding, name).value(); };
      const std::string stage = part("t.2");
      expected[stage == "0" ? "potrf" : stage == "1" ? "trsm" : part("t.3") == part("t.4") ? "syrk" : "gemm"] += step.on_its_way;
    }
    before = &step;
  }
  EXPECT_GE(expected.size(), 3U);
  for (const auto& [kernel, seconds] : expected) EXPECT_NEAR(seconds_of(run->tasks.kinds, kernel), seconds, 1e-12) << kernel;
}

}  // namespace
}  // namespace petriloom::task_path_test
