// SPDX-License-Identifier: Apache-2.0
// Tasks that some policies did not bring to their end, or not in reasonable time, with each policy.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "engine/simulate/simulate.h"
#include "generator/assembly/generate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::each_policy_test {
namespace {

/// What is measured by this name of a description; fails the test if the run is stuck.
double measured(const std::string& name, const std::string& text) {
  SCOPED_TRACE(text);
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  options.input = {{}, text};
  const ReadResult made = generate("each_policy.yaml", options);
  if (!made.net) {
    ADD_FAILURE() << made.diagnostics.format(*made.sources);
    return -1;
  }
  const SimulationResult result = simulate(*made.net, {});
  EXPECT_EQ(result.diagnostics.format(*made.sources), "");
  return mean_of(result, name);
}

class EachPolicy : public testing::TestWithParam<std::string> {};

// Tasks that add up copies are none of those that the main program submits.
TEST_P(EachPolicy, AddsUpCopiesOfTasksThatAreSubmittedOneByOne) {
  for (const int most : {0, 1, 2}) {
    const std::string text = fmt::format(
        "machine: {{node: {{cores: 2}}}}\n"
        "runtime: {{policy: {}, costs: {{submits: true, submission: 1 us, most_submitted: {}}}}}\n"
        "application: {{kind: assembly, how: reducing, domains: 2, elements: 2, add: 1 ms, clear: 1 ms, solve: 4 ms}}\n",
        GetParam(), most);
    EXPECT_GE(measured("reductions.combinations", text), 2);
  }
}

// A core that leaves a team looks for a task, although it has ended none.
TEST_P(EachPolicy, GivesCoresTasksThatLeaveATeam) {
  for (const char* how : {"in_order", "commuting", "reducing"}) {
    for (const int most : {0, 1, 2}) {
      const std::string text = fmt::format(
          "machine: {{node: {{cores: 3}}}}\n"
          "runtime: {{policy: {}, costs: {{submits: true, most_submitted: {}}}}}\n"
          "application: {{kind: assembly, how: {}, domains: 2, elements: 1, add: 1 ms, clear: 1 ms, solve: 4 ms, team: 3}}\n",
          GetParam(), most, how);
      EXPECT_GE(measured("workers.makespan", text), 4e-3);
    }
  }
}

TEST_P(EachPolicy, TakesTasksOfNoLength) {
  const std::string text = fmt::format(
      "machine: {{node: {{cards: 1, cores: 1, bandwidth: 1 GB/s, latency: 1 us}}}}\n"
      "runtime: {{policy: {}}}\n"
      "application: {{kind: forkjoin, phases: 1, width: 2, work: 1 ms, speedup: 20}}\n",
      GetParam());
  EXPECT_GE(measured("workers.makespan", text), 100e-6);
  const std::string on_card = fmt::format(
      "machine: {{node: {{cards: 1, cores: 1, bandwidth: 1 GB/s, latency: 1 us,\n"
      "  kernels: {{potrf: {{core: 1 ms, card: 0 s}}, trsm: {{core: 1 ms, card: 1 ms}},\n"
      "  syrk: {{core: 1 ms, card: 1 ms}}, gemm: {{core: 1 ms, card: 1 ms}}}}}}}}\n"
      "runtime: {{policy: {}}}\n"
      "application: {{kind: cholesky, tiles: 2, tile: 960}}\n",
      GetParam());
  EXPECT_GE(measured("workers.makespan", on_card), 2e-3);
}

// Of so many tasks that are ready at once each took a look at all others.
TEST_P(EachPolicy, TakesManyTasksThatAreReadyAtOnce) {
  constexpr int kTasks = 2000;
  const std::string text = fmt::format(
      "machine: {{node: {{cards: 1, cores: 2, bandwidth: 12 GB/s, latency: 10 us}}}}\n"
      "runtime: {{policy: {}}}\n"
      "application: {{kind: forkjoin, phases: 1, width: {}, work: 1 ms, speedup: 4}}\n",
      GetParam(), kTasks);
  EXPECT_GE(measured("workers.makespan", text), kTasks * 1e-3 / 6 - 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, EachPolicy, testing::ValuesIn(task_policies()), [](const testing::TestParamInfo<std::string>& of) {
  std::string name = of.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace petriloom::each_policy_test
