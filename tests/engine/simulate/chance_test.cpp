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

}  // namespace
}  // namespace petriloom::test
