// SPDX-License-Identifier: Apache-2.0
// What colours variables have where the terms that bind them are absent (docs/semantics.md, rule
// 3).
#include <gtest/gtest.h>

#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

TEST(AbsentTerms, LeaveTheFirstColour) {
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 1, 3);
  const PlaceId left = d.place("LEFT", small);
  const PlaceId right = d.place("RIGHT", small);
  const PlaceId which = d.place("WHICH", ColourTable::kBool);
  d.builder.mark(left, 2, 1);
  d.builder.mark(right, 3, 1);
  d.builder.mark(which, 0, 1);
  d.builder.mark(which, 1, 1, 1);
  const TransitionId t = d.transition("t", {{"b", ColourTable::kBool}, {"x", small}});
  d.in(t, which, d.var(t, 0));
  d.in(t, left, d.var(t, 1)).condition = d.var(t, 0);
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "t(0,1) t(1,2)");
}

TEST(AbsentTerms, ThatWaitForEachOthersVariables) {
  // The first term binds only y, the second only x, and neither is ever there: one binding, of
  // first colours.
  Draft d;
  const ColourSetId small = d.colours().add_range("Small", 1, 3);
  const ColourSetId pair = d.colours().add_product("", {small, small});
  const PlaceId first = d.place("FIRST", pair);
  const PlaceId second = d.place("SECOND", pair);
  const PlaceId one = d.place("ONE", 1);
  const TransitionId t = d.transition("t", {{"x", small}, {"y", small}});
  const ExprId both = d.tuple(pair, {d.var(t, 0), d.var(t, 1)});
  d.in(t, first, both).condition = d.op(Op::not_equal, d.var(t, 0), d.var(t, 0));
  d.in(t, second, both).condition = d.op(Op::not_equal, d.var(t, 1), d.var(t, 1));
  d.arc(t, ArcKind::read, one);
  d.time(t, Timing::deterministic, 1);
  SimulationOptions options;
  options.until = 1.5;
  EXPECT_EQ(record(d.build(), options).sequence(), "t(1,1)");
}

// Each instance has the transition, whether its terms are there or not.
TEST(AbsentTerms, LeaveIndicesOfInstances) {
  for (const char* const absent : {"in B : 1`() when false;", "read B : 0`();", "in B : (tokens(B))`();"}) {
    const std::string net =
        std::string("scope m[i in 1..3 where i < 3] { place B : unit; place DONE : unit; transition t { ") + absent +
        " inhibit DONE; out DONE; } } place TWO : unit; transition end { read m[1].DONE; read m[2].DONE; inhibit TWO; out TWO; }";
    SCOPED_TRACE(absent);
    EXPECT_EQ(record(text_net(net, Fold::always)).sequence(), "t(1) t(2) end");
    EXPECT_EQ(record(text_net(net, Fold::never)).sequence(), "t t end");
  }
}

}  // namespace
}  // namespace petriloom::test
