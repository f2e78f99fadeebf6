// SPDX-License-Identifier: Apache-2.0
// 95 % intervals of simulate cover what formulas and solve say, about as often as they promise.
// With fixed seeds the counts are fixed, too; those of 1000 seeds are in bench/RESULTS.md.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>

#include "engine/simulate/simulate.h"
#include "tests/analysis/coverage_cases.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

class Coverage : public testing::TestWithParam<std::size_t> {};

// Of 100 intervals that cover with probability 0.95 fewer than 88 do in 0.15 % of cases.
TEST_P(Coverage, OfHundredSeeds) {
  const CoverageCase& one = coverage_cases()[GetParam()];
  const Net net = net_of(one);
  const std::vector<KnownMeasure> known = known_measures(one, net);
  for (const Estimation how : {Estimation::replications, Estimation::batches}) {
    const std::vector<int> counts = covered(one, net, known, how, many(100), 1);
    for (std::size_t k = 0; k < known.size(); ++k) {
      SCOPED_TRACE(known[k].name + (how == Estimation::batches ? " by batches" : " by replications"));
      EXPECT_GE(counts[k], many(88));
    }
  }
}

// Intervals that are too wide would cover always: of 360 about 342 do, with a deviation of 4 if
// they were independent.
TEST(CoverageOfAll, IsWhatItPromises) {
  constexpr int kSeeds = many(20);
  for (const Estimation how : {Estimation::replications, Estimation::batches}) {
    int all = 0;
    int cover = 0;
    for (const CoverageCase& one : coverage_cases()) {
      const Net net = net_of(one);
      const std::vector<KnownMeasure> known = known_measures(one, net);
      for (const int count : covered(one, net, known, how, kSeeds, 1)) cover += count;
      all += kSeeds * static_cast<int>(known.size());
    }
    EXPECT_EQ(all, many(360));
    if (sanitized()) continue;
    EXPECT_GE(cover, 330);
    EXPECT_LE(cover, 354);
  }
}

// A queue under heavy load (M/M/1 at 0.9, 9 customers in the mean), stopped when 10 % are reached:
// intervals of 20 batches alone would hold it in 76 of 100 runs, as the first to look narrow are
// too narrow.
TEST(CoverageOfPrecision, IsNotLostToStoppingEarly) {
  CoverageCase queueing;
  queueing.net =
      "place Q : unit;\ntransition arrive { out Q; time exponential(0.9); }\n"
      "transition serve { in Q; time exponential(1); servers 1; }\nmeasure queue = average tokens(Q);\n";
  const Net net = net_of(queueing);
  SimulationOptions options;
  options.statistics.batches = 20;
  options.statistics.find_warm_up = true;
  options.statistics.precision.push_back({"queue", 0.1});
  int cover = 0;
  for (options.seed = 1; options.seed <= many(100U); ++options.seed) {
    const SimulationResult result = simulate(net, options);
    ASSERT_EQ(result.ended, Ended::precision);
    const Estimate& queue = result.measures[0].value;
    cover += std::fabs(queue.mean - 9) <= queue.half_width ? 1 : 0;
  }
  EXPECT_GE(cover, many(83));
}

std::string case_name(const testing::TestParamInfo<std::size_t>& one) {
  std::string name;
  for (const char c : coverage_cases()[one.param].name) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Nets, Coverage, testing::Range<std::size_t>(0, coverage_cases().size()), case_name);

}  // namespace
}  // namespace petriloom::test
