// SPDX-License-Identifier: Apache-2.0
// Measures, and measures over measures.
#include <gtest/gtest.h>

#include "engine/net/index_text.h"
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
  d.builder.net().measures[big.index()].firings[0].condition = d.op(Op::greater, jobs.number(jobs.start), d.num(1));
  d.measure("sum", MeasureKind::sum, jobs.start, jobs.number(jobs.start));
  d.measure("mean", MeasureKind::mean, jobs.start, jobs.number(jobs.start));
  d.measure("min", MeasureKind::minimum, jobs.start, jobs.number(jobs.start));
  d.measure("max", MeasureKind::maximum, jobs.start, jobs.number(jobs.start));
  d.measure("first", MeasureKind::first, jobs.finish, d.e().now(d.where()));
  d.measure("last", MeasureKind::last, jobs.finish, d.e().now(d.where()));
  const MeasureId delay = d.measure("delay", MeasureKind::delay, jobs.start);
  d.builder.net().measures[delay.index()].until.emplace_back().transition = jobs.finish;
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

DerivedExpr number(double value) {
  DerivedExpr expr;
  expr.number = value;
  return expr;
}

DerivedExpr of(DerivedOp op, std::vector<DerivedExpr> children) {
  DerivedExpr expr;
  expr.op = op;
  expr.children = std::move(children);
  return expr;
}

DerivedExpr named(const std::string& name) {
  DerivedExpr expr = of(DerivedOp::members, {});
  std::vector<std::string> indices;
  expr.name = shape_of(name, indices);
  for (const std::string& index : indices) {
    expr.indices.push_back({index == "*" ? DerivedIndex::Kind::all : DerivedIndex::Kind::fixed, 0, index});
  }
  return expr;
}

Measure& derive(Draft& d, const std::string& name, const DerivedExpr& expr) {
  Measure& measure = d.builder.net().measures[d.measure(name, MeasureKind::derived).index()];
  measure.derived = expr;
  return measure;
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
  derive(d, "all", of(DerivedOp::sum, {named("time[*]")}));
  const DerivedExpr three = of(DerivedOp::negate, {of(DerivedOp::subtract, {number(2), number(5)})});
  const DerivedExpr twos = of(DerivedOp::add, {named("time[1]"), named("time[2]")});
  const DerivedExpr most = of(DerivedOp::maximum, {named("time[3]"), number(1)});
  derive(d, "mixed", of(DerivedOp::divide, {of(DerivedOp::multiply, {twos, three}), most}));
  derive(d, "nothing", of(DerivedOp::divide, {number(1), of(DerivedOp::subtract, {named("all"), number(6)})}));
  derive(d, "later", of(DerivedOp::add, {named("twice[3]"), of(DerivedOp::count, {named("time[*]"), number(1)})}));
  DerivedExpr of_key = named("time[*]");
  of_key.indices = {{DerivedIndex::Kind::key, 0, {}}};
  Measure& twice = derive(d, "twice", of(DerivedOp::multiply, {number(2), of_key}));
  twice.keys = {{"x", jobs.small}};
  twice.members = {{1}, {3}};
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
  const DerivedExpr tenths = of(DerivedOp::sum, std::vector<DerivedExpr>(10, number(0.1)));
  const std::pair<DerivedExpr, double> cases[] = {{of(DerivedOp::subtract, {number(1), tenths}), 0},
                                                  {of(DerivedOp::subtract, {tenths, number(1)}), 0},
                                                  {of(DerivedOp::add, {number(-1), tenths}), 0},
                                                  {of(DerivedOp::subtract, {number(1), number(0.999999999)}), 1 - 0.999999999}};
  for (const auto& [expr, value] : cases) derive(d, "m" + std::to_string(d.builder.net().measures.size()), expr);
  const Net net = d.build();
  const SimulationResult result = simulate(net, {});
  ASSERT_FALSE(result.diagnostics.has_errors());
  for (std::size_t k = 0; k < std::size(cases); ++k) {
    EXPECT_EQ(result.measures[k].value.mean, cases[k].second) << derived_text(net, net.measures[k], cases[k].first);
  }
}

TEST(Measure, DerivedNamesThatAreWrong) {
  const std::pair<DerivedExpr, std::string> cases[] = {{named("nobody"), "in the measure m: there is no measure nobody"},
                                                       {named("m"), "the measure m needs itself"},
                                                       {named("x[1]"), "in the measure m: there is no measure x[1]"},
                                                       {named("k[2]"), "in the measure m: there is no measure k[2] here"},
                                                       {named("k[*]"), "in the measure m: k[*] stands for several values here"}};
  for (const auto& [expr, message] : cases) {
    Draft d;
    d.place("P", 1);
    derive(d, "m", expr);
    for (const char* const name : {"k[0]", "k[1]"}) derive(d, name, number(1));
    const SimulationResult result = simulate(d.build(), {});
    ASSERT_EQ(result.diagnostics.list().size(), 1U);
    EXPECT_EQ(result.diagnostics.list()[0].message, message);
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
