// SPDX-License-Identifier: Apache-2.0
// Measures, and measures over measures.
#include <gtest/gtest.h>

#include "tests/engine/draft.h"

namespace petriloom::test {
namespace {

/// Jobs 1, 2, 3 arrive at 1, 2, 3 and are served one after the other, job x for x seconds: starts
/// at 1, 2, 4; ends at 2, 4, 7.
class Jobs {
 public:
  Jobs()
      : small(d.colours().add_range("Small", 1, 3)),
        queue(d.place("QUEUE", small)),
        run(d.place("RUN", small)),
        idle(d.place("IDLE", 1)) {
    for (Word word = 1; word <= 3; ++word) d.builder.mark(queue, word, 1, static_cast<double>(word));
    start = d.transition("start", {{"x", small}});
    d.in(start, queue, x(start));
    d.in(start, idle);
    d.out(start, run, x(start)).delay = d.to(ColourTable::kReal, d.to(ColourTable::kInt, x(start)));
    finish = d.transition("finish", {{"x", small}});
    d.in(finish, run, x(finish));
    d.out(finish, idle);
  }
  ExprId x(TransitionId t) { return d.var(t, 0); }
  ExprId number(TransitionId t) { return d.to(ColourTable::kInt, x(t)); }
  SimulationResult result() { return simulate(d.build(), {}); }

