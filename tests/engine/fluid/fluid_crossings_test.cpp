// SPDX-License-Identifier: Apache-2.0
// Fluid nets: flows through cycles of empty places, and changes that a step of the integrator hides
// (docs/fluid.md, F3 and F5).
#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/flow.h"

namespace petriloom::test {
namespace {

// 1 / s comes into A, and goes round through B, from where 10 of 10,000 leave: in balance from the
// start, all of it leaves. Of 20 places in a ring from which 2 of 1002 leave once a round, half of
// all goes round, and 1 / s leaves as well.
TEST(Fluid, EmptyPlacesInACycleLoseAndMakeNothing) {
  const SimulationResult two = flow(
      "place A : fluid; place B : fluid; place C : fluid;\n"
      "transition s { out A; flow 1; }\n"
      "transition ab { in A; out B; flow 10000; }\n"
      "transition ba { in B; out A; flow 9990; }\n"
      "transition bc { in B; out C; flow 10; }\n"
      "measure c = peak level(C); measure a = peak level(A) + level(B);\n",
      10);
  EXPECT_NEAR(mean(two, "c"), 10, 1e-9);
  EXPECT_NEAR(mean(two, "a"), 0, 1e-9);
  std::string ring = "place C : fluid;\ntransition s { out P7; flow 1; }\ntransition leak { in P3; out C; flow 2; }\n";
  for (int k = 0; k < 20; ++k) {
    const std::string name = std::to_string(k);
    ring += "place P" + name + " : fluid;\n";
    ring += "transition t" + name + " { in P" + name + "; out P" + std::to_string((k + 1) % 20) + "; flow 1000; }\n";
  }
  const SimulationResult many = flow(ring + "measure c = peak level(C); measure rest = peak level(P3) + level(P8);\n", 10);
  EXPECT_NEAR(mean(many, "c"), 10, 1e-9);
  EXPECT_NEAR(mean(many, "rest"), 0, 1e-9);
}

// What needs A and B is as fast as the scarcer allows. Of it 99 of 100 come back to A through C:
// where A decides, x = 0.25 + 0.99 x is 25 / s; where B does, x is what comes into B.
TEST(Fluid, WhatNeedsTwoEmptyPlacesFollowsTheScarcer) {
  const auto run = [](const std::string& into_b) {
    return flow(
        "place A : fluid; place B : fluid; place C : fluid; place LEFT : fluid;\n"
        "transition a { out A; flow 0.25; }\n"
        "transition b { out B; flow " +
            into_b +
            "; }\n"
            "transition both { in A; in B; out C; flow 100; }\n"
            "transition back { in C; out A; flow 99; }\n"
            "transition leave { in C; out LEFT; flow 1; }\n"
            "measure a_ = peak level(A); measure b_ = peak level(B); measure left = peak level(LEFT);\n",
        8);
  };
  const SimulationResult by_b = run("1");
  EXPECT_NEAR(mean(by_b, "a_"), 8 * 0.24, 1e-9);
  EXPECT_NEAR(mean(by_b, "b_"), 0, 1e-9);
  EXPECT_NEAR(mean(by_b, "left"), 8 * 0.01, 1e-9);
  const SimulationResult by_a = run("30");
  EXPECT_NEAR(mean(by_a, "a_"), 0, 1e-9);
  EXPECT_NEAR(mean(by_a, "b_"), 8 * 5, 1e-9);
  EXPECT_NEAR(mean(by_a, "left"), 8 * 0.25, 1e-9);
}

// x = 0.5 + 0.45 sin t, y = 0.55 + 0.45 cos t: above 0.9 for t of asin(8/9) .. pi - asin(8/9), 0.95
// of every 2 pi seconds. The steps of the integrator do not know of it at any tolerance.
TEST(Fluid, CrossingsThatAreUndoneWithinAStepAreSeen) {
  const std::string turning =
      "place X : fluid = 0.5; place Y : fluid = 1;\n"
      "transition x { out X; flow level(Y) - 0.55; }\n"
      "transition y { in Y; flow level(X) - 0.5; }\n";
  for (const double top : {0.9, 0.94, 0.949, 0.9499}) {
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      const std::string level = std::to_string(top);
      const SimulationResult result =
          flow(turning + "place P : unit = 1`();\nplace Q : unit;\n" + "transition up { in P; read X : " + level + "; out Q; }\n" +
                   "transition down { in Q; inhibit X : " + level + "; out P; }\n" +
                   "measure above = count up; measure first_ = time until level(X) >= " + level +
                   ";\nmeasure product = time until level(X) * level(X) >= " + level + " * " + level + ";\n",
               2, [&](SimulationOptions& options) { options.tolerance = tolerance; });
      EXPECT_EQ(mean(result, "above"), 1) << top << " " << tolerance;
      const double first = std::asin((top - 0.5) / 0.45);
      EXPECT_NEAR(mean(result, "first_"), first, 100 * tolerance / std::cos(first)) << top << " " << tolerance;
      EXPECT_NEAR(mean(result, "product"), first, 100 * tolerance / std::cos(first)) << top << " " << tolerance;
    }
  }
}

// A level that rises by 1 / s makes one long step, in which what is true for 2 ms, by a square, a
// distance or a rounding, is found.
TEST(Fluid, ShortConditionsOfLevelsThatRiseStraightAreSeen) {
  const SimulationResult result = flow(
      "place X : fluid;\n"
      "transition x { out X; flow 1; }\n"
      "measure square = time until (level(X) - 33.3) * (level(X) - 33.3) < 0.000001;\n"
      "measure distance = time until abs(level(X) - 71.5) < 0.001;\n"
      "measure both = time until min(level(X) - 12.125, 12.127 - level(X)) > 0;\n"
      "measure whole = time until floor(level(X)) = 50;\n"
      "measure nearest = time until round(level(X) / 10) = 7;\n",
      100);
  EXPECT_NEAR(mean(result, "square"), 33.299, 1e-9);
  EXPECT_NEAR(mean(result, "distance"), 71.499, 1e-9);
  EXPECT_NEAR(mean(result, "both"), 12.125, 1e-9);
  EXPECT_NEAR(mean(result, "whole"), 50, 1e-9);
  EXPECT_NEAR(mean(result, "nearest"), 65, 1e-9);
}

}  // namespace
}  // namespace petriloom::test
