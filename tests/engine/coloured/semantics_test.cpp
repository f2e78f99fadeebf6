// SPDX-License-Identifier: Apache-2.0
// The rules of docs/semantics.md, by number. (16 and 17 are of verification and tested there;
// absent_terms_test.cpp has more of 3.)
#include <gtest/gtest.h>

#include "engine/course/loop_watch.h"
#include "engine/marking/marking.h"
#include "tests/engine/draft.h"

namespace petriloom::test {
namespace {

TEST(Semantics, Rule1PutsOnlyColoursOfThePlace) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 2);
  const PlaceId from = d.place("FROM", ColourTable::kInt);
  const PlaceId to = d.place("TO", small);
  d.builder.mark(from, 7, 1);
  const TransitionId t = d.transition("t", {{"x", ColourTable::kInt}});
  d.in(t, from, d.var(t, 0));
  d.out(t, to, d.to(small, d.var(t, 0)));
  const Net net = d.build();
  const SimulationResult result = simulate(net, {});
  ASSERT_TRUE(result.diagnostics.has_errors());
  EXPECT_TRUE(result.diagnostics.list()[0].where.known());
  EXPECT_EQ(result.firings, 0U);
}

TEST(Semantics, Rule2TokensAreAvailableFromTheirTime) {
  Draft d;
  const PlaceId p = d.place("P");
  d.builder.mark(p, 0, 1, 3);
  d.in(d.transition("t"), p);
  const Net net = d.build();
  const Recorded run = record(net);
  EXPECT_EQ(run.text, "3 t\n - P 0 x1 @3\n");
  EXPECT_DOUBLE_EQ(run.result.time.mean, 3);
}

TEST(Semantics, Rule3BindsByPatternsEquationsAndEnumeration) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 1);
  const ColourSetId pair = d.colours().add_product("", {ColourTable::kInt, ColourTable::kInt});
  const PlaceId p = d.place("P", pair);
  const PlaceId q = d.place("Q", ColourTable::kInt);
  const TransitionId t = d.transition("t", {{"x", ColourTable::kInt}, {"y", ColourTable::kInt}, {"z", small}});
  const Word five[2] = {5, 5};
  const Word six[2] = {5, 6};
  d.builder.mark(p, d.builder.net().pool.intern(five), 1);
  d.builder.mark(p, d.builder.net().pool.intern(six), 1);
  d.in(t, p, d.tuple(pair, {d.var(t, 0), d.var(t, 0)}));  // repeated: only (5, 5)
  d[t].guards.push_back(d.op(Op::equal, d.var(t, 1), d.op(Op::add, d.var(t, 0), d.num(1))));
  d.out(t, q, d.var(t, 1));
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "t(5,6,0)");
}

TEST(Semantics, Rule4AbsentTermsAndValuesThatDoNotFit) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 2);
  const PlaceId p = d.place("P", ColourTable::kInt);
  const PlaceId q = d.place("Q", small);
  d.builder.mark(p, 0, 1);
  d.builder.mark(p, 9, 1);
  d.builder.mark(q, 0, 5);
  const TransitionId t = d.transition("t", {{"x", ColourTable::kInt}});
  d.in(t, p, d.var(t, 0));
  d.in(t, q, d.to(small, d.var(t, 0)));
  d.in(t, q, d.word(small, 1), 0);
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "t(0)");
}

TEST(Semantics, Rule5AddsNeedsOfOneColour) {
  Draft d;
  const PlaceId p = d.place("P", 3);
  const TransitionId t = d.transition("t");
  d.in(t, p);
  d.in(t, p);
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "t");
}

TEST(Semantics, Rule5ReadsShareAndInhibitorsCountFutureTokens) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const PlaceId q = d.place("Q");
  d.builder.mark(q, 0, 1, 4);
  const TransitionId blocked = d.transition("blocked");
  d.in(blocked, p);
  d.arc(blocked, ArcKind::inhibitor, q);
  const TransitionId reader = d.transition("reader");
  const PlaceId once = d.place("ONCE", 1);
  d.in(reader, once);
  d.arc(reader, ArcKind::read, p);
  d.arc(reader, ArcKind::read, p);
  const TransitionId clear = d.transition("clear");
  d.in(clear, q);
  const Net net = d.build();
  const Recorded run = record(net);
  EXPECT_EQ(run.sequence(), "reader clear blocked");
  EXPECT_EQ(run.times.back(), 4);
}

