// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/memo_table.h"

#include <gtest/gtest.h>

#include <array>

#include "engine/build/expr_builder.h"
#include "engine/expr/eval.h"

namespace petriloom {
namespace {

constexpr std::uint64_t kManySteps = 1000;

class Memo : public testing::Test, protected RandomSource {
 protected:
  ExprId i(Word value) { return b.integer(value, {}); }
  ExprId v(std::uint32_t slot) { return b.variable(ColourTable::kInt, slot, {}); }
  ExprId add(ExprId left, ExprId right) { return b.binary(Op::add, left, right, {}); }
  // Goes through a list of as many elements as its first parameter says, adding `term`, which is of
  // parameters and of the element, in the slot after them.
  ExprId total(std::uint32_t parameters, ExprId term) {
    return b.comprehension(Op::sum, parameters, b.list_op(Op::range_list, std::array{i(1), v(0)}, {}), term, {});
  }
  std::size_t function(std::uint32_t parameters, ExprId body) {
    Function made;
    made.name = "f" + std::to_string(net.functions.size());
    made.parameters.assign(parameters, ColourTable::kInt);
    made.parameter_names.resize(parameters);
    made.result = ColourTable::kInt;
    made.body = body;
    made.slots = parameters + 1;
    net.functions.push_back(made);
    return net.functions.size() - 1;
  }
  ExprId call(std::size_t of, std::span<const ExprId> arguments) { return b.call(FunctionId(of), arguments, {}); }
  Word draw(Distribution, std::span<const Word>) override { return ++drawn_; }

