// SPDX-License-Identifier: Apache-2.0
// `_` in what an input arc takes: a variable without a name, each one its own.
#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

TEST(Wildcard, OfAnInputArcIsAVariableOfItsOwn) {
  const Net net = read_right(
      "colour C = enum { a, b };\n"
      "var x : C;\n"
      "place P : product C * C = (a, b) ++ (b, a) ++ (b, b);\n"
      "place Q : C;\n"
      "transition t { in P : (x, _); out Q : x; }\n"
      "transition u { in Q : _; in Q : _; }\n");
  // P loses its three tokens one by one, in any order; Q collects their first components and loses
  // any two of them, so {a, b, b} leaves {a} or {b}: by subsets of P 1 + 3 + 3 + 1 markings, 3
  // pairs also with Q emptied, and the last with one of two left.
  EXPECT_EQ(verify(net, {}).state_space.states, 8u + 3u + 2u);
  EXPECT_EQ(net.transitions[0].binding_size, 2u);
  EXPECT_EQ(net.transitions[1].binding_size, 2u);
}

}  // namespace
}  // namespace petriloom
