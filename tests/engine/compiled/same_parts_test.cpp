// SPDX-License-Identifier: Apache-2.0
// Colour sets of the same parts under two names: a component that is made is taken as it is.
#include <gtest/gtest.h>

#include <array>

#include "engine/build/expr_builder.h"
#include "engine/compiled/code.h"

namespace petriloom {
namespace {

// A list of a colour set without a name, in a pair whose second component has one.
TEST(Code, TakesListsOfTheSamePartsAsTheyAre) {
  Net net;
  Diagnostics diagnostics;
  ExprBuilder b(net, diagnostics);
  const ColourSetId element = net.colours.add_range("Few", 1, 3);
  const ColourSetId named = net.colours.add_list("Fews", element);
  const ColourSetId other = net.colours.add_list({}, net.colours.add_range("Same", 1, 3));
  ASSERT_NE(named, other);
  const ColourSetId pair = net.colours.add_product("Pair", {ColourTable::kInt, named});
  const ExprId number = b.binary(Op::add, b.variable(ColourTable::kInt, 0, {}), b.integer(1, {}), {});
  const ExprId from_variable = b.tuple(pair, std::array{number, b.variable(other, 1, {})}, {});
  const std::array one{b.literal(net.colours[other].components[0], 3, {})};
  const ExprId from_literal = b.tuple(pair, std::array{number, b.list(net.colours[other].components[0], one, {})}, {});
  const std::array<Word, 2> numbers{1, 3};
  std::array<Word, 2> frame{7, net.pool.intern(numbers)};
  Evaluator evaluator(net, net.pool);
  const Code variable(net, from_variable);
  const Code literal(net, from_literal);
  EXPECT_EQ(net.colours.format(pair, variable.eval(evaluator, frame), net.pool), "(8, [1, 3])");
  EXPECT_EQ(net.colours.format(pair, literal.eval(evaluator, frame), net.pool), "(8, [3])");
}

}  // namespace
}  // namespace petriloom
