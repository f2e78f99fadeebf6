// SPDX-License-Identifier: Apache-2.0
// LU and GEMM as the examples of StarPU 1.4.12 run them (examples/lu/lu_implicit_example_double,
// examples/mult/sgemm -3d), against the makespans that those printed over SimGrid 3.32 on `mirage`:
// 9 cores, 3 cards, links not shared, and no costs of StarPU's own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>

#include "generator/assembly/generate.h"
#include "tests/generator/means.h"
#include "tests/own_folder.h"

namespace petriloom::starpu_examples_test {
namespace {

namespace fs = std::filesystem;

const std::string kRoot = PETRILOOM_ROOT;
const std::string kMachines = "examples/tasks/measured/machines";
const std::string kLu = "{kind: lu, tiles: 10, tile: 960}";
const std::string kGemm = "{kind: gemm, columns: 10, tile: 960, number: 4 B}";

std::string description(const std::string& policy, const std::string& application, const std::string& machine = "") {
  return "machine: {node: {cards: 3, cores: 9, perfmodels: " + kMachines + ", host: mirage" + machine +
         "}}\nruntime: {policy: " + policy + "}\napplication: " + application + "\n";
}

ReadResult made(const std::string& text) {
  GenerateOptions options;
  options.search_path = {kRoot};
  options.input = {{}, text};
  return generate(kRoot + "/examples/tasks/lu.yaml", options);
}

/// In ms.
double makespan(const std::string& text) { return test::means_of(made(text)).at("workers.makespan") * 1e3; }

struct Measured {
  const char* policy;
  double lu, gemm;            ///< ms
  double gemm_within = 0.03;  ///< of it
};
std::ostream& operator<<(std::ostream& out, const Measured& run) { return out << run.policy; }

class StarpuExamples : public testing::TestWithParam<Measured> {};

TEST_P(StarpuExamples, TakeAsLongAsThere) {
  const Measured& run = GetParam();
  EXPECT_NEAR(makespan(description(run.policy, kLu)), run.lu, 0.02 * run.lu);
  EXPECT_NEAR(makespan(description(run.policy, kGemm)), run.gemm, run.gemm_within * run.gemm);
}

/// With dmdasd a core takes one task more here, of 90 ms: sums of lengths that are equal here
/// differ in their last digit in StarPU.
constexpr Measured kRuns[] = {
    {"eager", 3997, 983}, {"prio", 4720, 983},  {"ws", 4585, 1509},   {"dm", 1605, 911},          {"dmda", 1624, 994},
    {"dmdap", 1311, 994}, {"dmdar", 1636, 994}, {"dmdas", 1311, 994}, {"dmdasd", 1301, 989, 0.1}, {"modular-heft", 1284, 885},
};
INSTANTIATE_TEST_SUITE_P(All, StarpuExamples, testing::ValuesIn(kRuns));

/// Cholesky with STARPU_CUDA_PIPELINE=1: a card has one task at once. With 2 prio takes 1343 ms for
/// 12 tiles a side.
TEST(StarpuExamples, TakeAsLongWithOneTaskAtOnce) {
  const auto taken = [](const std::string& policy, int tiles) {
    return makespan(
        fmt::format("machine: {{node: {{cards: 3, cores: 9, perfmodels: {}, host: mirage, platform: flat}}}}\n"
                    "runtime: {{policy: {}, card_tasks: 1}}\napplication: {{kind: cholesky, tiles: {}, tile: 960}}\n",
                    kMachines, policy, tiles));
  };
  EXPECT_NEAR(taken("prio", 12), 1392, 2);
  EXPECT_NEAR(taken("prio", 20), 2713, 1);
  EXPECT_NEAR(taken("dm", 20), 1449, 10);
  EXPECT_NEAR(taken("dmdasd", 12), 453, 1);
}

/// Cholesky with STARPU_SCHED_BETA: transfers delay a task whatever they weigh.
TEST(StarpuExamples, WeighTransfersAsThere) {
  const auto taken = [](const std::string& policy, const std::string& weight, int tiles) {
    return makespan(
        fmt::format("machine: {{node: {{cards: 3, cores: 9, perfmodels: {}, host: mirage, platform: flat}}}}\n"
                    "runtime: {{policy: {{name: {}, weight: {}}}}}\napplication: {{kind: cholesky, tiles: {}, tile: 960}}\n",
                    kMachines, policy, weight, tiles));
  };
  EXPECT_NEAR(taken("dmda", "5.0", 10), 476.8, 5);
  EXPECT_NEAR(taken("dmda", "0.0", 20), 1451, 15);
  EXPECT_NEAR(taken("dmdas", "5.0", 20), 1510, 50);
  EXPECT_NEAR(taken("modular-heft", "5.0", 20), 1521, 30);
}

/// The tasks of a chain have no priorities, so that these do not matter.
TEST(StarpuExamples, HaveNoPrioritiesInGemm) {
  EXPECT_EQ(makespan(description("prio", kGemm)), makespan(description("eager", kGemm)));
}

/// trsm in the column of L is as long as in the row of U if only that is told.
TEST(StarpuExamples, TakeOneTimeForBothTrsm) {
  const auto with = [](const std::string& kernels) {
    return makespan(description("dmda", "{kind: lu, tiles: 6, tile: 960}", ", kernels: {" + kernels + "}"));
  };
  const std::string row = "trsm: {core: 50 ms, card: 5 ms}";
  EXPECT_EQ(with(row), with(row + ", trsm_ru: {core: 50 ms, card: 5 ms}"));
  EXPECT_GT(with(row + ", trsm_ru: {core: 90 ms, card: 50 ms}"), with(row));
}

/// What is like another kernel may lack a codelet of its own.
TEST(StarpuExamples, TakeOneTimeForBothTrsmWithoutACodelet) {
  const test::OwnFolder own;
  fs::copy(kRoot + "/examples/tasks/measured/machines", own / "machines", fs::copy_options::recursive);
  const std::string folder = (own / "machines").string();
  const auto from = [](const std::string& models) {
    std::string text = description("dmda", kLu);
    return makespan(text.replace(text.find(kMachines), kMachines.size(), models));
  };
  const double of_both = from(folder);
  const std::string codelets = folder + "/codelets/starpu_dlu_lu_model_";
  fs::remove(codelets + "trsm_ru.mirage");
  const double of_one = from(folder);
  EXPECT_NE(of_one, of_both);
  fs::copy(codelets + "trsm_ll.mirage", codelets + "trsm_ru.mirage");
  EXPECT_EQ(of_one, from(folder));
}

TEST(StarpuExamples, SayWhichCodeletIsMissing) {
  const ReadResult result = made(description("dmda", "{kind: lu, tiles: 6, tile: 960, number: 4 B}"));
  ASSERT_FALSE(result.net);
  const std::string said = result.diagnostics.format(*result.sources);
  EXPECT_NE(said.find("there is no file 'starpu_slu_lu_model_getrf.mirage'"), std::string::npos) << said;
}

}  // namespace
}  // namespace petriloom::starpu_examples_test
