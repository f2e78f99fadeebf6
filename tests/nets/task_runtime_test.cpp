// SPDX-License-Identifier: Apache-2.0
// The task runtime in a node of a cluster (nets/runtime/tasks.loom) proved with each policy,
// whatever takes how long, and mistakes in it refuted.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysis/verify/verify.h"
#include "generator/assembly/generate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::task_runtime_test {
namespace {

/// What is refuted of a node of coka-mini that has a card, a core and no neighbours, in two
/// iterations of a GPU block and a CPU block each.
std::set<std::string> refuted(const SeededNets& nets, const std::string& policy, const std::string& taken_back) {
  const ReadResult read = nets.generate("coka-mini.yaml", Fold::automatic,
                                        {{"runtime.policy", policy},
                                         {"runtime.taken_back", taken_back},
                                         {"machine.nodes[0].count", "1"},
                                         {"application.grid", "[1, 1]"},
                                         {"mapping.blocks", "[9]"},
                                         {"application.iterations", "2"},
                                         {"application.restart", "false"},
                                         {"properties", "[{name: finishes, ctl: AF DONE}]"}});
  if (!read.net) {
    ADD_FAILURE() << read.diagnostics.format(*read.sources);
    return {};
  }
  VerifyOptions options;
  options.urgent = true;
  const VerifyResult result = verify(*read.net, options);
  EXPECT_TRUE(result.state_space.complete);
  std::set<std::string> names;
  for (const PropertyResult& property : result.properties) {
    EXPECT_NE(property.verdict, Verdict::undecided) << property.name;
    if (property.verdict == Verdict::refuted) names.insert(property.name);
  }
  return names;
}

class TaskRuntime : public testing::TestWithParam<std::string> {};

// It ends when it is done, and nowhere else.
TEST_P(TaskRuntime, IsProved) {
  for (const char* taken_back : {"blocks", "borders"}) {
    EXPECT_EQ(refuted(SeededNets(), GetParam(), taken_back), std::set<std::string>()) << taken_back;
  }
}

INSTANTIATE_TEST_SUITE_P(All, TaskRuntime, testing::ValuesIn(task_policies()), [](const testing::TestParamInfo<std::string>& of) {
  std::string name = of.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(TaskRuntimeMistakes, AreRefuted) {
  constexpr Mistake kMistakes[] = {
      {"dmda", "runtime/tasks.loom", "transition at_card", "out CARRIED : (n, d, from_, m);", "", "finishes"},
      {"dmda", "runtime/tasks.loom", "transition at_host", "out CARRIED : (n, d, from_, m);", "", "finishes"},
      {"eager", "runtime/tasks.loom", "transition ran", "out RAN : (w, t);", "", "finishes"},
      {"eager", "runtime/tasks.loom", "transition taken_back", "out NAMED : t;", "", "finishes"},
      {"ws", "tasks/workers.loom", "transition start", "out RUN : (w, t) when elsewhere;", "", "finishes"},
  };
  for (const Mistake& mistake : kMistakes) {
    SeededNets nets;
    nets.replace(mistake.file, mistake.section, mistake.before, mistake.after);
    EXPECT_TRUE(refuted(nets, mistake.net, "blocks").contains(mistake.refuted)) << mistake.file << " " << mistake.section;
  }
}

}  // namespace
}  // namespace petriloom::task_runtime_test
