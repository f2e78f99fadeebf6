// SPDX-License-Identifier: Apache-2.0
// What workers of the task runtime did adds up to all their time, with each policy; who waits for
// what is as small applications show by hand, and bounds are below every makespan.
#include "analysis/makespan/makespan.h"

#include <gtest/gtest.h>

#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::makespan_test {
namespace {

using Constants = std::map<std::string, std::string>;

const SeededNets& nets() {
  static const SeededNets all;
  return all;
}

Makespan makespan_of_run(const ReadResult& read, double until = 0) {
  for (const Diagnostic& message : read.diagnostics.list())
    ADD_FAILURE() << read.sources->describe(message.where) << message.message;
  const Net& net = read.net.value();
  const auto tasks = find_task_net(net);
  EXPECT_TRUE(tasks.has_value());
  WorkerTimesRecorder recorder(net, *tasks);
  SimulationOptions options;
  options.trace = &recorder;
  if (until > 0) options.until = until;
  const SimulationResult result = simulate(net, options);
  Makespan makespan = makespan_of(net, *tasks, recorder.take());
  for (const MeasureResult& measure : result.measures) {
    if (measure.name == "workers.makespan" && until == 0) {
      EXPECT_DOUBLE_EQ(measure.value.mean, makespan.times.makespan);
    }
  }
  return makespan;
}

Makespan makespan_of_run(const std::string& net, const Constants& constants) {
  return makespan_of_run(nets().read(net, constants));
}

/// What all workers did, and each of them, is all the time that there was.
void expect_whole(const Makespan& makespan) {
  double sum = 0;
  for (const WorkerTime& worker : makespan.times.workers) {
    double of_worker = 0;
    for (const double seconds : worker.seconds) {
      EXPECT_GE(seconds, 0) << worker.worker;
      of_worker += seconds;
    }
    EXPECT_NEAR(of_worker, makespan.times.makespan, 1e-12 * makespan.times.makespan) << worker.worker;
    sum += of_worker;
  }
  const double all = static_cast<double>(makespan.times.workers.size()) * makespan.times.makespan;
  EXPECT_NEAR(sum, all, 1e-12 * all);
}

double share(const Makespan& makespan, WorkerState state) { return makespan.seconds(state) / makespan.times.makespan; }

class MakespanOf : public testing::TestWithParam<const char*> {};

TEST_P(MakespanOf, AddsUpAndIsAboveItsBounds) {
  const std::string net = std::string("examples/tasks/cholesky/") + GetParam() + ".loom";
  const Makespan makespan = makespan_of_run(net, {{"N", "5"}});
  expect_whole(makespan);
  EXPECT_EQ(makespan.tasks(), 35U);
  EXPECT_FALSE(makespan.times.cut_off);
  double ran = 0;
  for (const TaskRun& run : makespan.times.runs) ran += run.end - run.begin;
  EXPECT_NEAR(makespan.seconds(WorkerState::running), ran, 1e-12);
  EXPECT_GT(share(makespan, WorkerState::data), 0);
  EXPECT_GT(share(makespan, WorkerState::dependency), 0);
  ASSERT_TRUE(makespan.bounds) << makespan.why_no_bounds;
  // On cards potrf, trsm and syrk take 5366.74, 6393.638 and 1402.745 us, and gemm with 2805.491 us
  // less than syrk and potrf together: all potrf, and a trsm and a syrk between them.
  EXPECT_NEAR(makespan.bounds->path, (5 * 5366.74 + 4 * 6393.638 + 4 * 1402.745) * 1e-6, 1e-9);
  EXPECT_LE(makespan.bounds->both, makespan.times.makespan);
  EXPECT_GE(makespan.bounds->both, makespan.bounds->path);
  EXPECT_GE(makespan.bounds->both, makespan.bounds->area);
}

INSTANTIATE_TEST_SUITE_P(EachPolicy, MakespanOf,
                         testing::Values("autoheteroprio", "dm", "dmda", "dmdap", "dmdar", "dmdas", "dmdasd", "eager", "heteroprio",
                                         "lws", "modular-dmdas", "modular-heft", "pheft", "prio", "random", "ws"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Makespan, OfAChainOneWorkerWorksAndTheOthersWaitForIt) {
  const Makespan makespan =
      makespan_of_run("examples/tasks/gemm/dmdas.loom", {{"M", "1"}, {"N", "1"}, {"K", "4"}, {"cards", "0"}, {"cores", "3"}});
  expect_whole(makespan);
  const double task = 2.0 * 960 * 960 * 960 / 20e9;
  ASSERT_TRUE(makespan.bounds) << makespan.why_no_bounds;
  EXPECT_NEAR(makespan.bounds->path, 4 * task, 1e-9);
  EXPECT_NEAR(makespan.bounds->area, 4 * task / 3, 1e-9);
  EXPECT_NEAR(makespan.bounds->both, 4 * task, 1e-6);
  EXPECT_NEAR(makespan.seconds(WorkerState::running), 4 * task, 1e-12);
  // While the first three tasks run the two others wait for them, while the last one does they have
  // no task.
  EXPECT_NEAR(makespan.seconds(WorkerState::dependency), 6 * task, 1e-4);
  EXPECT_NEAR(makespan.seconds(WorkerState::no_task), 2 * task, 1e-4);
  EXPECT_EQ(makespan.seconds(WorkerState::data), 0);
}

// Each iteration lasts as long as its largest block, and no block begins before all have ended it.
TEST(Makespan, OfTasksBehindBarriersIsBoundedByTheLongestOfEachPart) {
  const Makespan makespan = makespan_of_run("examples/tasks/stencil/eager.loom", {{"barrier", "true"},
                                                                                  {"shape", "apart"},
                                                                                  {"blocks", "4"},
                                                                                  {"iterations", "5"},
                                                                                  {"small", "0.5"},
                                                                                  {"large", "1.5"},
                                                                                  {"cards", "0"}});
  expect_whole(makespan);
  ASSERT_TRUE(makespan.bounds) << makespan.why_no_bounds;
  EXPECT_NEAR(makespan.bounds->path, makespan.times.makespan, 1e-3 * makespan.times.makespan);
  EXPECT_LT(makespan.bounds->area, 0.9 * makespan.bounds->path);
}

TEST(Makespan, OfIndependentTasksLeavesNoneForSome) {
  const Makespan makespan =
      makespan_of_run("examples/tasks/gemm/eager.loom", {{"M", "5"}, {"N", "1"}, {"K", "1"}, {"cards", "0"}, {"cores", "3"}});
  expect_whole(makespan);
  const double task = 2.0 * 960 * 960 * 960 / 20e9;
  ASSERT_TRUE(makespan.bounds) << makespan.why_no_bounds;
  EXPECT_NEAR(makespan.bounds->path, task, 1e-9);
  EXPECT_NEAR(makespan.bounds->area, 5 * task / 3, 1e-9);
  // Five tasks on three cores: one core has none at the end.
  EXPECT_NEAR(makespan.seconds(WorkerState::no_task), task, 1e-4);
  EXPECT_EQ(makespan.seconds(WorkerState::dependency), 0);
}

TEST(Makespan, OfSmallCholeskyOnTwoCoresIsBoundByHand) {
  const Makespan makespan = makespan_of_run("examples/tasks/cholesky/prio.loom", {{"N", "3"}, {"cards", "0"}, {"cores", "2"}});
  expect_whole(makespan);
  constexpr double kPotrf = 18849.69e-6, kTrsm = 45646.76e-6, kSyrk = 43890.1e-6, kGemm = 87780.2e-6;
  ASSERT_TRUE(makespan.bounds) << makespan.why_no_bounds;
  EXPECT_NEAR(makespan.bounds->area, (3 * kPotrf + 3 * kTrsm + 3 * kSyrk + kGemm) / 2, 1e-9);
  // The first and the last potrf, two trsm, gemm and syrk.
  EXPECT_NEAR(makespan.bounds->path, 2 * kPotrf + 2 * kTrsm + kGemm + kSyrk, 1e-9);
}

TEST(Makespan, IsBoundByWhereTasksRun) {
  const Makespan makespan = makespan_of_run(nets().read_text(
      "examples/tasks/cholesky/apart.loom",
      "import \"prio.loom\"; fun has_kernel(kernel : int, w : Worker) : bool = (w < cards) = (kernel = 1 | kernel = 2);\n",
      {{"N", "3"}, {"cards", "1"}, {"cores", "1"}}));
  expect_whole(makespan);
  // On a core potrf and gemm, on a card trsm and syrk.
  constexpr double kPotrf = 18849.69e-6, kTrsm = 6393.638e-6, kSyrk = 1402.745e-6, kGemm = 87780.2e-6;
  ASSERT_TRUE(makespan.bounds) << makespan.why_no_bounds;
  EXPECT_NEAR(makespan.bounds->area, 3 * kPotrf + kGemm, 1e-9);
  EXPECT_NEAR(makespan.bounds->path, 2 * kPotrf + 2 * kTrsm + kGemm + kSyrk, 1e-9);
}

// Times of the runtime are rounded to 2^-40 s, which is much of a short task.
TEST(Makespan, OfShortTasksHasBounds) {
  for (const char* rate : {"1 Tflop/s", "1.3 Tflop/s", "7 Tflop/s", "130 Tflop/s"}) {
    const Makespan makespan = makespan_of_run(
        "examples/tasks/gemm/eager.loom", {{"M", "1"}, {"N", "1"}, {"K", "1"}, {"tile", "100"}, {"cards", "0"}, {"rate", rate}});
    ASSERT_TRUE(makespan.bounds) << rate << ": " << makespan.why_no_bounds;
    EXPECT_LE(makespan.bounds->both, makespan.times.makespan + 1e-12);
  }
}

// Cores wait for no policy while tasks are ready that they do not run.
TEST(Makespan, OfTasksForCardsLeavesNoneForCores) {
  const Makespan makespan = makespan_of_run(
      nets().read_text("examples/tasks/cholesky/apart.loom",
                       "import \"prio.loom\"; fun has_kernel(kernel : int, w : Worker) : bool = w < cards | kernel = 0;\n",
                       {{"N", "4"}, {"cards", "1"}, {"cores", "1"}}));
  expect_whole(makespan);
  const auto& core = makespan.times.workers[1];
  const auto seconds = [&](WorkerState state) { return core.seconds[static_cast<std::size_t>(state)]; };
  EXPECT_LT(seconds(WorkerState::policy), 0.1 * makespan.times.makespan);
  EXPECT_GT(seconds(WorkerState::dependency), 0.1 * makespan.times.makespan);
}

TEST(Makespan, OfDataThatComeIsTold) {
  // One card, one task of two tiles: it waits for them, and for nothing else but the start.
  const Makespan makespan =
      makespan_of_run("examples/tasks/gemm/dmdas.loom", {{"M", "1"}, {"N", "1"}, {"K", "1"}, {"cards", "1"}, {"cores", "1"}});
  expect_whole(makespan);
  const double task = 2.0 * 960 * 960 * 960 / 20e9 / 40;
  const double transfers = 2 * (10e-6 + 8.0 * 960 * 960 / 12e9);
  EXPECT_NEAR(makespan.times.workers[0].seconds[static_cast<std::size_t>(WorkerState::running)], task, 1e-12);
  EXPECT_NEAR(makespan.times.workers[0].seconds[static_cast<std::size_t>(WorkerState::data)], transfers, 2e-5);
  EXPECT_NEAR(makespan.times.makespan, task + transfers, 2e-5);
}

TEST(Makespan, OfTeamsAddsUp) {
  const Makespan makespan = makespan_of_run("examples/tasks/assembly/eager.loom", {{"cards", "0"}, {"team", "3"}});
  expect_whole(makespan);
  double ran = 0;
  for (const TaskRun& run : makespan.times.runs) ran += run.end - run.begin;
  EXPECT_GT(makespan.seconds(WorkerState::running), ran);  // others of the team, too
  EXPECT_GT(makespan.seconds(WorkerState::team), 0);
  // Cores that work for another are loaded.
  double used = 0;
  for (const CapacityLoad& load :
       run_with_loads(nets().read("examples/tasks/assembly/eager.loom", {{"cards", "0"}, {"team", "3"}})).loads.loads)
    used += load.place == "workers.UNIT" ? load.used : 0;
  EXPECT_NEAR(used, makespan.seconds(WorkerState::running), 1e-9);
  ASSERT_TRUE(makespan.bounds) << makespan.why_no_bounds;
  EXPECT_NEAR(makespan.bounds->area * static_cast<double>(makespan.times.workers.size()), makespan.seconds(WorkerState::running),
              1e-9);
  EXPECT_LE(makespan.bounds->both, makespan.times.makespan);
}

TEST(Makespan, OfCommutingAndReducingTasksAddsUp) {
  for (const char* how : {"commuting", "reducing"}) {
    const Makespan makespan = makespan_of_run("examples/tasks/assembly/ws.loom", {{"how", how}});
    expect_whole(makespan);
    EXPECT_FALSE(makespan.times.cut_off);
    ASSERT_TRUE(makespan.bounds) << makespan.why_no_bounds;
    EXPECT_LE(makespan.bounds->both, makespan.times.makespan);
  }
}

TEST(Makespan, OfARunThatWasEndedHasNoBounds) {
  const Makespan makespan = makespan_of_run(nets().read("examples/tasks/cholesky/dmda.loom", {{"N", "6"}}), 0.02);
  expect_whole(makespan);
  EXPECT_EQ(makespan.times.makespan, 0.02);
  EXPECT_TRUE(makespan.times.cut_off);
  EXPECT_EQ(makespan.seconds(WorkerState::no_task), 0);
  EXPECT_FALSE(makespan.bounds);
  EXPECT_EQ(makespan.why_no_bounds, "the run ended before its tasks");
}

TEST(Makespan, OfTasksThatAreFasterThanTheyMayHasNoBounds) {
  SeededNets faster;
  faster.replace("tasks/workers.loom", "transition start", "duration(t, w)", "0.5 * duration(t, w)");
  const Makespan makespan = makespan_of_run(faster.read("examples/tasks/cholesky/dmda.loom", {{"N", "3"}}));
  expect_whole(makespan);
  EXPECT_FALSE(makespan.bounds);
  EXPECT_EQ(makespan.why_no_bounds, "10 of 10 tasks took less than duration(t, w)");
}

TEST(Makespan, IsOfTheTaskRuntimeAlone) {
  const ReadResult read = nets().read("examples/cholesky/dmda.loom");
  ASSERT_TRUE(read.net);
  EXPECT_FALSE(find_task_net(*read.net));
}

}  // namespace
}  // namespace petriloom::makespan_test
