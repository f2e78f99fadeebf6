// SPDX-License-Identifier: Apache-2.0
// What a net without measures shows: mean tokens of places and throughputs of transitions, by every
// engine.
#include <gtest/gtest.h>

#include "engine/coloured/replication.h"
#include "engine/measure/observed.h"
#include "engine/simulate/simulate.h"
#include "engine/state/run_state_text.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

Net observed(const std::string& text, Fold fold = Fold::automatic) {
  Net net = text_net(text, fold);
  observe(net, [](std::string_view) { return true; });
  return net;
}

const MeasureResult& named(const std::vector<MeasureResult>& results, const std::string& name) {
  for (const MeasureResult& one : results) {
    if (one.name == name) return one;
  }
  throw std::runtime_error("there is no " + name);
}

// A clock of period 2 s: in 0..10 s it fires at 2, 4, 6, 8 and 10 s, and from 0 to 10 s A holds 0,
// 1, 2, 3, 4 for 2 s each.
constexpr const char* kClock =
    "place P : unit = 1`(); place A : unit;\ntransition tick { in P; out P; out A; time deterministic(2.0); }\n";

TEST(Observed, MeansAndThroughputs) {
  const Net net = observed(kClock);
  SimulationOptions options;
  options.until = 10;
  for (const Engine engine : {Engine::coloured, Engine::counts}) {
    for (const std::uint64_t runs : {1U, 3U}) {
      options.engine = engine;
      options.replications = runs;
      const SimulationResult result = simulate(net, options);
      EXPECT_TRUE(result.measures.empty());
      EXPECT_DOUBLE_EQ(named(result.places, "P").value.mean, 1);
      EXPECT_DOUBLE_EQ(named(result.places, "A").value.mean, 2);
      EXPECT_DOUBLE_EQ(named(result.transitions, "tick").value.mean, 0.5);
      EXPECT_EQ(named(result.transitions, "tick").value.n, runs);
    }
  }
}

TEST(Observed, AfterAWarmUpAndInBatches) {
  const Net net = observed(kClock);
  SimulationOptions options;
  options.until = 10;
  options.statistics.warm_up = 4;  // A holds 2, 3, 4 for 2 s each; ticks at 4, 6, 8, 10
  SimulationResult result = simulate(net, options);
  EXPECT_DOUBLE_EQ(named(result.places, "A").value.mean, 3);
  EXPECT_DOUBLE_EQ(named(result.transitions, "tick").value.mean, 4.0 / 6);
  const Net queue = observed(
      "place FREE : unit = 1`(); place BUSY : unit;\n"
      "transition go { in FREE; out BUSY; time exponential(1.0); }\n"
      "transition end { in BUSY; out FREE; time exponential(1.0); }\n");
  options = {};
  options.until = 20000;
  options.statistics.batches = 20;
  result = simulate(queue, options);  // half of the time free, and half a firing of each a second
  EXPECT_NEAR(named(result.places, "FREE").value.mean, 0.5, 2 * named(result.places, "FREE").value.half_width);
  EXPECT_NEAR(named(result.transitions, "end").value.mean, 0.5, 2 * named(result.transitions, "end").value.half_width);
  EXPECT_EQ(named(result.transitions, "end").value.n, 20U);
}

// Leaps and levels: 1000 items that decay at 1 /s each, 500 of them on average in 0..T if T =
// 1.5936 s solves (1 - exp(-T)) / T = 0.5, and a level that rises by 1 a second has the mean 1 in
// 0..2 s.
TEST(Observed, LeapsAndLevels) {
  const Net decay = observed("place A : unit = 1000`();\ntransition t { in A; time exponential(1.0); }\n");
  SimulationOptions options;
  options.until = 1.593624;
  options.replications = 40;
  options.tau_leap = 0.01;
  const SimulationResult leaped = simulate(decay, options);
  EXPECT_NEAR(named(leaped.places, "A").value.mean, 500, 2 * named(leaped.places, "A").value.half_width + 1);
  const Net level = observed("place L : fluid = 0.0;\ntransition rise { out L; flow 1.0; }\n");
  options = {};
  options.until = 2;
  const SimulationResult flowed = simulate(level, options);
  EXPECT_NEAR(named(flowed.places, "L").value.mean, 1, 1e-9);
  EXPECT_TRUE(flowed.transitions.empty());  // it flows and does not fire
}

// Three stations that fire at 1, 2 and 3 s each: in 0..6 s six, three and two firings.
TEST(Observed, ArraysInTotalFoldedOrNot) {
  const std::string text =
      "scope st[k in 1..3] { place Q : unit = 2`(); transition t { in Q; out Q; time deterministic(real(k)); servers 1; } }\n";
  SimulationOptions options;
  options.until = 6;
  const SimulationResult folded = simulate(observed(text, Fold::always), options);
  const SimulationResult whole = simulate(observed(text, Fold::never), options);
  for (const SimulationResult* result : {&folded, &whole}) {
    EXPECT_DOUBLE_EQ(named(result->places, "st[*].Q").value.mean, 6);
    EXPECT_DOUBLE_EQ(named(result->transitions, "st[*].t").value.mean, 11.0 / 6);
    EXPECT_FALSE(named(result->places, "st[*].Q").in_total);
  }
  EXPECT_EQ(folded.places.size(), 1U);
  EXPECT_DOUBLE_EQ(named(whole.transitions, "st[2].t").value.mean, 0.5);
  EXPECT_TRUE(named(whole.transitions, "st[2].t").in_total);
}

TEST(Observed, GoesOnFromASavedState) {
  const Net net = observed(kClock);
  SimulationOptions options;
  options.until = 10;
  coloured::Replication first(net, options, 0, nullptr);
  ASSERT_FALSE(first.go(4));
  std::string problem;
  const std::optional<RunState> state = read_run_state(net, write_run_state(net, first.save()), problem);
  ASSERT_TRUE(state.has_value()) << problem;
  options.from = &*state;
  EXPECT_DOUBLE_EQ(named(simulate(net, options).places, "A").value.mean, 2);
  // A state of the net as it is has recorded nothing: what is observed begins where it stands, at 4
  // s.
  const Net plain = text_net(kClock);
  const SimulationOptions unlimited;
  coloured::Replication bare(plain, unlimited, 0, nullptr);
  ASSERT_FALSE(bare.go(4));
  RunState there = bare.save();
  ASSERT_TRUE(there.measures.empty());
  options.from = &there;
  options.statistics.warm_up = there.now;
  for (const Engine engine : {Engine::coloured, Engine::counts}) {
    options.engine = engine;
    const SimulationResult result = simulate(net, options);
    const double before = there.now / 2;  // tokens of A there; one more every 2 s until 10 s
    EXPECT_DOUBLE_EQ(named(result.places, "A").value.mean, (before + 4) / 2);
    EXPECT_DOUBLE_EQ(named(result.transitions, "tick").value.mean, (5 - static_cast<double>(there.firings)) / (10 - there.now));
  }
}

}  // namespace
}  // namespace petriloom::test
