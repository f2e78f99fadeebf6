// SPDX-License-Identifier: Apache-2.0
// Operations on lists and strings, unions and subsets in expressions, and random values.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/build/expr_builder.h"
#include "engine/expr/distribution.h"
#include "engine/expr/eval.h"

namespace petriloom {
namespace {

class Sequence : public testing::Test {
 protected:
  ExprId i(Word value) { return b.integer(value, {}); }
  ExprId s(std::string_view value) { return b.text(value, {}); }
  ExprId l(std::initializer_list<Word> values) {
    std::vector<ExprId> elements;
    for (const Word value : values) elements.push_back(i(value));
    return b.list(ColourTable::kInt, elements, {});
  }
  // Once over constants and once over a variable, which is evaluated instead of folded: both must
  // be the same.
  std::string op(Op operation, std::vector<ExprId> operands) {
    const ExprId folded = b.list_op(operation, operands, {});
    const Word first = run(operands[0]);
    operands[0] = b.variable(b.type(operands[0]), 0, {});
    const ExprId open = b.list_op(operation, operands, {});
    EXPECT_TRUE(b.constant(folded).has_value());
    EXPECT_FALSE(b.constant(open).has_value());
    EXPECT_EQ(run(open, {first}), b.constant(folded));
    return net.colours.format(b.type(open), run(open, {first}), net.pool);
  }
  bool fails(Op operation, std::initializer_list<ExprId> operands) {
    const ExprId id = b.list_op(operation, std::span(operands.begin(), operands.size()), {});
    try {
      run(id);
      return false;
    } catch (const EvalError&) {
      return true;
    }
  }
  std::string text(ExprId id) { return net.colours.format(b.type(id), run(id), net.pool); }
  Word run(ExprId id, std::vector<Word> frame = std::vector<Word>(8)) { return Evaluator(net, net.pool).eval(id, frame); }

