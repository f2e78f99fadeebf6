// SPDX-License-Identifier: Apache-2.0
// `_` in arcs: a variable where a token is taken, and none where tokens are counted.
#include <gtest/gtest.h>

#include "engine/simulate/simulate.h"
#include "tests/formats/loom/read.h"

namespace petriloom::wildcards_test {
namespace {

// Three of A are (_, 1); of L go as many as `number` says, and then the others one by one.
std::string net_that_takes(const std::string& number) {
  return "place A : product int * int = 1`(1, 1) ++ 1`(2, 1) ++ 1`(5, 1) ++ 1`(1, 7); place L : unit = 5`(); place G : int = 1`1;\n"
         "place GO : unit; var m : int; transition t { in G : m; in L : (" +
         number + ")`(); out GO; }\ntransition drain { in GO; in L; out GO; }\n";
}

std::uint64_t left_by(const std::string& number) { return simulate(read_right(net_that_takes(number)), {}).firings - 1; }

TEST(Wildcards, CountWithinTokensOfAnArc) {
  EXPECT_EQ(left_by("tokens(A, (_, m))"), 2U);
  EXPECT_EQ(left_by("if tokens(A, (_, m)) % 3 = 0 then 4 else 0"), 1U);
  EXPECT_EQ(left_by("tokens(A, (_, 7)) + tokens(A, (m, _))"), 2U);
}

TEST(Wildcards, AreVariablesOnlyWhereATokenIsTaken) {
  const Net counting = read_right(net_that_takes("tokens(A, (_, m))"));
  EXPECT_EQ(counting.transitions.at(0).variables.size(), 1U);
  const Net taking = read_right("place A : product int * int = 1`(1, 2); transition t { in A : (_, _); }\n");
  EXPECT_EQ(taking.transitions.at(0).variables.size(), 2U);
}

}  // namespace
}  // namespace petriloom::wildcards_test