TEST(Semantics, Rule6EachTakesEveryElement) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 3);
  const PlaceId p = d.place("P", small);
  for (Word word = 0; word < 3; ++word) d.builder.mark(p, word, 1);
  const TransitionId t = d.transition("t");
  const std::vector<ExprId> elements{d.word(small, 0), d.word(small, 1), d.word(small, 2)};
  d.in(t, p, d.e().list(small, elements, d.where())).each = true;
  const Net net = d.build();
  const Recorded run = record(net);
  EXPECT_EQ(run.text, "0 t\n - P 0 x1 @0\n - P 1 x1 @0\n - P 2 x1 @0\n");
}

TEST(Semantics, Rule7TakesThenResetsThenPuts) {
  Draft d;
  const PlaceId go = d.place("GO", 1);
  const PlaceId p = d.place("P", 2);
  d.builder.mark(p, 0, 1, 9);
  const TransitionId t = d.transition("t");
  d.in(t, go);
  d.arc(t, ArcKind::reset, p);
  d.out(t, p).delay = d.real(1);
  d[t].delay = d.real(2);
  const TransitionId end = d.transition("end");
  d.in(end, p);
  const Net net = d.build();
  const Recorded run = record(net);
  // `end` is behind `t` by rule 9 only if its tokens came later: they all came at 0, so declaration
  // decides.
  EXPECT_EQ(run.text, "0 t\n - GO 0 x1 @0\n - P 0 x2 @0\n + P 0 x1 @3\n3 end\n - P 0 x1 @3\n");
}

TEST(Semantics, Rule7RefusesNegativeDelays) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const TransitionId t = d.transition("t", {{"x", ColourTable::kBool}});
  d.in(t, p);
  d.out(t, p).delay = d.e().if_(d.var(t, 0), d.real(1), d.real(-1), d.where());
  const SimulationResult result = simulate(d.build(), {});
  EXPECT_TRUE(result.diagnostics.has_errors());
}

TEST(Semantics, Rule8OneTimerThenImmediateTransitions) {
  Draft d;
  const PlaceId p = d.place("P", 2);
  const PlaceId q = d.place("Q", 0);
  const TransitionId timed = d.transition("timed");
  d.time(timed, Timing::deterministic, 1);
  d.in(timed, p);
  d.out(timed, q);
  d.in(d.transition("at_once"), q);
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "timed at_once timed at_once");
}

TEST(Semantics, Rule9PriorityThenFirstComeFirstServed) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 0, 3);
  const PlaceId queue = d.place("QUEUE", small);
  const PlaceId server = d.place("SERVER", 0);
  d.builder.mark(server, 0, 1, 10);
  d.builder.mark(queue, 3, 1, 1);
  d.builder.mark(queue, 1, 1, 2);
  d.builder.mark(queue, 2, 1, 2);
  d.builder.mark(queue, 0, 1, 3);
  const TransitionId serve = d.transition("serve", {{"x", small}});
  d.in(serve, server);
  d.in(serve, queue, d.var(serve, 0));
  d.out(serve, server).delay = d.real(1);
  const TransitionId urgent = d.transition("urgent");
  d[urgent].priority = d.num(1);
  d.in(urgent, server);
  d.in(urgent, queue, d.word(small, 0));
  d.out(urgent, server);
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "urgent serve(3) serve(1) serve(2)");
}

TEST(Semantics, Rule10WeightsShareByProportion) {
  Draft d;
  const PlaceId p = d.place("P", 20000);
  const TransitionId rare = d.transition("rare");
  d.in(rare, p);
  d[rare].weight = d.real(1);
  const TransitionId often = d.transition("often");
  d.in(often, p);
  d[often].weight = d.real(3);
  d.measure("rare", MeasureKind::count, rare);
  // 20000 draws of probability 1/4: mean 5000, standard deviation 61.
  EXPECT_NEAR(value_of(simulate(d.build(), {}), "rare").mean, 5000, 4 * 61);
}

