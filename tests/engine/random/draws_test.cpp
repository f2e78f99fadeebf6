// SPDX-License-Identifier: Apache-2.0
// Random values of expressions: moments of the continuous distributions, every probability of the
// discrete ones.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "engine/expr/distribution.h"
#include "engine/random/draws.h"

namespace petriloom::test {
namespace {

Word r(double value) { return word_of_real(value); }

struct Continuous {
  Distribution distribution;
  std::vector<Word> parameters;
  double mean, variance;
};

// Means and variances of the textbook (N. Johnson, S. Kotz, N. Balakrishnan, "Continuous univariate
// distributions").
TEST(Draws, MomentsOfContinuousDistributions) {
  const double g1 = std::tgamma(1.5);
  const Continuous cases[] = {
      {Distribution::exponential, {r(2)}, 0.5, 0.25},
      {Distribution::uniform, {r(-1), r(3)}, 1, 16.0 / 12},
      {Distribution::normal, {r(-2), r(3)}, -2, 9},
      {Distribution::erlang, {3, r(2)}, 1.5, 0.75},
      {Distribution::gamma, {r(0.5), r(2)}, 1, 2},
      {Distribution::weibull, {r(2), r(3)}, 3 * g1, 9 * (1 - g1 * g1)},
      {Distribution::lognormal, {r(0), r(0.5)}, std::exp(0.125), (std::exp(0.25) - 1) * std::exp(0.25)},
      {Distribution::chi_squared, {1}, 1, 2},
      {Distribution::chi_squared, {7}, 7, 14},
      {Distribution::student, {10}, 0, 10.0 / 8},
      {Distribution::triangular, {r(1), r(2), r(6)}, 3, (1 + 4 + 36 - 2 - 6 - 12) / 18.0},
      {Distribution::triangular, {r(2), r(2), r(2)}, 2, 0},
      {Distribution::beta, {r(2), r(3)}, 0.4, 6.0 / (25 * 6)},
      {Distribution::beta, {r(0.01), r(0.01)}, 0.5, 0.25 / 1.02},
  };
  constexpr int kSamples = 200000;
  for (const Continuous& c : cases) {
    Random random(11, 0);
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < kSamples; ++k) {
      const double value = real_of_word(draw(c.distribution, c.parameters, random));
      ASSERT_TRUE(std::isfinite(value));
      sum += value;
      squares += (value - c.mean) * (value - c.mean);
    }
    const std::string name(facts_of(c.distribution).name);
    EXPECT_NEAR(sum / kSamples, c.mean, 5 * std::sqrt(c.variance / kSamples) + 1e-12) << name;
    EXPECT_NEAR(squares / kSamples, c.variance, 0.05 * c.variance) << name;
  }
}

// Scaled by s, a distribution has s times the mean and deviation; widths, products of widths and
// quotients by shapes that leave the range of numbers must not show. A beta of two equal shapes
// near 0 is 0 or 1, as often each.
TEST(Draws, ExtremeParametersGiveNumbersWithinBounds) {
  struct Extreme {
    Distribution distribution;
    std::vector<Word> parameters;
    double low, high, mean, deviation;
  };
  // A triangle from -1 by 0 to 1 has this deviation, an even one from -1 to 1 1/sqrt(3).
  const double sixth = std::sqrt(1.0 / 6);
  const double even = std::sqrt(1.0 / 3);
  const Extreme cases[] = {
      {Distribution::uniform, {r(-1e308), r(1e308)}, -1e308, 1e308, 0, even * 1e308},
      {Distribution::uniform, {r(-1e-308), r(1e-308)}, -1e-308, 1e-308, 0, even * 1e-308},
      {Distribution::triangular, {r(-1e308), r(0), r(1e308)}, -1e308, 1e308, 0, sixth * 1e308},
      {Distribution::triangular, {r(-1e200), r(0), r(1e200)}, -1e200, 1e200, 0, sixth * 1e200},
      {Distribution::triangular, {r(-1e-200), r(0), r(1e-200)}, -1e-200, 1e-200, 0, sixth * 1e-200},
      {Distribution::triangular, {r(0), r(0), r(3e-200)}, 0, 3e-200, 1e-200, std::sqrt(0.5) * 1e-200},
      {Distribution::beta, {r(1e-308), r(1e-308)}, 0, 1, 0.5, 0.5},
      {Distribution::beta, {r(1e-320), r(1e-320)}, 0, 1, 0.5, 0.5},
      {Distribution::beta, {r(1e-308), r(3e-308)}, 0, 1, 0.25, std::sqrt(0.1875)},
      {Distribution::beta, {r(1e308), r(1e308)}, 0, 1, 0.5, 1e-9},
  };
  constexpr int kSamples = 20000;
  for (const Extreme& c : cases) {
    Random random(3, 0);
    double sum = 0;      // of deviations
    double squares = 0;  // of them
    for (int k = 0; k < kSamples; ++k) {
      const double value = real_of_word(draw(c.distribution, c.parameters, random));
      ASSERT_TRUE(value >= c.low && value <= c.high) << value;  // so it is a number
      sum += (value - c.mean) / c.deviation;
      squares += std::pow((value - c.mean) / c.deviation, 2);
    }
    const std::string name = std::string(facts_of(c.distribution).name) + " " + std::to_string(&c - cases);
    EXPECT_NEAR(sum / kSamples, 0, 5 / std::sqrt(kSamples)) << name;
    // A bound for one that is too narrow for its width to be seen.
    if (c.deviation == 1e-9) continue;
    EXPECT_NEAR(squares / kSamples, 1, 0.05) << name;
  }
}

struct Discrete {
  Distribution distribution;
  std::vector<Word> parameters;
  std::function<double(double)> probability;
};

double binomial_probability(double n, double p, double k) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) + (n - k) * std::log1p(-p));
}
double poisson_probability(double mean, double k) { return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1)); }