  Draft d;
  ColourSetId small;
  PlaceId queue, run, idle;
  TransitionId start, finish;
};

TEST(Measure, OfFirings) {
  Jobs jobs;
  Draft& d = jobs.d;
  d.measure("count", MeasureKind::count, jobs.start);
  const MeasureId big = d.measure("big", MeasureKind::count, jobs.start);
  d.builder.net().measures[big.index()].condition = d.op(Op::greater, jobs.number(jobs.start), d.num(1));
  d.measure("sum", MeasureKind::sum, jobs.start, jobs.number(jobs.start));
  d.measure("mean", MeasureKind::mean, jobs.start, jobs.number(jobs.start));
  d.measure("min", MeasureKind::minimum, jobs.start, jobs.number(jobs.start));
  d.measure("max", MeasureKind::maximum, jobs.start, jobs.number(jobs.start));
  d.measure("first", MeasureKind::first, jobs.finish, d.e().now(d.where()));
  d.measure("last", MeasureKind::last, jobs.finish, d.e().now(d.where()));
  const MeasureId delay = d.measure("delay", MeasureKind::delay, jobs.start);
  d.builder.net().measures[delay.index()].until = jobs.finish;
  const SimulationResult result = jobs.result();
  const std::vector<std::pair<std::string, double>> expected{{"count", 3}, {"big", 2},   {"sum", 6},  {"mean", 2}, {"min", 1},
                                                             {"max", 3},   {"first", 2}, {"last", 7}, {"delay", 2}};
  for (const auto& [name, value] : expected) EXPECT_DOUBLE_EQ(value_of(result, name).mean, value) << name;
}

TEST(Measure, OfStates) {
  Jobs jobs;
  Draft& d = jobs.d;
  d.measure("busy", MeasureKind::average, {}, d.tokens(jobs.run));
  d.measure("energy", MeasureKind::integral, {}, d.op(Op::multiply, d.real(30), d.tokens(jobs.run)));
  d.measure("three", MeasureKind::integral, {}, d.tokens(jobs.run, d.word(jobs.small, 3)));
  d.measure("peak", MeasureKind::peak, {}, d.tokens(jobs.queue));
  const SimulationResult result = jobs.result();
  EXPECT_DOUBLE_EQ(result.time.mean, 7);
  EXPECT_DOUBLE_EQ(value_of(result, "busy").mean, 6.0 / 7);
  EXPECT_DOUBLE_EQ(value_of(result, "energy").mean, 180);
  EXPECT_DOUBLE_EQ(value_of(result, "three").mean, 3);
  EXPECT_DOUBLE_EQ(value_of(result, "peak").mean, 3);
}

TEST(Measure, FamiliesAndDerived) {
  Jobs jobs;
  Draft& d = jobs.d;
  const MeasureId family =
      d.measure("time", MeasureKind::integral, {}, d.tokens(jobs.run, d.e().variable(jobs.small, 0, d.where())));
  Measure& time = d.builder.net().measures[family.index()];
  time.keys = {{"x", jobs.small}};
  time.members = {{1}, {2}, {3}};
  time.slots = 1;
  const auto derive = [&](const std::string& name, const std::string& text) {
    const MeasureId id = d.measure(name, MeasureKind::derived);
    d.builder.net().measures[id.index()].value_text = text;
    return id;
  };
  derive("all", "sum(time[*])");
  derive("mixed", "((time[1] + time[2]) * -(2 - 5) / max(time[3], 1))");
  derive("nothing", "(1 / (all - 6))");
  derive("later", "(twice[3] + count(time[*], 1))");
  const MeasureId twice = derive("twice", "(2 * time[x])");
  d.builder.net().measures[twice.index()].keys = {{"x", jobs.small}};
  d.builder.net().measures[twice.index()].members = {{1}, {3}};
  const SimulationResult result = jobs.result();
  EXPECT_FALSE(result.diagnostics.has_errors());
  EXPECT_DOUBLE_EQ(value_of(result, "time[2]").mean, 2);
  EXPECT_DOUBLE_EQ(value_of(result, "all").mean, 6);
  EXPECT_DOUBLE_EQ(value_of(result, "mixed").mean, 3);
  EXPECT_EQ(value_of(result, "nothing").n, 0U);
  EXPECT_DOUBLE_EQ(value_of(result, "twice[3]").mean, 6);
  EXPECT_DOUBLE_EQ(value_of(result, "later").mean, 10);
}

// Ten tenths added up are 0.9999999999999999: what is left beside 1 is rounding, of both signs.
// What is left of 1 and 1 - 1e-9 is not.
TEST(Measure, DerivedDifferencesOfRoundingAreNothing) {
  Draft d;
  d.place("P", 1);
  const std::pair<std::string, double> texts[] = {{"1 - sum(0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)", 0},
                                                  {"sum(0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1) - 1", 0},
                                                  {"-1 + sum(0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)", 0},
                                                  {"1 - 0.999999999", 1 - 0.999999999}};
  for (const auto& [text, value] : texts) {
    const MeasureId id = d.measure("m" + std::to_string(d.builder.net().measures.size()), MeasureKind::derived);
    d.builder.net().measures[id.index()].value_text = text;
  }
  const SimulationResult result = simulate(d.build(), {});
  ASSERT_FALSE(result.diagnostics.has_errors());
  for (std::size_t k = 0; k < std::size(texts); ++k) EXPECT_EQ(result.measures[k].value.mean, texts[k].second) << texts[k].first;
}

TEST(Measure, DerivedTextsThatAreWrong) {
  for (const std::string& text : {std::string("nobody"), std::string("(1 + "), std::string("m"), std::string("sum("),
                                  std::string("1 2"), std::string("sin(1)"), std::string("x[1]"), std::string(5000, '(')}) {
    Draft d;
    d.place("P", 1);
    const MeasureId id = d.measure("m", MeasureKind::derived);
    d.builder.net().measures[id.index()].value_text = text;
    EXPECT_TRUE(simulate(d.build(), {}).diagnostics.has_errors()) << text.substr(0, 20);
  }
}

// Student t with 2 degrees of freedom: the 0.975 quantile is 4.303.
TEST(Measure, ConfidenceIntervals) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const TransitionId t = d.transition("t");
  d.time(t, Timing::exponential, 1);
  d.in(t, p);
  d.measure("end", MeasureKind::last, t, d.e().now(d.where()));
  const Net net = d.build();
  SimulationOptions options;
  options.replications = 3;
  const Estimate three = value_of(simulate(net, options), "end");
  EXPECT_EQ(three.n, 3U);
  EXPECT_GT(three.half_width, 0);
  options.replications = 1;
  EXPECT_EQ(value_of(simulate(net, options), "end").half_width, 0);
}

}  // namespace
}  // namespace petriloom::test