/// `long` needs 3 s with A; A is away from 1 to 2. Returns when it fires.
double interrupted(Memory memory) {
  Draft d;
  const PlaceId a = d.place("A", 1);
  const PlaceId clock = d.place("CLOCK");
  d.builder.mark(clock, 0, 1, 1);
  const TransitionId slow = d.transition("slow");
  d.time(slow, Timing::deterministic, 3);
  d[slow].memory = memory;
  d.in(slow, a);
  const TransitionId away = d.transition("away");
  d.in(away, clock);
  d.in(away, a);
  d.out(away, a).delay = d.real(1);
  const Net net = d.build();
  const Recorded run = record(net);
  EXPECT_EQ(run.sequence(), "away slow");
  return run.times.back();
}

TEST(Semantics, Rule11Memory) {
  EXPECT_DOUBLE_EQ(interrupted(Memory::enabling), 5);
  EXPECT_DOUBLE_EQ(interrupted(Memory::age), 4);
}

TEST(Semantics, Rule11ResamplingAtEveryFiring) {
  Draft d;
  const PlaceId a = d.place("A", 1);
  const PlaceId clock = d.place("CLOCK");
  d.builder.mark(clock, 0, 1, 2);
  const TransitionId slow = d.transition("slow");
  d.time(slow, Timing::deterministic, 3);
  d[slow].memory = Memory::resampling;
  d.in(slow, a);
  d.in(d.transition("other"), clock);
  const Net net = d.build();
  EXPECT_DOUBLE_EQ(record(net).times.back(), 5);
}

TEST(Semantics, Rule11AStepThatGivesBackWhatItTakesDisablesNothing) {
  Draft d;
  const PlaceId a = d.place("A", 1);
  const PlaceId clock = d.place("CLOCK");
  d.builder.mark(clock, 0, 1, 2);
  const TransitionId slow = d.transition("slow");
  d.time(slow, Timing::deterministic, 3);
  d.in(slow, a);
  const TransitionId touch = d.transition("touch");
  d.in(touch, clock);
  d.in(touch, a);
  d.out(touch, a);
  const Net net = d.build();
  EXPECT_DOUBLE_EQ(record(net).times.back(), 3);
}

/// When four jobs of 1 s end on so many servers.
std::vector<double> served(std::int64_t servers) {
  Draft d;
  const PlaceId p = d.place("P", 4);
  const TransitionId t = d.transition("t");
  d.time(t, Timing::deterministic, 1);
  d[t].servers = servers;
  d.in(t, p);
  const Net net = d.build();
  return record(net).times;
}