// Pearson's statistic over all values that are expected at least 10 times, the others together. Its
// mean is the number of classes less one, its variance twice that; six deviations above is a
// probability under 1e-6.
TEST(Draws, ProbabilitiesOfDiscreteDistributions) {
  const Discrete cases[] = {
      {Distribution::discrete, {-2, 4}, [](double k) { return k >= -2 && k <= 4 ? 1.0 / 7 : 0; }},
      {Distribution::bernoulli, {r(0.3)}, [](double k) { return k == 1 ? 0.3 : 0.7; }},
      {Distribution::binomial, {5, r(0.3)}, [](double k) { return k <= 5 ? binomial_probability(5, 0.3, k) : 0; }},
      {Distribution::binomial, {1000, r(0.37)}, [](double k) { return k <= 1000 ? binomial_probability(1000, 0.37, k) : 0; }},
      {Distribution::poisson, {r(3)}, [](double k) { return poisson_probability(3, k); }},
      {Distribution::poisson, {r(75.5)}, [](double k) { return poisson_probability(75.5, k); }},
      {Distribution::geometric, {r(0.2)}, [](double k) { return 0.2 * std::pow(0.8, k); }},
  };
  constexpr double kSamples = 200000;
  for (const Discrete& c : cases) {
    const std::string name(facts_of(c.distribution).name);
    Random random(5, 0);
    std::map<Word, double> seen;
    for (int k = 0; k < static_cast<int>(kSamples); ++k) ++seen[draw(c.distribution, c.parameters, random)];
    double statistic = 0;
    double classes = 0;
    double rest_expected = kSamples;
    double rest_seen = kSamples;
    for (Word k = -10; k <= 1000; ++k) {
      const double expected =
          k < 0 && c.distribution != Distribution::discrete ? 0 : kSamples * c.probability(static_cast<double>(k));
      if (expected < 10) continue;
      const double difference = seen[k] - expected;
      statistic += difference * difference / expected;
      ++classes;
      rest_expected -= expected;
      rest_seen -= seen[k];
      if (c.distribution == Distribution::bernoulli && k == 1) break;
    }
    if (rest_expected > 1) statistic += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
    EXPECT_LT(statistic, classes + 6 * std::sqrt(2 * classes)) << name;
    EXPECT_NEAR(rest_seen, rest_expected, 6 * std::sqrt(rest_expected + 1)) << name;
  }
}

TEST(Draws, CertainOutcomes) {
  Random random(1, 0);
  EXPECT_EQ(draw(Distribution::bernoulli, std::vector<Word>{r(1)}, random), 1);
  EXPECT_EQ(draw(Distribution::bernoulli, std::vector<Word>{r(0)}, random), 0);
  EXPECT_EQ(draw(Distribution::binomial, std::vector<Word>{1000000, r(1)}, random), 1000000);
  EXPECT_EQ(draw(Distribution::binomial, std::vector<Word>{1000000, r(0)}, random), 0);
  EXPECT_EQ(draw(Distribution::geometric, std::vector<Word>{r(1)}, random), 0);
  EXPECT_EQ(draw(Distribution::poisson, std::vector<Word>{r(0)}, random), 0);
  EXPECT_EQ(draw(Distribution::discrete, std::vector<Word>{3, 3}, random), 3);
  constexpr Word kLow = std::numeric_limits<Word>::min();
  constexpr Word kHigh = std::numeric_limits<Word>::max();
  Random same(1, 9);
  Random bits(1, 9);
  EXPECT_EQ(static_cast<std::uint64_t>(draw(Distribution::discrete, std::vector<Word>{kLow, kHigh}, same)) -
                static_cast<std::uint64_t>(kLow),
            bits.bits());
}

}  // namespace
}  // namespace petriloom::test
