// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "engine/random/durations.h"

namespace petriloom::test {
namespace {

// Known answers of the authors' library Random123 (kat_vectors, philox4x32-10).
TEST(Random, PhiloxKnownAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t kOnes = 0xffffffffU;
  EXPECT_EQ(philox4x32({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// From 1/2 on doubles are 2^-53 apart, so that the half is rounded away, to even: of the largest
// number to 1, which is left out.
TEST(Random, UniformNumbersLieInsideTheInterval) {
  constexpr std::uint64_t kLargest = ~std::uint64_t{0};
  EXPECT_EQ(Random::uniform_of(kLargest), 1 - 0x1p-53);
  EXPECT_EQ(Random::uniform_of(kLargest - (1U << 11U)), 1 - 0x1p-52);
  EXPECT_EQ(Random::uniform_of(std::uint64_t{1} << 63U), 0.5);
  EXPECT_EQ(Random::uniform_of(1U << 11U), 1.5 * 0x1p-53);
  EXPECT_EQ(Random::uniform_of(0), 0x1p-54);
}

TEST(Random, StreamsDiffer) {
  Random a(1, 0);
  Random b(1, 1);
  Random c(2, 0);
  const std::uint64_t first = a.bits();
  EXPECT_NE(first, b.bits());
  EXPECT_NE(first, c.bits());
  EXPECT_EQ(first, Random(1, 0).bits());
}

// The numbers of a stream are the blocks of its key and counter, one after the other, wherever one
// begins to read.
TEST(Random, StreamIsThatOfTheBlockFunction) {
  Random random(5, 7);
  for (std::uint32_t block = 0; block < 100; ++block) {
    const auto words = philox4x32({block, 0, 7, 0}, {5, 0});
    EXPECT_EQ(random.position(), 2 * block);
    EXPECT_EQ(random.bits(), words[0] | std::uint64_t{words[1]} << 32U);
    EXPECT_EQ(random.bits(), words[2] | std::uint64_t{words[3]} << 32U);
  }
  for (const std::uint64_t position : {0U, 1U, 31U, 32U, 33U, 77U}) {
    random.seek(position);
    EXPECT_EQ(random.position(), position);
    const auto words = philox4x32({static_cast<std::uint32_t>(position / 2), 0, 7, 0}, {5, 0});
    const std::size_t first = position % 2 * 2;
    EXPECT_EQ(random.bits(), words[first] | std::uint64_t{words[first + 1]} << 32U);
  }
}

struct Case {
  Timing timing;
  double a, b, mean, variance;
};

// Means and variances of the textbook.
TEST(Random, MomentsOfDistributions) {
  const double g1 = std::tgamma(1.5);
  const Case cases[] = {{Timing::exponential, 2, 0, 0.5, 0.25},
                        {Timing::deterministic, 3, 0, 3, 0},
                        {Timing::uniform, 1, 3, 2, 4.0 / 12},
                        {Timing::normal, 10, 1, 10, 1},
                        {Timing::erlang, 3, 2, 1.5, 0.75},
                        {Timing::erlang, 20, 2, 10, 5},
                        {Timing::gamma, 0.5, 2, 1, 2},
                        {Timing::gamma, 4, 0.5, 2, 1},
                        {Timing::weibull, 2, 3, 3 * g1, 9 * (1 - g1 * g1)},
                        {Timing::lognormal, 0, 0.5, std::exp(0.125), (std::exp(0.25) - 1) * std::exp(0.25)}};
  constexpr int kSamples = 200000;
  for (const Case& c : cases) {
    Random random(7, 0);
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < kSamples; ++k) {
      const double value = sample(c.timing, c.a, c.b, random);
      ASSERT_GE(value, 0);
      sum += value;
      squares += (value - c.mean) * (value - c.mean);
    }
    const double error = 5 * std::sqrt(c.variance / kSamples) + 1e-12;
    EXPECT_NEAR(sum / kSamples, c.mean, error) << static_cast<int>(c.timing);
    EXPECT_NEAR(squares / kSamples, c.variance, 0.05 * c.variance) << static_cast<int>(c.timing);
  }
}

TEST(Random, ParametersAreChecked) {
  EXPECT_TRUE(check_parameters(Timing::exponential, 0, 0).empty());
  EXPECT_FALSE(check_parameters(Timing::exponential, -1, 0).empty());
  EXPECT_FALSE(check_parameters(Timing::uniform, 2, 1).empty());
  EXPECT_FALSE(check_parameters(Timing::erlang, 1.5, 1).empty());
  EXPECT_FALSE(check_parameters(Timing::normal, -10, 1).empty());
  EXPECT_FALSE(check_parameters(Timing::weibull, 0, 1).empty());
}

}  // namespace
}  // namespace petriloom::test
