// SPDX-License-Identifier: Apache-2.0
// Nets in which something hardly ever happens, or rates lie far apart, solved to the end: exact, or
// no number at all.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "analysis/solve/solve.h"
#include "formats/loom/loom.h"

namespace petriloom {
namespace {

SolveResult result_of(const std::string& text) {
  const ReadResult read = read_loom("rare.loom", text, {});
  if (!read.net) throw std::runtime_error(read.diagnostics.format(*read.sources));
  return solve(*read.net, {});
}

void expect_relative(double value, double expected) { EXPECT_NEAR(value, expected, 1e-9 * std::abs(expected)); }

double firings(const SolveResult& result, std::size_t transition) { return result.transitions.at(transition).value; }

std::string repair_shop(int machines) {
  return "place UP : unit = " + std::to_string(machines) +
         "`(); place DOWN : unit;\n"
         "transition fail { in UP; out DOWN; time exponential(1e-6); }\n"
         "transition repair { in DOWN; out UP; time exponential(1.0); servers 1; }\n"
         "stop when tokens(UP) = 0;\n";
}

// From k broken to k + 1 it takes t(k) = (1 + t(k-1)) / ((n - k) 1e-6), as repairs have rate 1:
// there is nothing to subtract.
TEST(RareNets, MachinesUntilAllAreBroken) {
  for (const int machines : {3, 4}) {
    const SolveResult result = result_of(repair_shop(machines));
    double before = 0;
    double time = 0;
    for (int k = 0; k < machines; ++k) {
      before = (1 + (k > 0 ? before : 0)) / ((machines - k) * 1e-6);
      time += before;
    }
    ASSERT_TRUE(result.solved());
    expect_relative(*result.time, time);
    EXPECT_LT(result.error, 1e-12);
  }
}

// The most likely of 1501 markings is 1e450 times as likely as the last one: that the last ones
// have no digits is no error.
TEST(RareNets, TheErrorOfALongQueueIsSmall) {
  const SolveResult result = result_of(
      "place QUEUE : unit; place FREE : unit = 1500`();\n"
      "transition arrive { in FREE; out QUEUE; time exponential(0.5); servers 1; }\n"
      "transition serve { in QUEUE; out FREE; time exponential(1.0); servers 1; }\n");
  ASSERT_TRUE(result.solved());
  expect_relative(result.places.at(0).value, 1);  // 0.5 / (1 - 0.5)
  EXPECT_LT(result.error, 1e-12);
}

// From V with a = 1e-17 to A, else to W; from W with b = 3e-17 to B, else to V (up to their
// squares). B is reached with b / (a + b), and V is left for W 1 / (a + b) times on each way.
TEST(RareNets, ImmediateTransitionsThatHardlyEverEnd) {
  const SolveResult result = result_of(
      "place A : unit = 1`(); place V : unit; place W : unit; place B : unit;\n"
      "transition go { in A; out V; time exponential(2.0); }\n"
      "transition vw { in V; out W; weight 1.0; }\n"
      "transition va { in V; out A; weight 1e-17; }\n"
      "transition wv { in W; out V; weight 1.0; }\n"
      "transition wb { in W; out B; weight 3e-17; }\n"
      "transition back { in B; out A; time exponential(4.0); }\n");
  ASSERT_TRUE(result.solved());
  const double a = 4 / (4 + 2 * 0.75);
  expect_relative(result.places.at(0).value, a);
  expect_relative(firings(result, 1), 2 * a / 4e-17);
}

// A clock that strikes each second changes nothing for two machines beside it. t(0) = 1 / 2f, t(1)
// = (1 + t(0)) / f.
TEST(RareNets, ManyPeriodsOfAClock) {
  for (const double fails : {1e-2, 1e-4, 1e-9}) {
    const std::string rate = std::to_string(static_cast<int>(std::round(1 / fails)));
    const SolveResult result = result_of(
        "place CLOCK : unit = 1`(); place UP : unit = 2`(); place DOWN : unit;\n"
        "transition strike { in CLOCK; out CLOCK; time deterministic(1.0); }\n"
        "transition fail { in UP; out DOWN; time exponential(1.0 / " +
        rate +
        ".0); }\n"
        "transition repair { in DOWN; out UP; time exponential(1.0); servers 1; }\n"
        "stop when tokens(UP) = 0;\n");
    const double time = 1 / (2 * fails) + (1 + 1 / (2 * fails)) / fails;
    if (fails > 1e-5) {
      EXPECT_TRUE(result.solved()) << result.unsolved;
    }
    if (!result.solved()) continue;
    expect_relative(*result.time, time);
    EXPECT_LE(std::abs(*result.time - time), (result.error + 1e-15) * time);
  }
}

}  // namespace
}  // namespace petriloom
