// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "engine/build/expr_builder.h"
#include "engine/expr/eval.h"

namespace petriloom {
namespace {

class Expression : public testing::Test {
 protected:
  ExprId i(Word value) { return b.integer(value, {}); }
  ExprId v(std::uint32_t slot) { return b.variable(ColourTable::kInt, slot, {}); }
  Word run(ExprId id, std::vector<Word> frame = std::vector<Word>(8)) { return Evaluator(net, net.pool).eval(id, frame); }

  Net net;
  Diagnostics diagnostics;
  ExprBuilder b{net, diagnostics};
};

// The same random expression over constants (folded) and over variables (evaluated).
TEST_F(Expression, FoldingAgreesWithEvaluation) {
  std::mt19937_64 random(3);
  const std::array ops{Op::add, Op::subtract, Op::multiply, Op::divide, Op::modulo, Op::minimum, Op::maximum, Op::power};
  for (int round = 0; round < 2000; ++round) {
    std::vector<Word> frame;
    for (int k = 0; k < 4; ++k) frame.push_back(static_cast<Word>(random() % 9) - 4);
    const Op first = ops[random() % ops.size()];
    const Op second = ops[random() % ops.size()];
    const ExprId folded = b.binary(second, b.binary(first, i(frame[0]), i(frame[1]), {}), i(frame[2]), {});
    const ExprId open = b.binary(second, b.binary(first, v(0), v(1), {}), v(2), {});
    try {
      const Word value = run(open, frame);
      EXPECT_EQ(b.constant(folded), value);
    } catch (const EvalError&) {
      EXPECT_FALSE(b.constant(folded).has_value());
      EXPECT_THROW(run(folded), EvalError);
    }
  }
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST_F(Expression, ArithmeticIsExactOrAnError) {
  constexpr Word kMost = std::numeric_limits<Word>::max();
  constexpr Word kLeast = std::numeric_limits<Word>::min();
  EXPECT_EQ(run(b.binary(Op::divide, i(-7), i(2), {})), -3);
  EXPECT_EQ(run(b.binary(Op::modulo, i(-7), i(2), {})), -1);
  EXPECT_EQ(run(b.binary(Op::modulo, i(kLeast), i(-1), {})), 0);
  EXPECT_EQ(run(b.binary(Op::power, i(-2), i(63), {})), kLeast);
  for (const ExprId id :
       {b.binary(Op::add, i(kMost), i(1), {}), b.binary(Op::divide, i(kLeast), i(-1), {}), b.unary(Op::negate, i(kLeast), {}),
        b.unary(Op::absolute, i(kLeast), {}), b.binary(Op::divide, i(1), i(0), {}), b.binary(Op::power, i(2), i(63), {}),
        b.unary(Op::floor, b.real(1e300, {}), {}), b.list_op(Op::range_list, std::array{i(0), i(kMost)}, {})}) {
    EXPECT_THROW(run(id), EvalError);
  }
  EXPECT_EQ(real_of_word(run(b.binary(Op::add, i(1), b.real(0.5, {}), {}))), 1.5);
  EXPECT_EQ(run(b.binary(Op::less, i(1), b.real(1.5, {}), {})), 1);
}

TEST_F(Expression, ListsAndComprehensions) {
  const ExprId list = b.list({}, std::array{i(3), i(1), i(2)}, {});
  const ExprId twice = b.comprehension(Op::map, 1, list, b.binary(Op::multiply, v(1), i(2), {}), {});
  EXPECT_TRUE(b.constant(twice).has_value());
  const auto text = [&](ExprId id) { return net.colours.format(b.type(id), run(id), net.pool); };
  EXPECT_EQ(text(twice), "[6, 2, 4]");
  EXPECT_EQ(text(b.comprehension(Op::sort, 1, list, v(1), {})), "[1, 2, 3]");
  EXPECT_EQ(text(b.comprehension(Op::filter, 1, list, b.binary(Op::greater, v(1), i(1), {}), {})), "[3, 2]");
  EXPECT_EQ(run(b.comprehension(Op::argmin, 1, list, v(1), {})), 1);
  EXPECT_EQ(run(b.fold(2, list, i(10), b.binary(Op::subtract, v(2), v(3), {}), {})), 4);
  EXPECT_EQ(run(b.comprehension(Op::sum, 1, list, b.binary(Op::add, v(1), v(0), {}), {}), {5, 0}), 21);
  EXPECT_EQ(text(b.list_op(Op::tail, std::array{list}, {})), "[1, 2]");
  EXPECT_EQ(text(b.list_op(Op::append, std::array{list, b.real(0.5, {})}, {})), "[3.0, 1.0, 2.0, 0.5]");
  const ExprId none = b.list(ColourTable::kInt, {}, {});
  EXPECT_THROW(run(b.list_op(Op::head, std::array{none}, {})), EvalError);
  EXPECT_EQ(run(b.comprehension(Op::forall, 1, none, b.boolean(false, {}), {})), 1);
}

TEST_F(Expression, RecursionHasALimit) {
  Function f;
  f.name = "f";
  f.parameter_names = {"n"};
  f.parameters = {ColourTable::kInt};
  f.result = ColourTable::kInt;
  f.slots = 1;
  net.functions.push_back(f);
  const ExprId rest = b.call(FunctionId(0), std::array{b.binary(Op::subtract, v(0), i(1), {})}, {});
  net.functions[0].body = b.if_(b.binary(Op::less_equal, v(0), i(0), {}), i(0), b.binary(Op::add, i(1), rest, {}), {});
  EXPECT_EQ(b.constant(b.call(FunctionId(0), std::array{i(1500)}, {})), 1500);
  EXPECT_THROW(run(b.call(FunctionId(0), std::array{i(5000)}, {})), EvalError);
  // After an error the evaluator is as before.
  Evaluator evaluator(net, net.pool);
  std::array<Word, 1> frame{100000};
  const ExprId open = b.call(FunctionId(0), std::array{v(0)}, {});
  EXPECT_THROW(evaluator.eval(open, frame), EvalError);
  frame[0] = 1999;
  EXPECT_EQ(evaluator.eval(open, frame), 1999);
}

// Tall bodies use up the levels, not the machine's stack.
TEST_F(Expression, DeepRecursionOfTallBodiesIsAnError) {
  Function f;
  f.name = "f";
  f.parameter_names = {"n"};
  f.parameters = {ColourTable::kInt};
  f.result = ColourTable::kInt;
  f.slots = 1;
  net.functions.push_back(f);
  ExprId body = b.call(FunctionId(0), std::array{v(0)}, {});
  for (int k = 0; k < 1000; ++k)
    body = b.unary(Op::negate, b.list_op(Op::length, std::array{b.list({}, std::array{body}, {})}, {}), {});
  EXPECT_FALSE(body.valid());
  body = b.call(FunctionId(0), std::array{v(0)}, {});
  for (int k = 0; k < 3; ++k) body = b.comprehension(Op::sum, 0, b.list({}, std::array{body}, {}), v(0), {});
  net.functions[0].body = body;
  EXPECT_THROW(run(b.call(FunctionId(0), std::array{i(1)}, {})), EvalError);
}

TEST_F(Expression, ConversionsAreChecked) {
  const ColourSetId small = net.colours.add_range("Small", 0, 3);
  EXPECT_EQ(b.constant(b.convert(i(3), small, {})), 3);
  EXPECT_FALSE(b.constant(b.convert(i(4), small, {})).has_value());
  try {
    run(b.convert(v(0), small, {}), {9});
    FAIL();
  } catch (const EvalError& error) {
    EXPECT_STREQ(error.what(), "9 is not a colour of Small (0 to 3)");
  }
  const ExprId pair = b.tuple(std::array{v(0), b.wildcard(ColourTable::kBool, {})}, {});
  const ColourSetId type = net.colours.add_product("P", {small, ColourTable::kBool});
  const ExprId pattern = b.convert(pair, type, {});
  std::array<Word, 1> frame{2};
  Evaluator evaluator(net, net.pool);
  EXPECT_TRUE(evaluator.matches(pattern, net.colours.compose(type, std::array<Word, 2>{2, 1}, net.pool), frame));
  EXPECT_FALSE(evaluator.matches(pattern, net.colours.compose(type, std::array<Word, 2>{3, 1}, net.pool), frame));
  const ColourSetId dir = net.colours.add_enumeration("Dir", {"n", "e", "s"});
  EXPECT_EQ(run(b.unary(Op::successor, b.literal(dir, 2, {}), {})), 0);
  EXPECT_EQ(run(b.unary(Op::predecessor, b.literal(dir, 0, {}), {})), 2);
  EXPECT_THROW(run(b.colour_at(dir, i(3), {})), EvalError);
}

TEST_F(Expression, TypeErrorsSayWhatWouldBeRight) {
  EXPECT_FALSE(b.binary(Op::add, i(1), b.boolean(true, {}), {}).valid());
  EXPECT_FALSE(b.convert(b.real(1, {}), ColourTable::kInt, {}).valid());
  EXPECT_FALSE(b.binary(Op::add, ExprId{}, i(1), {}).valid());  // reported before
  const ColourSetId record = net.colours.add_record("R", {"bytes", "from"}, {ColourTable::kInt, ColourTable::kInt});
  EXPECT_FALSE(b.field(b.variable(record, 0, {}), "byte", {}).valid());
  ASSERT_EQ(diagnostics.error_count(), 3U);
  EXPECT_EQ(diagnostics.list()[0].message, "cannot calculate with int and bool");
  EXPECT_EQ(diagnostics.list()[1].help, "floor(x), ceil(x) or round(x) make an int of a real");
  EXPECT_EQ(diagnostics.list()[2].help, "did you mean 'bytes'?");
}

TEST_F(Expression, TallExpressionsAreAnError) {
  ExprId sum = v(0);
  for (std::uint32_t k = 0; k < ExprBuilder::kMostHeight + 5; ++k) sum = b.binary(Op::add, sum, v(0), {});
  EXPECT_FALSE(sum.valid());
  EXPECT_EQ(diagnostics.error_count(), 1U);
}

}  // namespace
}  // namespace petriloom
