// SPDX-License-Identifier: Apache-2.0
// Measures as functions of counts (Code::of_counts): the same values as on markings, to the last
// bit, and the same errors.
#include <gtest/gtest.h>

#include "engine/counts/replication.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

// A ring of sites with tokens of several phases, and measures of which some are functions of
// counts.
std::string ring(const std::string& measures) {
  return R"(colour Site = index site with 0..5;
colour Phase = enum { load, work, store };
fun power(s : Site) : real = 20.0 + 1.25 * (ord(s) : real);
fun shares(s : Site) : (list of real) = [0.1, 0.7, 0.3];
place IDLE : Site = all(Site);
place RUN : product Site * Phase;
transition start { var s : Site; time uniform(0.1, 0.9); in IDLE : s; out RUN : (s, Phase.load); }
transition next {
  var s : Site;
  var p : Phase;
  time exponential(3.0);
  guard p != Phase.store;
  in RUN : (s, p);
  out RUN : (s, succ(p));
}
transition finish { var s : Site; time deterministic(0.25); in RUN : (s, Phase.store); out IDLE : s; }
)" + measures;
}

struct Counted {
  std::size_t counted = 0, others = 0;
};

// How many members of measures are functions of counts.
Counted members_of(const Net& net) {
  const std::unique_ptr<counts::Plan> plan = counts::plan_runs(net, nullptr, false);
  Counted found;
  if (plan == nullptr) return found;
  WordPool pool = net.pool;
  Enabling enabling(net, pool);
  const RewardVariables measures(enabling, nullptr);
  for (std::size_t k = 0; k < measures.members(); ++k) {
    ++((*plan->counted_members)[k].code != nullptr ? found.counted : found.others);
  }
  return found;
}

SimulationResult run_on(const Net& net, Engine engine) {
  SimulationOptions options;
  options.engine = engine;
  options.max_firings = 2000;
  return simulate(net, options);
}

void expect_alike(const Net& net) {
  const SimulationResult flat = run_on(net, Engine::counts);
  const SimulationResult coloured = run_on(net, Engine::coloured);
  ASSERT_EQ(flat.measures.size(), coloured.measures.size());
  for (std::size_t m = 0; m < flat.measures.size(); ++m) {
    EXPECT_EQ(flat.measures[m].value.n, coloured.measures[m].value.n) << flat.measures[m].name;
    EXPECT_EQ(flat.measures[m].value.mean, coloured.measures[m].value.mean) << flat.measures[m].name;
  }
  ASSERT_EQ(flat.diagnostics.list().size(), coloured.diagnostics.list().size());
}

TEST(PartialEvaluation, ValuesAreThoseOfMarkings) {
  const Net net = text_net(ring(R"(
measure running[s in Site] = average tokens(RUN, (s, _));
measure loading = average tokens(RUN, (_, Phase.load));
measure all_idle = peak tokens(IDLE);
measure energy[s in Site] "J" = integral power(s) * ((tokens(RUN, (s, _)) : real) + 0.5 * (tokens(IDLE, s) : real));
measure shared[s in Site] = integral sum(p in all(Phase) : nth(shares(s), ord(p)) * (tokens(RUN, (s, p)) : real));
measure twice[s in Site] = average (let n = tokens(RUN, (s, _)) in n * n - max(n, tokens(IDLE, s)));
measure even[s in Site] = average (if ord(s) % 2 = 0 then tokens(RUN, (s, Phase.work)) else tokens(IDLE, s) + 7);
measure inverse = average (1 / tokens(IDLE));
measure empty "s" = time until tokens(IDLE) = 0;
)"));
  const Counted found = members_of(net);
  EXPECT_EQ(found.counted, 6 * 5 + 4);
  EXPECT_EQ(found.others, 0);
  expect_alike(net);
}

TEST(PartialEvaluation, WhatDependsOnCountsLooksAtMarkings) {
  const Net net = text_net(ring(R"(
measure chosen[s in Site] = average (if tokens(IDLE, s) > 0 then 2 else tokens(RUN, (s, _)));
measure any_running = average (if exists(s in all(Site) : tokens(RUN, (s, Phase.work)) > 0) then 1 else 0);
)"));
  const Counted found = members_of(net);
  EXPECT_EQ(found.counted, 0);
  EXPECT_EQ(found.others, 7);
  expect_alike(net);
}

// Where counts lead to no value, the expression says why, as it does on a marking.
TEST(PartialEvaluation, FailsAsOnMarkings) {
  const Net net = text_net(ring("measure shared \"s\" = time until 12 / tokens(IDLE) = 100;\n"));
  EXPECT_EQ(members_of(net).counted, 1);
  const SimulationResult flat = run_on(net, Engine::counts);
  const SimulationResult coloured = run_on(net, Engine::coloured);
  ASSERT_EQ(flat.diagnostics.list().size(), 1);
  ASSERT_EQ(coloured.diagnostics.list().size(), 1);
  EXPECT_EQ(flat.diagnostics.list()[0].message, coloured.diagnostics.list()[0].message);
  EXPECT_EQ(flat.firings, coloured.firings);
}

}  // namespace
}  // namespace petriloom::test
