// SPDX-License-Identifier: Apache-2.0
// The task runtime of nets/tasks: proved on a small machine with each policy, a mistake of each
// file refuted, and as fast as StarPU says (docs/tasks.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom {
namespace {

Net net_of(const ReadResult& read) {
  for (const Diagnostic& message : read.diagnostics.list())
    ADD_FAILURE() << read.sources->describe(message.where) << message.message;
  return read.net.value();
}

Net cholesky(const SeededNets& nets, const std::string& policy, const char* tiles, const char* cards) {
  return net_of(nets.read("examples/tasks/cholesky/" + policy + ".loom", {{"N", tiles}, {"cards", cards}, {"cores", "1"}}));
}

VerifyResult proved(const Net& net) {
  VerifyOptions options;
  options.urgent = true;
  return verify(net, options);
}

/// Whether a policy goes by when workers will be free, which is open, so that any worker is tried
/// for each task.
bool goes_by_times(const std::string& policy) { return policy.find("dm") != std::string::npos || policy.ends_with("heft"); }

void expect_proof(const VerifyResult& result) {
  EXPECT_TRUE(result.state_space.complete);
  EXPECT_EQ(result.state_space.dead_markings, result.state_space.final_dead_markings);
  std::set<std::string> names;
  for (const PropertyResult& property : result.properties) {
    EXPECT_EQ(property.verdict, Verdict::holds) << property.name;
    names.insert(property.name);
  }
  for (const char* name :
       {"done", "owned", "once", "coherent", "workers.one_unit", "workers.one_fetch", "bounded", "deadlock_free"})
    EXPECT_TRUE(names.contains(name)) << name;
}

class TaskPolicies : public testing::TestWithParam<std::string> {};

// Two tiles a side on two cards and a core, whatever takes how long; also three, but for policies
// by times.
TEST_P(TaskPolicies, AreProved) {
  expect_proof(proved(cholesky(SeededNets(), GetParam(), "2", "2")));
  if (!goes_by_times(GetParam())) expect_proof(proved(cholesky(SeededNets(), GetParam(), "3", "2")));
}

INSTANTIATE_TEST_SUITE_P(All, TaskPolicies, testing::ValuesIn(task_policies()), [](const testing::TestParamInfo<std::string>& of) {
  std::string name = of.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// Two tiles a side are tasks one after the other; of three some run side by side.
class TaskPoliciesByTimes : public testing::TestWithParam<const char*> {};

TEST_P(TaskPoliciesByTimes, AreProvedSideBySide) { expect_proof(proved(cholesky(SeededNets(), GetParam(), "3", "1"))); }

INSTANTIATE_TEST_SUITE_P(All, TaskPoliciesByTimes, testing::Values("dmda", "dmdas"),
                         [](const testing::TestParamInfo<const char*>& of) { return std::string(of.param); });

// Policies, files of nets/tasks.
constexpr Mistake kTaskMistakes[] = {
    {"eager", "policy/central.loom", "transition look", "in  FETCHER : w;", "", "workers.one_fetch"},
    {"prio", "policy/central.loom", "transition take", "out TAKEN : (w, t);", "", "done"},
    {"prio", "policy/central.loom", "transition push", "out QUEUE : (n, t);", "", "done"},
    {"ws", "policy/stealing.loom", "transition push_own", "out QUEUE : (t, i, last + 1);", "", "done"},
    {"eager", "looks.loom", "transition call", "out PASS : w @+ look_time(w) when !on_its_way;", "", "done"},
    {"ws", "hearing.loom", "transition call", "out PASS : w when !on_its_way & !early @+ look_time(w);", "", "done"},
    {"ws", "policy/stealing.loom", "transition try", "out SLOT : w when !steals;", "", "free"},
    {"lws", "policy/stealing.loom", "transition steal", "out TAKEN : (w, t);", "", "done"},
    {"lws", "policy/stealing.loom", "transition own", "in  FETCHER : w;", "", "workers.one_fetch"},
    {"random", "policy/random.loom", "transition look", "in  FETCHER : w;", "", "workers.one_fetch"},
    {"random", "policy/random.loom", "transition push", "out PASS : (chosen, order_of_calls) @+ look_time(chosen) when looks;", "",
     "done"},
    {"heteroprio", "policy/buckets.loom", "transition take", "out TAKEN : (w, t) when !enough;", "", "done"},
    {"autoheteroprio", "policy/autoheteroprio.loom", "transition learn", "out CALIBRATION", "in  CALIBRATION", "done"},
    {"dm", "policy/in_turn.loom", "transition take", "out POPPED : (w, t);", "", "done"},
    {"dmda", "policy/in_turn.loom", "transition take", "in  FETCHER : w;", "", "workers.one_fetch"},
    {"dmdap", "policy/in_turn.loom", "transition take", "in  FETCHER : w;", "", "workers.one_fetch"},
    {"dmdar", "policy/ready.loom", "transition picked", "out POPPED : (w, t);", "", "done"},
    {"dmdas", "policy/expected.loom", "transition push", "out QUEUE : (w, n, rank, t);", "", "done"},
    {"dmdap", "policy/expected.loom", "transition push", "out PASS : w @+ look_time(w) when looks;", "", "done"},
    {"dmdasd", "policy/expected.loom", "transition pop", "out TAKEN : (w, t);", "", "done"},
    {"modular-heft", "policy/expected.loom", "transition enter", "out ABOVE : t;", "", "done"},
    {"modular-dmdas", "policy/expected.loom", "transition count_pulled", "out TAKEN : (w, t);", "", "done"},
    {"pheft", "policy/expected.loom", "transition pop_whole", "out TAKEN : (w, t);", "", "done"},
    {"three-criteria-heft", "policy/three-criteria-heft.loom", "transition take", "in  FETCHER : w;", "", "workers.one_fetch"},
    {"dmda", "data.loom", "transition write", "reset COPY : (d, _);", "", "coherent"},
    {"eager", "data.loom", "transition moved", "in  ROW : (n, s, m);", "", "done"},
    {"eager", "data.loom", "transition wait_for_lock", "out FETCH : (d, m, t, -abs(k)) @+ pause;", "", "done"},
    {"random", "handing.loom", "transition hand_on", "out ROUNDS : (i, at);", "", "done"},
    {"dmdas", "workers.loom", "transition finish", "out UNIT : w;", "", "workers.one_unit"},
    {"dm", "workers.loom", "transition finish", "out DONE : t;", "out DONE : 2`t;", "once"},
    {"dm", "workers.loom", "transition release", "out READY : t;", "", "done"},
    {"eager", "telling.loom", "transition release_in_turn", "out READY : t when push_cost = 0.0;", "", "done"},
    {"dmda", "workers.loom", "transition tell_all", "out RELEASE : each map(i in ready : (nth(next, i), w, i));", "", "done"},
};

class TaskMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(TaskMistakes, AreRefuted) {
  const Mistake& mistake = GetParam();
  SeededNets nets;
  nets.replace(std::string("tasks/") + mistake.file, mistake.section, mistake.before, mistake.after);
  // With two tiles a side, or with three, where more than one task runs at a time.
  EXPECT_TRUE(is_refuted(cholesky(nets, mistake.net, "2", "2"), mistake.refuted) ||
              (!goes_by_times(mistake.net) && is_refuted(cholesky(nets, mistake.net, "3", "2"), mistake.refuted)));
}

INSTANTIATE_TEST_SUITE_P(All, TaskMistakes, testing::ValuesIn(kTaskMistakes));

/// The example of a policy that draws from a seed, with so many tiles a side, three cards and nine
/// cores unless it is said otherwise.
Net drawn_from(const std::string& seed, std::map<std::string, std::string> constants) {
  SeededNets nets;
  nets.replace("tasks/policy/random.loom", "module POLICY", "rand_seed : int = -1", "rand_seed : int = " + seed);
  return net_of(nets.read("examples/tasks/cholesky/random.loom", std::move(constants)));
}

/// Of so many numbers that drand48 draws from a seed, those that choose a card: each card weighs
/// 13.33 and each core 0.5.
int drawn_for_cards(long seed, int numbers) {
  srand48(seed);
  int cards = 0;
  for (int k = 0; k < numbers; ++k) cards += drand48() * (3 * 13.33 + 9 * 0.5) < 3 * 13.33 ? 1 : 0;
  return cards;
}

// StarPU 1.4.12 over SimGrid ran 1386, 1378 and 1398 of 1540 tasks on cards with the seeds 1, 2 and
// 3, and 192, 196 and 194 of 220.
TEST(RandomPolicy, DrawsFromASeedAsStarPUDoes) {
  const std::map<std::string, std::pair<int, int>> known = {{"1", {1386, 192}}, {"2", {1378, 196}}, {"3", {1398, 194}}};
  for (const auto& [seed, on_cards] : known) {
    EXPECT_EQ(mean_of(simulate(drawn_from(seed, {{"N", "20"}}), {}), "workers.on_cards"), on_cards.first) << seed;
    EXPECT_EQ(mean_of(simulate(drawn_from(seed, {{"N", "10"}}), {}), "workers.on_cards"), on_cards.second) << seed;
  }
  for (const long seed : {0L, 7L, 2147483647L, 2147483648L, 4294967295L, 4294967297L, 9223372036854775807L}) {
    EXPECT_EQ(mean_of(simulate(drawn_from(std::to_string(seed), {{"N", "10"}}), {}), "workers.on_cards"),
              drawn_for_cards(seed, 220))
        << seed;
  }
}

constexpr double kSame = 5e-4;  // some microseconds of the drivers are not modelled

// Which task goes where hangs on the order in which tasks are released, to the microsecond.
TEST(RandomPolicy, TakesWhatStarPuTakes) {
  struct Run {
    const char* tiles;
    const char* seed;
    double makespan;  // ms
  };
  constexpr Run kRuns[] = {
      {"4", "1", 152.819},   {"4", "4", 61.257},   {"4", "7", 60.172},   {"4", "10", 179.258},  {"5", "5", 133.595},
      {"5", "8", 148.792},   {"5", "10", 262.408}, {"6", "1", 240.382},  {"6", "4", 235.686},   {"6", "7", 140.836},
      {"6", "8", 157.829},   {"6", "10", 379.930}, {"7", "7", 283.692},  {"7", "10", 292.101},  {"8", "1", 494.979},
      {"8", "4", 389.400},   {"8", "7", 393.163},  {"10", "3", 712.678}, {"20", "1", 2320.593}, {"20", "2", 2264.127},
      {"20", "3", 2027.253},
  };
  for (const Run& run : kRuns) {
    const SimulationResult result = simulate(drawn_from(run.seed, {{"N", run.tiles}}), {});
    EXPECT_NEAR(mean_of(result, "workers.makespan") * 1e3, run.makespan, kSame * run.makespan) << run.tiles << ' ' << run.seed;
  }
}

TEST(RandomPolicy, IsProvedWithASeed) { expect_proof(proved(drawn_from("1", {{"N", "3"}, {"cards", "1"}, {"cores", "2"}}))); }

/// What StarPU 1.4.12 took over simulated time for a stencil of examples/tasks/stencil.
struct Measured {
  const char* policy;
  const char* shape;
  int size;
  int blocks;
  int iterations;
  bool barrier;
  bool unequal;     ///< sides of half and one and a half times the mean
  int work;         ///< flop for each point
  double makespan;  ///< us
  double within;    ///< of it
};

std::ostream& operator<<(std::ostream& out, const Measured& measured) { return out << measured.policy << ' ' << measured.shape; }

constexpr Measured kMeasured[] = {
    {"eager", "apart", 20480, 16, 1, false, true, 200, 1619127.706, kSame},
    {"eager", "apart", 4096, 64, 1, false, true, 200, 55522.847, kSame},
    {"eager", "apart", 4096, 8, 10, true, false, 2000, 3700866.471, kSame},
    {"eager", "apart", 4096, 8, 10, true, false, 200, 458799.188, kSame},
    {"eager", "apart", 20480, 8, 1, false, true, 200, 1912659.954, kSame},
    {"eager", "apart", 4096, 128, 1, false, true, 2000, 266010.059, kSame},
    {"eager", "strips", 2048, 8, 10, false, true, 200, 175146.919, kSame},
    {"eager", "strips", 4096, 32, 10, false, true, 200, 790479.801, kSame},
    {"eager", "strips", 20480, 32, 10, false, true, 200, 20850168.520, kSame},
    {"eager", "strips", 16384, 8, 10, false, false, 2000, 63241744.089, kSame},
    {"eager", "strips", 16384, 32, 10, false, true, 2000, 19341458.653, kSame},
    {"eager", "squares", 16384, 64, 10, false, false, 2000, 19038920.421, kSame},
    {"eager", "squares", 16384, 64, 10, false, true, 200, 13339167.558, kSame},
    {"dm", "apart", 20480, 64, 1, false, true, 200, 9440899.769, kSame},
    {"dm", "apart", 8192, 64, 10, true, true, 2000, 3330416.748, kSame},
    {"dm", "strips", 4096, 64, 10, false, true, 200, 697429.718, kSame},
    {"dm", "strips", 4096, 64, 10, false, false, 2000, 829135.186, kSame},
    {"dm", "strips", 2048, 16, 10, false, true, 200, 113844.801, kSame},
    {"dm", "squares", 2048, 64, 10, false, false, 200, 142044.876, kSame},
    {"dm", "squares", 4096, 16, 10, false, true, 200, 459426.110, kSame},
    {"dm", "squares", 2048, 16, 10, false, false, 2000, 223334.648, kSame},
    {"dmda", "apart", 2048, 32, 1, false, true, 200, 13882.212, kSame},
    {"dmda", "apart", 16384, 64, 10, true, false, 200, 6895058.690, kSame},
    {"dmda", "strips", 4096, 64, 10, false, false, 2000, 823741.120, kSame},
    {"dmda", "strips", 2048, 16, 10, false, true, 2000, 214180.919, kSame},
    {"dmda", "strips", 2048, 8, 10, false, true, 200, 161925.471, kSame},
    {"dmda", "squares", 2048, 64, 10, false, false, 200, 98227.320, kSame},
    {"dmda", "squares", 4096, 64, 10, false, false, 2000, 821669.712, kSame},
    {"dmdar", "apart", 16384, 32, 1, false, false, 200, 1412049.800, kSame},
    {"dmdar", "apart", 20480, 32, 10, true, false, 2000, 20905320.754, kSame},
    {"dmdar", "strips", 20480, 32, 10, false, true, 200, 11449557.706, kSame},
    {"dmdar", "squares", 8192, 64, 10, false, false, 200, 1433672.321, kSame},
    {"dmdas", "apart", 4096, 64, 1, false, false, 2000, 372631.109, kSame},
    {"dmdas", "strips", 4096, 32, 10, false, true, 2000, 675442.007, kSame},
    {"dmdas", "strips", 4096, 32, 10, false, false, 200, 471910.200, kSame},
    {"dmdas", "squares", 4096, 64, 10, false, false, 200, 361023.357, kSame},
    {"ws", "apart", 4096, 64, 1, false, true, 2000, 277568.235, kSame},
    {"ws", "apart", 20480, 16, 10, true, false, 2000, 56549224.871, kSame},
    {"ws", "apart", 20480, 32, 10, true, true, 2000, 43568477.800, kSame},
    {"ws", "apart", 4096, 128, 10, true, false, 2000, 1050526.229, kSame},
    {"ws", "strips", 4096, 64, 10, false, true, 200, 696057.616, kSame},
    {"ws", "strips", 16384, 32, 10, false, true, 2000, 23611575.037, kSame},
    {"ws", "strips", 20480, 16, 10, false, false, 200, 19821286.680, kSame},
    {"ws", "strips", 8192, 128, 10, false, false, 2000, 4321066.018, kSame},
    {"ws", "squares", 4096, 64, 10, false, false, 200, 818235.404, kSame},
    {"ws", "squares", 20480, 16, 10, false, false, 200, 25121843.777, kSame},
    {"ws", "squares", 8192, 16, 10, false, true, 2000, 16003196.635, kSame},
    {"ws", "squares", 2048, 64, 10, false, false, 200, 215153.573, kSame},
};

class Stencils : public testing::TestWithParam<Measured> {};

TEST_P(Stencils, TakeWhatStarPuTakes) {
  const Measured& of = GetParam();
  const SeededNets nets;
  const Net net =
      net_of(nets.read(std::string("examples/tasks/stencil/") + of.policy + ".loom", {{"shape", of.shape},
                                                                                      {"size", std::to_string(of.size)},
                                                                                      {"blocks", std::to_string(of.blocks)},
                                                                                      {"iterations", std::to_string(of.iterations)},
                                                                                      {"barrier", of.barrier ? "true" : "false"},
                                                                                      {"small", of.unequal ? "0.5" : "1.0"},
                                                                                      {"large", of.unequal ? "1.5" : "1.0"},
                                                                                      {"work", std::to_string(of.work) + ".0"}}));
  for (const Engine engine : {Engine::fastest, Engine::coloured}) {
    SimulationOptions options;
    options.engine = engine;
    EXPECT_NEAR(mean_of(simulate(net, options), "workers.makespan") * 1e6, of.makespan, of.within * of.makespan);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Stencils, testing::ValuesIn(kMeasured));

/// That Cholesky with so many tiles a side takes what StarPU took, in s.
void expect_makespan(const std::string& policy, const char* tiles, double makespan) {
  const SimulationResult result =
      simulate(net_of(SeededNets().read("examples/tasks/cholesky/" + policy + ".loom", {{"N", tiles}})), {});
  EXPECT_NEAR(mean_of(result, "workers.makespan"), makespan, 0.02 * makespan) << tiles;
}

// With one bucket for each kernel and its speed-up.
TEST(Heteroprio, TakesTheNewestTaskOfABucket) {
  expect_makespan("heteroprio", "20", 1.805777577);
  expect_makespan("heteroprio", "28", 4.322977523);
}

// Where the application declares no buckets.
TEST(Heteroprio, LearnsWhatToTakeFirst) {
  expect_makespan("autoheteroprio", "20", 1.678784496);
  expect_makespan("autoheteroprio", "28", 4.083636553);
}

}  // namespace
}  // namespace petriloom