  Net net;
  Diagnostics diagnostics;
  ExprBuilder b{net, diagnostics};
  Word drawn_ = 0;
};

TEST_F(Memo, FindsWhatWasKeptHoweverMuchThereIs) {
  const std::size_t f = function(2, total(2, v(1)));
  const std::size_t g = function(2, total(2, v(2)));
  MemoTable memo(net);
  ASSERT_TRUE(memo.keeps(f) && memo.keeps(g));
  EXPECT_FALSE(memo.find(f, std::array<Word, 2>{1, 2}));
  std::size_t found = 0;
  constexpr Word kMany = 20000;
  for (Word k = 0; k < kMany; ++k) {
    memo.keep(f, std::array<Word, 2>{k, -k}, 3 * k, kManySteps);
    memo.keep(g, std::array<Word, 2>{k, -k}, 5 * k, kManySteps);
    EXPECT_EQ(memo.find(g, std::array<Word, 2>{k, -k}), 5 * k);
    EXPECT_FALSE(memo.find(g, std::array<Word, 2>{-k, k + 1}));
  }
  for (Word k = 0; k < kMany; ++k) {
    const std::optional<Word> kept = memo.find(f, std::array<Word, 2>{k, -k});
    EXPECT_EQ(kept.value_or(3 * k), 3 * k);
    found += kept ? 1U : 0U;
  }
  EXPECT_GT(found, static_cast<std::size_t>(kMany) / 4);  // the table grows with what there is
}

TEST_F(Memo, StopsKeepingWhatIsNeverFound) {
  const std::size_t f = function(1, total(1, v(1)));
  MemoTable memo(net);
  for (Word k = 0; memo.keeps(f) && k < (1 << 20); ++k) {
    if (!memo.find(f, std::array{k})) memo.keep(f, std::array{k}, k, kManySteps);
  }
  EXPECT_FALSE(memo.keeps(f));
}

// What goes through lists is short if these are; what has many nodes is long however few steps it
// takes. Of branches one is evaluated.
TEST_F(Memo, StopsKeepingWhatTurnsOutShort) {
  const auto sum_of = [&](std::size_t nodes) {
    ExprId sum = v(0);
    for (std::size_t k = 0; k < nodes; ++k) sum = add(sum, v(0));
    return sum;
  };
  const std::size_t through_list = function(1, total(1, v(1)));
  const std::size_t many_nodes = function(1, total(1, sum_of(40)));
  const std::size_t branches = function(1, b.if_(b.binary(Op::less, v(0), i(1), {}), sum_of(20), sum_of(21), {}));
  const ExprId inscription = total(1, v(1));
  MemoTable memo(net);
  EXPECT_FALSE(memo.keeps(branches));
  const auto keep_often = [&](auto of, std::uint64_t steps) {
    for (Word k = 0; k < 1000; ++k) {
      if (!memo.keeps(of)) return false;
      if (!memo.find(of, std::array{k})) memo.keep(of, std::array{k}, k, steps);
    }
    return memo.keeps(of);
  };
  EXPECT_TRUE(keep_often(many_nodes, 1));
  EXPECT_FALSE(keep_often(through_list, 1));
  EXPECT_FALSE(keep_often(inscription, 1));
  EXPECT_TRUE(keep_often(function(1, total(1, v(1))), kManySteps));
  EXPECT_TRUE(keep_often(total(1, v(1)), kManySteps));
}

// What takes some steps is not kept until a very long time has shown that it is in vain.
TEST_F(Memo, StopsSoonerKeepingWhatTakesFewerSteps) {
  const auto asked_until_given_up = [&](std::uint64_t steps, Word different) {
    const std::size_t f = function(1, total(1, v(1)));
    MemoTable memo(net);
    Word asked = 0;
    for (; memo.keeps(f) && asked < (1 << 20); ++asked) {
      const std::array<Word, 1> key = {asked % different};
      if (!memo.find(f, key)) memo.keep(f, key, asked, steps);
    }
    return asked;
  };
  constexpr Word kNever = 1 << 20;
  EXPECT_LT(asked_until_given_up(20, kNever), 10'000);
  EXPECT_GT(asked_until_given_up(100, kNever), 100'000);
  EXPECT_EQ(asked_until_given_up(20, 100), kNever);
}

// Functions that call each other in both branches have many ways of few nodes each. Not all of them
// are gone, for any of the calls.
TEST_F(Memo, GoesFewOfManyWays) {
  constexpr std::size_t kMany = 2000;
  for (std::size_t k = 0; k < kMany; ++k) function(1, v(0));
  const ExprId asks = b.binary(Op::less, v(0), i(1), {});
  for (std::size_t k = 0; k + 1 < kMany; ++k)
    net.functions[k].body = b.if_(asks, call(k + 1, std::array{v(0)}), call(k + 1, std::array{v(0)}), {});
  for (std::size_t k = 0; k + 20 < kMany; ++k) EXPECT_TRUE(MemoTable::is_long(net, k)) << k;
  for (std::size_t k = kMany - 4; k < kMany; ++k) EXPECT_FALSE(MemoTable::is_long(net, k)) << k;
}

// The steps are those of evaluating: of each call and of each element.
TEST_F(Memo, CountsTheStepsOfWhatItKeeps) {
  for (const Word elements : {2, 200}) {
    const std::size_t f = function(2, b.comprehension(Op::sum, 2, b.list_op(Op::range_list, std::array{i(1), v(1)}, {}), v(2), {}));
    Evaluator evaluator(net, net.pool);
    std::vector<Word> frame(8);
    const ExprId called = call(f, std::array{v(0), v(1)});
    frame[1] = elements;
    for (frame[0] = 0; frame[0] < 1000; ++frame[0]) EXPECT_EQ(evaluator.eval(called, frame), elements * (elements + 1) / 2);
    EXPECT_EQ(evaluator.memo().keeps(f), elements > 2);
  }
}

TEST_F(Memo, KeepsOnlyWhatArgumentsDecideAndWhatIsLong) {
  const auto random = [&] { return b.random(Distribution::discrete, std::array{i(0), i(9)}, {}); };
  const std::size_t sum = function(1, total(1, v(1)));
  const std::size_t brief = function(1, add(v(0), i(1)));
  const std::size_t draws = function(1, total(1, random()));
  const std::size_t calls_drawing = function(1, total(1, call(draws, std::array{v(1)})));
  const std::size_t with_clock = function(1, total(1, b.unary(Op::floor, b.now({}), {})));
  const std::size_t itself = net.functions.size();
  function(1, v(0));
  net.functions[itself].body = total(1, call(itself, std::array{add(v(0), i(-1))}));
  const std::size_t calls_itself = function(1, total(1, call(itself, std::array{v(1)})));
  const std::size_t constant =
      function(0, b.comprehension(Op::sum, 0, b.list_op(Op::range_list, std::array{i(1), i(9)}, {}), v(0), {}));
  const std::size_t many = function(MemoTable::kMostArguments + 1, total(MemoTable::kMostArguments + 1, v(2)));
  ExprId long_way = v(0);
  for (int k = 0; k < 40; ++k) long_way = add(long_way, v(0));
  const std::size_t long_sum = function(1, long_way);
  const std::size_t calls_long = function(1, add(call(long_sum, std::array{v(0)}), i(1)));
  MemoTable memo(net);
  for (const std::size_t kept : {sum, long_sum, calls_long}) EXPECT_TRUE(memo.keeps(kept)) << kept;
  for (const std::size_t not_kept : {brief, draws, calls_drawing, with_clock, itself, calls_itself, constant, many}) {
    EXPECT_FALSE(memo.keeps(not_kept)) << not_kept;
  }
  // What is drawn is drawn anew each time, also by functions that call those that draw.
  Evaluator evaluator(net, net.pool);
  evaluator.set_random(this);
  std::vector<Word> frame(8);
  for (const std::size_t f : {draws, calls_drawing}) {
    const ExprId twice = call(f, std::array{i(3)});
    EXPECT_NE(evaluator.eval(twice, frame), evaluator.eval(twice, frame));
  }
}

// However deep a call is, it fails or not as it does where nothing is kept.
TEST_F(Memo, DoesNotDecideWhetherCallsAreNestedTooDeeply) {
  const std::size_t sum = function(1, total(1, v(1)));
  const std::size_t down = net.functions.size();
  function(1, v(0));
  net.functions[down].body = b.if_(b.binary(Op::less, v(0), i(1), {}), call(sum, std::array{add(v(0), i(4))}),
                                   call(down, std::array{add(v(0), i(-1))}), {});
  Evaluator evaluator(net, net.pool);
  std::vector<Word> frame(8);
  const ExprId go_down = call(down, std::array{v(0)});
  const auto from = [&](Evaluator& with, Word depth) {
    frame[0] = depth;
    return with.eval(go_down, frame);
  };
  EXPECT_EQ(from(evaluator, 10), 10);
  for (const auto depth : {Word{500}, Word{1997}, Word{1998}, Word{1999}, Word{2000}}) {
    Evaluator fresh(net, net.pool);
    if (depth + 2 <= static_cast<Word>(CallStack::kMostDepth)) {
      EXPECT_EQ(from(evaluator, depth), 10);
      EXPECT_EQ(from(fresh, depth), 10);
    } else {
      EXPECT_THROW(from(evaluator, depth), EvalError);
      EXPECT_THROW(from(fresh, depth), EvalError);
    }
  }
}

// A variable that the inscription binds itself does not decide its value.
TEST_F(Memo, KeepsInscriptionsByTheVariablesThatDecideThem) {
  const auto through = [&](ExprId term) {
    return b.comprehension(Op::sum, 5, b.list_op(Op::range_list, std::array{i(1), v(2)}, {}), term, {});
  };
  using Slots = std::vector<std::uint32_t>;
  EXPECT_EQ(MemoTable::kept_by(net, through(add(v(5), v(4)))), (Slots{2, 4}));
  EXPECT_EQ(MemoTable::kept_by(net, b.let(3, v(1), through(add(v(3), v(5))), {})), (Slots{1, 2}));
  EXPECT_EQ(MemoTable::kept_by(net, add(v(1), i(1))), Slots{});  // computed as fast as it is found
  EXPECT_EQ(MemoTable::kept_by(net, through(b.unary(Op::floor, b.now({}), {}))), Slots{});
  EXPECT_EQ(MemoTable::kept_by(net, through(b.random(Distribution::discrete, std::array{i(0), i(9)}, {}))), Slots{});
  ExprId many = v(5);
  for (std::uint32_t slot = 10; slot < 10 + MemoTable::kMostArguments; ++slot) many = add(many, v(slot));
  EXPECT_EQ(MemoTable::kept_by(net, through(many)), Slots{});  // with the variable 2 one too many
}

TEST_F(Memo, FindsInscriptionsBesideFunctions) {
  const std::size_t f = function(2, total(2, v(1)));
  const ExprId inscription = total(2, v(1));
  MemoTable memo(net);
  ASSERT_TRUE(memo.keeps(f) && memo.keeps(inscription));
  memo.keep(f, std::array<Word, 2>{1, 2}, 7, kManySteps);
  EXPECT_FALSE(memo.find(inscription, std::array<Word, 2>{1, 2}));
  memo.keep(inscription, std::array<Word, 2>{1, 2}, 8, kManySteps);
  EXPECT_EQ(memo.find(inscription, std::array<Word, 2>{1, 2}), 8);
  for (Word k = 0; memo.keeps(inscription) && k < (1 << 20); ++k) {
    if (!memo.find(inscription, std::array<Word, 2>{k, -k})) memo.keep(inscription, std::array<Word, 2>{k, -k}, k, kManySteps);
  }
  EXPECT_FALSE(memo.keeps(inscription));
  EXPECT_TRUE(memo.keeps(f));
}

// When there is no more room, functions that were asked in vain give theirs to inscriptions.
TEST_F(Memo, GivesRoomToWhatIsFound) {
  const std::array functions = {function(1, total(1, v(1))), function(1, total(1, v(1))), function(1, total(1, v(1)))};
  const ExprId inscription = total(1, v(1));
  MemoTable memo(net);
  constexpr Word kMany = 200000;
  for (const std::size_t f : functions) {
    ASSERT_TRUE(memo.keeps(f));
    for (Word k = 0; k < kMany; ++k) {
      if (!memo.find(f, std::array{k})) memo.keep(f, std::array{k}, k, kManySteps);
    }
  }
  ASSERT_TRUE(memo.keeps(inscription));
  Word found = 0;
  for (int round = 0; round < 3; ++round) {
    found = 0;
    for (Word k = 0; k < kMany / 2; ++k) {
      const std::optional<Word> kept = memo.find(inscription, std::array{k});
      EXPECT_EQ(kept.value_or(2 * k), 2 * k);
      kept ? void(++found) : memo.keep(inscription, std::array{k}, 2 * k, kManySteps);
    }
  }
  EXPECT_GT(found, kMany / 2 * 9 / 10);
}

}  // namespace
}  // namespace petriloom