TEST(Semantics, Rule12Servers) {
  EXPECT_EQ(served(0), (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(served(2), (std::vector<double>{1, 1, 2, 2}));
  EXPECT_EQ(served(1), (std::vector<double>{1, 2, 3, 4}));
}

TEST(Semantics, Rule12FoldedInstancesHaveTheirOwnServers) {
  Draft d;
  const ColourSetId node = d.colours().add_index("Node", "node", 0, 1);
  const ColourSetId small = d.colours().add_range("Small", 0, 1);
  const ColourSetId job = d.colours().add_product("", {node, small});
  Module module;
  module.name = "node";
  module.parent = ModuleId(0);
  module.indices = {node};
  module.index_names = {"n"};
  const ModuleId id = d.builder.add(module);
  const PlaceId p = d.place("P", job);
  d.builder.net().places[p.index()].module = id;
  d.builder.net().places[p.index()].folded = 1;
  for (Word word = 0; word < 4; ++word) d.builder.mark(p, word, 1);
  const TransitionId t = d.transition("t", {{"n", node}, {"x", small}});
  d[t].module = id;
  d[t].folded = 1;
  d.time(t, Timing::deterministic, 1);
  d[t].servers = 1;
  d.in(t, p, d.tuple(job, {d.var(t, 0), d.var(t, 1)}));
  const Net net = d.build();
  const Recorded run = record(net);
  EXPECT_EQ(run.sequence(), "t(0,0) t(1,0) t(0,1) t(1,1)");
  EXPECT_EQ(run.times, (std::vector<double>{1, 1, 2, 2}));
}

TEST(Semantics, Rule13SimultaneousTimers) {
  Draft d;
  const PlaceId p = d.place("P", 3);
  for (int k = 0; k < 3; ++k) {
    const TransitionId t = d.transition("t" + std::to_string(k));
    d.time(t, Timing::deterministic, 1);
    d[t].servers = 1;
    d.in(t, p);
    if (k == 2) d[t].priority = d.num(1);
  }
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "t2 t0 t1");
}

TEST(Semantics, Rule14LoopWithoutDelay) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const PlaceId q = d.place("Q", 0);
  const TransitionId ping = d.transition("ping");
  d.in(ping, p);
  d.out(ping, q);
  const TransitionId pong = d.transition("pong");
  d.in(pong, q);
  d.out(pong, p);
  const PlaceId late = d.place("LATE");
  d.builder.mark(late, 0, 1, 1);
  d.in(d.transition("innocent"), late);
  const SimulationResult result = simulate(d.build(), {});
  ASSERT_TRUE(result.diagnostics.has_errors());
  const std::string& message = result.diagnostics.list()[0].message;
  EXPECT_NE(message.find("ping"), std::string::npos) << message;
  EXPECT_NE(message.find("pong"), std::string::npos) << message;
  EXPECT_EQ(message.find("innocent"), std::string::npos) << message;
  EXPECT_EQ(result.firings, LoopWatch::kMostFirings);
}

TEST(Semantics, Rule15ThreadsDoNotMatter) {
  Draft d;
  const PlaceId p = d.place("P", 0);
  const TransitionId arrive = d.transition("arrive");
  d.time(arrive, Timing::exponential, 1);
  d.out(arrive, p);
  const TransitionId serve = d.transition("serve");
  d.time(serve, Timing::exponential, 2);
  d[serve].servers = 1;
  d.in(serve, p);
  d.measure("queue", MeasureKind::average, {}, d.tokens(p));
  const Net net = d.build();
  SimulationOptions options;
  options.until = 500;
  options.replications = 8;
  const SimulationResult one = simulate(net, options);
  options.jobs = 2;
  const SimulationResult two = simulate(net, options);
  EXPECT_EQ(one.firings, two.firings);
  EXPECT_EQ(value_of(one, "queue").mean, value_of(two, "queue").mean);
  EXPECT_EQ(value_of(one, "queue").half_width, value_of(two, "queue").half_width);
  EXPECT_EQ(one.time.mean, 500);
}

TEST(Semantics, EndsByStopFiringsAndUntil) {
  const auto make = [](bool stop) {
    Draft d;
    const PlaceId p = d.place("P", 0);
    const TransitionId t = d.transition("t");
    d.time(t, Timing::deterministic, 1);
    d.out(t, p);
    if (stop) d.builder.net().stop = d.op(Op::greater_equal, d.tokens(p), d.num(3));
    return d.build();
  };
  const SimulationResult stopped = simulate(make(true), {});
  EXPECT_EQ(stopped.ended, Ended::condition);
  EXPECT_DOUBLE_EQ(stopped.time.mean, 3);
  SimulationOptions options;
  options.until = 4.5;
  const SimulationResult until = simulate(make(false), options);
  EXPECT_EQ(until.ended, Ended::until);
  EXPECT_EQ(until.firings, 4U);
  EXPECT_DOUBLE_EQ(until.time.mean, 4.5);
  options.max_firings = 2;
  EXPECT_EQ(simulate(make(false), options).ended, Ended::firings);
  options.cancelled = [] { return true; };
  EXPECT_EQ(simulate(make(false), options).ended, Ended::cancelled);
}

}  // namespace
}  // namespace petriloom::test
