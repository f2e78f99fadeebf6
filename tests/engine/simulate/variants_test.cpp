// SPDX-License-Identifier: Apache-2.0
// Antithetic runs, numbers of transitions, variants compared pair by pair.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/random/rng.h"
#include "engine/simulate/compare.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

// Mirrored numbers are 1 - u; the mean of the two runs of a pair varies less than that of
// independent ones where more of every number means more of the measure.
TEST(Statistics, AntitheticPairs) {
  Random plain(3, 5);
  Random mirrored(3, 5, true);
  for (int k = 0; k < 1000; ++k) EXPECT_NEAR(mirrored.uniform(), 1 - plain.uniform(), 0x1p-52);
  const Net net = text_net(kQueue);
  SimulationOptions options;
  options.until = 1000;
  options.replications = 100;
  const Estimate independent = value_of(simulate(net, options), "served");
  options.antithetic = true;
  options.jobs = 2;
  const Estimate pairs = value_of(simulate(net, options), "served");
  EXPECT_EQ(pairs.n, 50U);
  EXPECT_NEAR(pairs.mean, 500, 2 * pairs.half_width);
  EXPECT_LT(pairs.half_width, 0.8 * independent.half_width);
}

// With numbers of its own a transition has the same durations whatever else the net does.
TEST(Statistics, TransitionsHaveNumbersOfTheirOwn) {
  const char* const alone =
      "place A : unit = 1`(); place B : unit;\n"
      "transition t { in A; out A; time gamma(0.7, 2.0); }\n"
      "measure last \"s\" = last now over t; stop when tokens(B) > 0;\n";
  const std::string with_others = std::string(alone) +
                                  "place C : unit = 3`();\n"
                                  "transition busy { in C; out C; time exponential(7.0); servers 2; }\n";
  SimulationOptions options;
  options.until = 50;
  options.seed = 8;
  const double first = value_of(simulate(text_net(alone), options), "last").mean;
  EXPECT_NE(value_of(simulate(text_net(with_others), options), "last").mean, first);
  options.own_streams = true;
  const double own = value_of(simulate(text_net(alone), options), "last").mean;
  EXPECT_EQ(value_of(simulate(text_net(with_others), options), "last").mean, own);
  options.replications = 2;
  EXPECT_NE(value_of(simulate(text_net(alone), options), "last").half_width, 0);
}

// Instances draw by their names, folded or not: the streams are the same, and with them the runs.
TEST(Statistics, NumbersOfTransitionsDoNotDependOnFolding) {
  const std::string text =
      "scope node[n in 0..3] { place A : unit = 1`(); transition t { in A; out A; time exponential(1.0); }\n"
      "measure fired = count t; }\n";
  SimulationOptions options;
  options.until = 100;
  options.own_streams = true;
  std::vector<double> counts[2];
  for (const Fold fold : {Fold::always, Fold::never}) {
    ReadOptions reading;
    reading.fold = fold;
    const ReadResult read = read_loom("fold.loom", text, reading);
    ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
    for (int n = 0; n < 4; ++n) {
      const std::string name = "node[" + std::to_string(n) + "].fired";
      counts[fold == Fold::always ? 0 : 1].push_back(value_of(simulate(*read.net, options), name).mean);
    }
  }
  EXPECT_EQ(counts[0], counts[1]);
  EXPECT_NE(counts[0][0], counts[0][1]);
}

// A faster server: with the same numbers the difference of two variants is known much better than
// from independent runs.
TEST(Statistics, VariantsSeeTheSameNumbers) {
  const Net slow = text_net(kQueue);
  std::string text = kQueue;
  text.replace(text.find("exponential(1.0)"), 16, "exponential(1.1)");
  const Net fast = text_net(text + "measure more = count arrive;\n");
  SimulationOptions options;
  options.until = 2000;
  options.replications = 40;
  options.own_streams = true;
  const Comparison common = compare(slow, fast, options);
  ASSERT_EQ(common.measures[0].name, "customers");
  const Difference& customers = common.measures[0];
  EXPECT_EQ(common.only_in_one, std::vector<std::string>{"more"});
  EXPECT_EQ(customers.difference.n, 40U);
  EXPECT_GT(customers.correlation, 0.9);
  // rho / (1 - rho) is 1 and 5 / 6.
  EXPECT_NEAR(customers.difference.mean, -1.0 / 6, 2 * customers.difference.half_width);
  EXPECT_NEAR(customers.difference.mean, customers.second.mean - customers.first.mean, 1e-12);
  const double apart = std::hypot(customers.first.half_width, customers.second.half_width);
  EXPECT_LT(customers.difference.half_width, 0.4 * apart);
  options.jobs = 3;
  EXPECT_EQ(compare(slow, fast, options).measures[0].difference.half_width, customers.difference.half_width);
}

}  // namespace
}  // namespace petriloom::test
