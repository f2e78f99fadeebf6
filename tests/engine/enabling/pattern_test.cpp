// SPDX-License-Identifier: Apache-2.0
// Tokens of lists, strings, unions and subsets bound by patterns in simulation.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "engine/enabling/firing.h"
#include "tests/engine/draft.h"

namespace petriloom::test {
namespace {

// The puts into a place of ints, in order.
std::vector<std::string> puts(const Recorded& run, const std::string& place) {
  std::vector<std::string> found;
  const std::string start = " + " + place + " ";
  for (std::size_t at = run.text.find(start); at != std::string::npos; at = run.text.find(start, at + 1)) {
    const std::size_t word = at + start.size();
    found.push_back(run.text.substr(word, run.text.find(' ', word) - word));
  }
  return found;
}

class Patterns : public testing::Test {
 protected:
  Word list(std::vector<Word> words) { return d.builder.net().pool.intern(words); }
  ExprId elements(std::vector<ExprId> parts) { return d.e().list({}, parts, d.where()); }
  ExprId joined(ExprId left, ExprId right) { return d.op(Op::concat, left, right); }
  Word colour(ExprId id) { return *d.e().constant(id); }

  Draft d;
  ColourSetId ints = d.colours().add_list({}, ColourTable::kInt);
  PlaceId result = d.place("RESULT", ColourTable::kInt);
};

// A queue in a token: in Q : [x] ++ rest, out Q : rest. The elements leave from the front, one by
// one.
TEST_F(Patterns, AListIsTakenFromItsFront) {
  const PlaceId q = d.place("Q", ints);
  d.builder.mark(q, list({7, 5, 6}), 1);
  const TransitionId t = d.transition("t", {{"x", ColourTable::kInt}, {"rest", ints}});
  d.in(t, q, joined(elements({d.var(t, 0)}), d.var(t, 1)));
  d.out(t, q, d.var(t, 1));
  d.out(t, result, d.var(t, 0));
  const Net net = d.build();
  EXPECT_EQ(puts(record(net), "RESULT"), (std::vector<std::string>{"7", "5", "6"}));
}

TEST_F(Patterns, AListIsTakenFromItsBackWhileItIsLongEnough) {
  const PlaceId q = d.place("Q", ints);
  d.builder.mark(q, list({7, 5, 6}), 1);
  const TransitionId t = d.transition("t", {{"rest", ints}, {"x", ColourTable::kInt}, {"y", ColourTable::kInt}});
  d.in(t, q, joined(d.var(t, 0), elements({d.var(t, 1), d.var(t, 2)})));
  d.out(t, q, d.var(t, 0));
  d.out(t, result, d.op(Op::add, d.op(Op::multiply, d.var(t, 1), d.num(10)), d.var(t, 2)));
  const Net net = d.build();
  // Then [7] is left, which is too short.
  EXPECT_EQ(puts(record(net), "RESULT"), (std::vector<std::string>{"56"}));
}

// The head of one queue names the token that another place must have: the element is compared, not
// bound.
TEST_F(Patterns, ElementsOfTwoPlacesMeet) {
  const PlaceId q = d.place("Q", ints);
  const PlaceId p = d.place("P", ColourTable::kInt);
  d.builder.mark(q, list({4, 1}), 1);
  d.builder.mark(q, list({2, 3}), 1);
  d.builder.mark(q, list({}), 1);
  d.builder.mark(p, 2, 1);
  d.builder.mark(p, 9, 1);
  const TransitionId t = d.transition("t", {{"x", ColourTable::kInt}, {"rest", ints}, {"y", ColourTable::kInt}});
  d.in(t, p, d.var(t, 0));
  d.in(t, q, joined(elements({d.var(t, 0), d.var(t, 2)}), d.var(t, 1)));
  d.out(t, result, d.var(t, 2));
  const Net net = d.build();
  EXPECT_EQ(puts(record(net), "RESULT"), (std::vector<std::string>{"3"}));
}

// Messages of several kinds in one place; each transition takes its own kind.
TEST_F(Patterns, UnionsGoToTheTransitionOfTheirVariant) {
  for (const bool finite : {true, false}) {
    Draft n;
    const ColourSetId number = finite ? n.colours().add_range("Seq", 0, 9) : ColourTable::kInt;
    const ColourSetId pair = n.colours().add_product({}, {number, finite ? ColourTable::kBool : ColourTable::kString});
    const ColourSetId msg = n.colours().add_union("Msg", {"Data", "Ack", "Nothing"}, {pair, number, ColourTable::kUnit});
    const PlaceId p = n.place("P", msg);
    const PlaceId out = n.place("RESULT", ColourTable::kInt);
    const ExprId second = finite ? n.truth(true) : n.e().text("x", n.where());
    const std::vector<ExprId> tokens{n.e().inject(msg, 0, n.tuple(pair, {n.to(number, n.num(3)), second}), n.where()),
                                     n.e().inject(msg, 1, n.num(4), n.where()), n.e().inject(msg, 2, {}, n.where())};
    for (const ExprId token : tokens) n.builder.mark(p, *n.e().constant(token), 1);
    const TransitionId data = n.transition("data", {{"n", number}, {"s", n.colours()[pair].components[1]}});
    n.in(data, p, n.e().inject(msg, 0, n.tuple(pair, {n.var(data, 0), n.var(data, 1)}), n.where()));
    n.out(data, out, n.to(ColourTable::kInt, n.var(data, 0)));
    const TransitionId ack = n.transition("ack", {{"n", number}});
    n.in(ack, p, n.e().inject(msg, 1, n.var(ack, 0), n.where()));
    n.out(ack, out, n.op(Op::add, n.var(ack, 0), n.num(100)));
    const TransitionId nothing = n.transition("nothing");
    n.in(nothing, p, n.e().inject(msg, 2, {}, n.where()));
    n.out(nothing, out, n.num(-1));
    const Net net = n.build();
    std::vector<std::string> found = puts(record(net), "RESULT");
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector<std::string>{"-1", "104", "3"})) << finite;
  }
}