  Net net;
  Diagnostics diagnostics;
  ExprBuilder b{net, diagnostics};
};

TEST_F(Sequence, SliceIsClipped) {
  EXPECT_EQ(op(Op::slice, {l({1, 2, 3, 4}), i(1), i(2)}), "[2, 3]");
  EXPECT_EQ(op(Op::slice, {l({1, 2, 3}), i(2), i(9)}), "[3]");
  EXPECT_EQ(op(Op::slice, {l({1, 2, 3}), i(-1), i(2)}), "[1]");
  EXPECT_EQ(op(Op::slice, {l({1, 2, 3}), i(5), i(1)}), "[]");
  EXPECT_EQ(op(Op::slice, {l({1, 2, 3}), i(1), i(-4)}), "[]");
  EXPECT_EQ(op(Op::slice, {l({1, 2, 3}), i(1), i(std::numeric_limits<Word>::max())}), "[2, 3]");
  EXPECT_EQ(op(Op::slice, {l({1, 2, 3}), i(std::numeric_limits<Word>::min()), i(1)}), "[]");
  EXPECT_EQ(op(Op::slice, {s("abcd"), i(1), i(2)}), "\"bc\"");
}

TEST_F(Sequence, ReversesUpdatesRemovesAndFinds) {
  EXPECT_EQ(op(Op::reverse, {l({1, 2, 3})}), "[3, 2, 1]");
  EXPECT_EQ(op(Op::reverse, {s("abc")}), "\"cba\"");
  EXPECT_EQ(op(Op::update, {l({1, 2, 3}), i(2), i(9)}), "[1, 2, 9]");
  EXPECT_EQ(op(Op::update, {s("abc"), i(1), s("--")}), "\"a--c\"");
  EXPECT_EQ(op(Op::remove, {l({1, 2, 1}), i(1)}), "[2, 1]");
  EXPECT_EQ(op(Op::remove, {l({1, 2}), i(3)}), "[1, 2]");
  EXPECT_EQ(op(Op::remove, {s("banana"), s("an")}), "\"bana\"");
  EXPECT_EQ(op(Op::position, {l({5, 6, 6}), i(6)}), "1");
  EXPECT_EQ(op(Op::position, {l({5}), i(6)}), "-1");
  EXPECT_EQ(op(Op::position, {s("banana"), s("na")}), "2");
  EXPECT_EQ(op(Op::position, {s(""), s("")}), "0");
  EXPECT_EQ(op(Op::distinct, {l({3, 1, 3, 2, 1})}), "[3, 1, 2]");
  EXPECT_EQ(op(Op::distinct, {s("banana")}), "\"ban\"");
  EXPECT_TRUE(fails(Op::update, {l({1}), i(1), i(0)}));
  EXPECT_TRUE(fails(Op::update, {s("a"), i(-1), s("b")}));
}

TEST_F(Sequence, StringsAreSequencesOfBytes) {
  EXPECT_EQ(op(Op::length, {s("abc")}), "3");
  EXPECT_EQ(op(Op::element, {s("abc"), i(2)}), "\"c\"");
  EXPECT_EQ(op(Op::concat, {s("ab"), s("c")}), "\"abc\"");
  EXPECT_EQ(op(Op::contains, {s("abc"), s("bc")}), "true");
  EXPECT_EQ(op(Op::contains, {s("abc"), s("ca")}), "false");
  EXPECT_TRUE(fails(Op::element, {s("abc"), i(3)}));
  EXPECT_EQ(text(b.binary(Op::less, s("ab"), s("b"), {})), "true");
  EXPECT_EQ(text(b.binary(Op::greater_equal, s("ab"), s("b"), {})), "false");
  EXPECT_EQ(text(b.binary(Op::maximum, s("ab"), s("b"), {})), "\"b\"");
  EXPECT_FALSE(b.list_op(Op::head, std::array{s("a")}, {}).valid());
  EXPECT_FALSE(b.binary(Op::concat, s("a"), i(1), {}).valid());
}

TEST_F(Sequence, ToTextWritesColoursAndKeepsStrings) {
  EXPECT_EQ(text(b.to_text(s("a\"b"), {})), R"("a\"b")");
  EXPECT_EQ(text_of(run(b.to_text(b.tuple(std::array{i(1), s("x")}, {}), {})), net.pool), "(1, \"x\")");
  EXPECT_EQ(text_of(run(b.to_text(b.variable(ColourTable::kReal, 0, {}), {}), {word_of_real(2)}), net.pool), "2.0");
  // 2^20 elements of three bytes and more each are more than a string may have.
  const ExprId large = b.list_op(Op::range_list, std::array{i(0), b.variable(ColourTable::kInt, 0, {})}, {});
  EXPECT_THROW(run(b.to_text(large, {}), {(1 << 20) - 1}), EvalError);
}

TEST_F(Sequence, MixedNumbersMeetInAListOperation) {
  EXPECT_EQ(text(b.list_op(Op::remove, std::array{l({1, 2}), b.real(2, {})}, {})), "[1.0]");
  EXPECT_EQ(text(b.list_op(Op::position, std::array{l({1, 2}), b.real(2, {})}, {})), "1");
  const ColourSetId small = net.colours.add_range("Small", 0, 3);
  const ExprId list = b.list(small, std::array{i(1)}, {});
  EXPECT_EQ(b.type(b.list_op(Op::update, std::array{list, i(0), i(3)}, {})), b.type(list));
  EXPECT_FALSE(b.constant(b.list_op(Op::update, std::array{list, i(0), i(4)}, {})).has_value());
}

TEST_F(Sequence, UnionsAreMadeAndTakenApart) {
  const ColourSetId finite = net.colours.add_union("F", {"A", "N"}, {net.colours.add_range("S", 1, 3), ColourTable::kUnit});
  const ColourSetId endless = net.colours.add_union("E", {"A", "N"}, {ColourTable::kString, ColourTable::kUnit});
  EXPECT_EQ(text(b.inject(finite, 0, i(2), {})), "A(2)");
  EXPECT_EQ(text(b.inject(finite, 1, {}, {})), "N");
  EXPECT_EQ(text(b.inject(endless, 0, s("x"), {})), "A(\"x\")");
  for (const ColourSetId type : {finite, endless}) {
    const ExprId a = b.inject(type, 0, type == finite ? i(2) : s("x"), {});
    const ExprId v = b.variable(type, 0, {});
    EXPECT_EQ(run(b.variant(v, {}), {run(a)}), 0);
    EXPECT_EQ(run(b.variant(b.inject(type, 1, {}, {}), {})), 1);
    EXPECT_EQ(run(b.content(v, 0, {}), {run(a)}), type == finite ? 2 : run(s("x")));
    EXPECT_THROW(run(b.content(v, 1, {}), {run(a)}), EvalError);
  }
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_FALSE(b.inject(finite, 2, {}, {}).valid());
  EXPECT_FALSE(b.inject(finite, 0, {}, {}).valid());  // A holds something
  EXPECT_FALSE(b.inject(finite, 0, s("x"), {}).valid());
  EXPECT_FALSE(b.variant(i(1), {}).valid());
  EXPECT_FALSE(b.content(b.variable(finite, 0, {}), 2, {}).valid());
}

// Odd is {1, 3, 5}; a word is the position.
TEST_F(Sequence, SubsetsCalculateAsTheirBase) {
  const ColourSetId small = net.colours.add_range("Small", 0, 9);
  const ColourSetId odd = net.colours.add_subset("Odd", small, {1, 3, 5});
  const ExprId x = b.variable(odd, 0, {});
  EXPECT_EQ(run(b.binary(Op::add, x, i(1), {}), {2}), 6);
  EXPECT_EQ(run(b.unary(Op::negate, x, {}), {1}), -3);
  EXPECT_EQ(run(b.unary(Op::index_of, x, {}), {1}), 3);
  EXPECT_EQ(run(b.binary(Op::less, x, i(4), {}), {1}), 1);
  EXPECT_EQ(run(b.binary(Op::equal, x, i(3), {}), {1}), 1);
  // Cyclic in the subset.
  EXPECT_EQ(text(b.unary(Op::successor, b.convert(i(5), odd, {}), {})), "1");
  EXPECT_EQ(run(b.colour_at(odd, i(5), {})), 2);
  EXPECT_EQ(run(b.comprehension(Op::sum, 1, b.colours(odd, {}), b.variable(odd, 1, {}), {})), 1 + 3 + 5);
  EXPECT_THROW(run(b.convert(b.variable(small, 0, {}), odd, {}), {4}), EvalError);
  const ExprId mixed = b.if_(b.boolean(false, {}), x, i(7), {});
  EXPECT_EQ(b.type(mixed), ColourTable::kInt);
  EXPECT_FALSE(diagnostics.has_errors());
}

class Counting final : public RandomSource {
 public:
  Word draw(Distribution distribution, std::span<const Word> parameters) override {
    ++draws;
    return distribution == Distribution::discrete ? parameters[1] : word_of_real(0.5);
  }
  int draws = 0;
};

TEST_F(Sequence, RandomValuesComeFromTheSource) {
  const ExprId die = b.random(Distribution::discrete, std::array{i(1), i(6)}, {});
  const ExprId wait = b.random(Distribution::exponential, std::array{i(2)}, {});
  EXPECT_TRUE(net.exprs[die].random());
  const ExprId both = b.binary(Op::add, die, wait, {});
  EXPECT_TRUE(net.exprs[both].random());
  EXPECT_EQ(b.type(die), ColourTable::kInt);
  EXPECT_EQ(b.type(wait), ColourTable::kReal);
  EXPECT_FALSE(b.constant(die).has_value());
  EXPECT_THROW(run(both), EvalError);  // nothing to draw from
  Counting source;
  Evaluator evaluator(net, net.pool);
  evaluator.set_random(&source);
  EXPECT_EQ(evaluator.eval_real(both, {}), 6.5);
  EXPECT_EQ(source.draws, 2);
}

TEST_F(Sequence, ParametersOfDistributionsAreChecked) {
  EXPECT_FALSE(b.random(Distribution::normal, std::array{i(1)}, {}).valid());
  EXPECT_FALSE(b.random(Distribution::discrete, std::array{i(2), i(1)}, {}).valid());
  EXPECT_FALSE(b.random(Distribution::discrete, std::array{i(0), b.real(1.5, {})}, {}).valid());
  EXPECT_FALSE(b.random(Distribution::bernoulli, std::array{b.real(1.5, {})}, {}).valid());
  Counting source;
  Evaluator evaluator(net, net.pool);
  evaluator.set_random(&source);
  std::vector<Word> frame{-1};
  EXPECT_THROW(evaluator.eval(b.random(Distribution::poisson, std::array{b.variable(ColourTable::kInt, 0, {})}, {}), frame),
               EvalError);
  EXPECT_EQ(source.draws, 0);
}

TEST(Distributions, TheTableIsInOrderAndChecksEveryParameter) {
  for (std::size_t k = 0; k < distributions().size(); ++k) {
    const DistributionFacts& facts = distributions()[k];
    EXPECT_EQ(static_cast<std::size_t>(facts.distribution), k);
    EXPECT_EQ(find_distribution(facts.name), &facts);
    // NaN is never right where a real is expected.
    std::vector<Word> words;
    for (const ColourSetId type : facts.parameters) words.push_back(type == ColourTable::kReal ? word_of_real(NAN) : 1);
    const bool all_int = facts.parameters[0] == ColourTable::kInt && facts.parameters.back() == ColourTable::kInt;
    EXPECT_EQ(check_parameters(facts.distribution, words).empty(), all_int) << facts.name;
    // ... and an ordinary choice is: ascending values from 0.5 to 1, the int 1.
    words.clear();
    for (std::size_t p = 0; p < facts.parameters.size(); ++p) {
      words.push_back(facts.parameters[p] == ColourTable::kReal ? word_of_real(0.5 + 0.25 * static_cast<double>(p)) : 1);
    }
    EXPECT_EQ(check_parameters(facts.distribution, words), "") << facts.name;
  }
  EXPECT_EQ(find_distribution("cauchy"), nullptr);
}

}  // namespace
}  // namespace petriloom
