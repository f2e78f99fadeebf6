// SPDX-License-Identifier: Apache-2.0
// Nets in which chance has a part, and others.
#include "engine/simulate/chance.h"

#include <gtest/gtest.h>

#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

bool chance(const std::string& items) {
  return has_chance(
      text_net("fun late(x : real) : real = x * uniform(0.5, 1.5); place P : int = 1 ++ 2; place Q : int;\n"
               "var x : int; transition t { in P : x; " +
               items + " }"));
}

TEST(Chance, HasNoPartInWhatIsSaid) {
  EXPECT_FALSE(chance("out Q : x;"));
  EXPECT_FALSE(chance("out Q : x @+ 3 s; draw y = x + 1; order by -x; priority x;"));
  EXPECT_FALSE(chance("out Q : x; time deterministic(x * 1 s);"));
  EXPECT_FALSE(chance("out Q : x; every 2 s until 8 s;"));
}

TEST(Chance, HasAPartInWhatIsDrawn) {
  EXPECT_TRUE(chance("out Q : x; time exponential(1 / 1 s);"));
  EXPECT_TRUE(chance("out Q : x; weight 2;"));
  EXPECT_TRUE(chance("out Q : x @+ late(1.0);"));
  EXPECT_TRUE(chance("out Q : x; delay uniform(1, 2);"));
  EXPECT_TRUE(chance("draw y = discrete(1, 2); out Q : y;"));
  EXPECT_TRUE(chance("out Q : discrete(1, 2);"));
  EXPECT_TRUE(chance("out Q : x when bernoulli(0.5) = 1;"));
}

// What a constant says is never drawn has no part; what depends on a token may.
TEST(Chance, HasAPartInTheBranchThatIsTaken) {
  EXPECT_FALSE(chance("draw y = if 1 > 2 then discrete(1, 2) else x; out Q : y;"));
  EXPECT_FALSE(chance("draw y = 3 + (if 1 < 2 then x else discrete(1, 2)); out Q : y;"));
  EXPECT_TRUE(chance("draw y = if 1 < 2 then discrete(1, 2) else x; out Q : y;"));
  EXPECT_TRUE(chance("draw y = if x < 2 then discrete(1, 2) else x; out Q : y;"));
  EXPECT_TRUE(chance("draw y = if 1 > 2 then x else discrete(1, if 2 > 1 then 2 else 3); out Q : y;"));
  EXPECT_TRUE(chance("draw y = discrete(1, if 1 > 2 then discrete(2, 3) else 3); out Q : y;"));
  EXPECT_FALSE(chance("out Q : x @+ (if false then late(1.0) else 1.0);"));
  EXPECT_TRUE(chance("out Q : x @+ (if true then late(1.0) else 1.0);"));
}

}  // namespace
}  // namespace petriloom::test