// fewer than 1 token [5, _]: the transition waits until the first queue is gone.
TEST_F(Patterns, InhibitorsCountListsThatBeginSo) {
  const PlaceId q = d.place("Q", ints);
  d.builder.mark(q, list({5, 1}), 1);
  d.builder.mark(q, list({5}), 1);
  d.builder.mark(q, list({6, 1}), 1);
  const PlaceId go = d.place("GO", 1);
  const TransitionId late = d.transition("late");
  d.in(late, go);
  d.arc(late, ArcKind::inhibitor, q, elements({d.num(5), d.any(ColourTable::kInt)}));
  const TransitionId drop = d.transition("drop", {{"x", ColourTable::kInt}});
  d.in(drop, q, elements({d.num(5), d.var(drop, 0)}));
  d[drop].priority = d.num(-1);
  const Net net = d.build();
  EXPECT_EQ(record(net).sequence(), "drop(1) late");
}

TEST_F(Patterns, AGuardTakesAListApart) {
  const PlaceId q = d.place("Q", ints);
  d.builder.mark(q, list({3, 8}), 1);
  d.builder.mark(q, list({3}), 1);
  const TransitionId t = d.transition("t", {{"l", ints}, {"x", ColourTable::kInt}, {"y", ColourTable::kInt}});
  d.in(t, q, d.var(t, 0));
  d[t].guards.push_back(d.op(Op::equal, elements({d.var(t, 1), d.var(t, 2)}), d.var(t, 0)));
  d.out(t, result, d.op(Op::subtract, d.var(t, 2), d.var(t, 1)));
  const Net net = d.build();
  EXPECT_EQ(puts(record(net), "RESULT"), (std::vector<std::string>{"5"}));
}

TEST_F(Patterns, SubsetsAreTakenAsTheirBase) {
  const ColourSetId small = d.colours().add_range("Small", 0, 9);
  const ColourSetId odd = d.colours().add_subset("Odd", small, {1, 3, 5});
  const PlaceId from = d.place("FROM", small);
  const PlaceId to = d.place("TO", odd);
  d.builder.mark(from, 3, 1);
  d.builder.mark(from, 4, 1);
  const TransitionId take = d.transition("take", {{"x", odd}});
  d.in(take, from, d.to(small, d.var(take, 0)));  // 4 is not odd: it stays
  d.out(take, to, d.var(take, 0));
  const TransitionId give = d.transition("give", {{"y", small}});
  d.in(give, to, d.to(odd, d.var(give, 0)));
  d.out(give, result, d.to(ColourTable::kInt, d.var(give, 0)));
  const Net net = d.build();
  EXPECT_EQ(puts(record(net), "RESULT"), (std::vector<std::string>{"3"}));
}

// Two steps round a ring of five: the pattern succ(succ(x)) binds x.
TEST_F(Patterns, TurnedVariablesAreBound) {
  const ColourSetId ring = d.colours().add_range("Ring", 0, 4);
  const PlaceId p = d.place("P", ring);
  d.builder.mark(p, 1, 1);
  const TransitionId t = d.transition("t", {{"x", ring}});
  const ExprId x = d.var(t, 0);
  d.in(t, p, d.e().unary(Op::successor, d.e().unary(Op::successor, x, d.where()), d.where()));
  d.out(t, result, d.to(ColourTable::kInt, x));
  const Net net = d.build();
  EXPECT_EQ(puts(record(net), "RESULT"), (std::vector<std::string>{"4"}));
}

}  // namespace
}  // namespace petriloom::test
