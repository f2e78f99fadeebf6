// SPDX-License-Identifier: Apache-2.0
// Replications on threads, with every engine: the same results as on one. Run under the thread
// sanitizer as well (./test).
#include <gtest/gtest.h>

#include <atomic>

#include "engine/simulate/checkpoint.h"
#include "engine/simulate/compare.h"
#include "engine/simulate/simulate.h"
#include "tests/engine/random_net.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

/// Lists that grow and shrink: a run on coloured tokens, with a pool of its own.
constexpr const char* kStack =
    "place S : list of int = 1`[]; var l : list of int;\n"
    "transition push { in S : l; out S : ([length(l)] ++ l); time exponential(1.0); }\n"
    "transition pop { in S : l; guard length(l) > 0; out S : filter(y in l : y + 1 < length(l)); time exponential(1.5); }\n"
    "measure pops = count pop;\n";

constexpr const char* kDecay =
    "place A : unit = 3000`(); transition decay { in A; time exponential(0.5); } measure left = average tokens(A);\n";

constexpr const char* kTank =
    "place TANK : fluid = 10; place ON : unit = 1`(); place OFF : unit;\n"
    "transition fill { read ON; out TANK; flow 1; }\n"
    "transition leak { in TANK; flow 0.2 * level(TANK); }\n"
    "transition stop { in ON; out OFF; time exponential(0.5); }\n"
    "transition start { in OFF; out ON; time exponential(0.5); }\n"
    "measure mean = average level(TANK);\n";

/// Everything of a compiled net that runs share: ranks of tokens, lists that are kept, counts and
/// sums over tokens in guards, draws and delays.
constexpr const char* kOrdered =
    "colour Job = product int * int;\n"
    "fun weight_of(n : int) : int = sum(x in range(0, n) : x * x % 7);\n"
    "place QUEUE : Job = map(k in range(1, 12) : (k, weight_of(k)));\n"
    "place BUSY : Job; place DONE : Job; var n, k, u : int;\n"
    "transition take { guard tokens(BUSY) < 3; in QUEUE : (n, k); order by weight_of(k) - n;\n"
    "  draw u = discrete(1, 5); out BUSY : (n, weight_of(k) + u) @+ real(u) * 100 ms; }\n"
    "transition finish { in BUSY : (n, k); guard sum(j in DONE : j.2) < 100000; out DONE : (n, k); time exponential(2.0); }\n"
    "transition again { in DONE : (n, k); guard tokens(QUEUE) < 4; out QUEUE : (n, k % 50); time exponential(1.0); }\n"
    "measure waiting = average tokens(QUEUE); measure done = count finish;\n";

std::vector<double> means(const SimulationResult& result) {
  EXPECT_FALSE(result.diagnostics.has_errors());
  std::vector<double> values{result.time.mean, static_cast<double>(result.firings)};
  for (const MeasureResult& measure : result.measures) {
    values.push_back(measure.value.mean);
    values.push_back(measure.value.half_width);
  }
  return values;
}

SimulationOptions options_of(Engine engine = Engine::fastest) {
  SimulationOptions options;
  options.replications = 9;
  options.until = 50;
  options.engine = engine;
  return options;
}

/// Simulates on one thread, then on several, which tell what is over and look at the clock outside.
void expect_same_on_threads(const Net& net, SimulationOptions options) {
  const std::vector<double> alone = means(simulate(net, options));
  EXPECT_GT(alone[1], 0);
  for (const std::size_t jobs : {2U, 4U}) {
    std::uint64_t finished = 0;  // one call at a time
    std::atomic<std::uint64_t> looks = 0;
    options.jobs = jobs;
    options.finished = [&](std::uint64_t count) { finished = std::max(finished, count); };
    options.progress = [&](std::uint64_t, double) { ++looks; };
    options.cancelled = [&] { return ++looks == 0; };
    EXPECT_EQ(means(simulate(net, options)), alone);
    EXPECT_EQ(finished, options.replications);
  }
}

TEST(Threads, RunsOnColouredTokens) {
  expect_same_on_threads(text_net(kStack), options_of());
  expect_same_on_threads(text_net(kQueue), options_of(Engine::coloured));
  expect_same_on_threads(text_net(kOrdered), options_of());
}

TEST(Threads, RunsOnCounts) { expect_same_on_threads(text_net(kQueue), options_of()); }

TEST(Threads, RunsThatLeap) {
  SimulationOptions options = options_of();
  options.tau_leap = 0.03;
  options.until = 4;
  expect_same_on_threads(text_net(kDecay), options);
}

TEST(Threads, RunsOfLevels) { expect_same_on_threads(text_net(kTank), options_of()); }

TEST(Threads, RandomNets) {
  for (std::uint64_t number = 1; number <= 40; ++number) {
    SimulationOptions options = options_of(number % 2 == 0 ? Engine::coloured : Engine::fastest);
    options.replications = 4;
    options.max_firings = 60;
    const Net net = random_net(number);
    const SimulationResult alone = simulate(net, options);
    options.jobs = 3;
    const SimulationResult together = simulate(net, options);
    EXPECT_EQ(together.firings, alone.firings) << "random net " << number;
    EXPECT_EQ(together.time.mean, alone.time.mean) << "random net " << number;
  }
}

TEST(Threads, PairsAndStreamsOfTransitions) {
  SimulationOptions options = options_of();
  options.replications = 8;
  options.antithetic = true;
  expect_same_on_threads(text_net(kQueue), options);
  options.antithetic = false;
  options.own_streams = true;
  expect_same_on_threads(text_net(kQueue), options);
}

// Whatever is written meanwhile, and by whom, is a checkpoint.
TEST(Threads, CheckpointsAreWrittenMeanwhile) {
  const Net net = text_net(kQueue);
  SimulationOptions options = options_of();
  options.until = 20'000;
  CheckpointOptions checkpoint;
  checkpoint.every = 0.001;
  checkpoint.settings = checkpoint_settings(options);
  std::uint64_t written = 0;
  checkpoint.write = [&](const std::string& text) {
    std::string problem;
    EXPECT_TRUE(read_checkpoint(net, text, checkpoint.settings, problem)) << problem;
    ++written;
  };
  options.checkpoint = &checkpoint;
  expect_same_on_threads(net, options);
  EXPECT_GT(written, 0U);
}

}  // namespace
}  // namespace petriloom::test
