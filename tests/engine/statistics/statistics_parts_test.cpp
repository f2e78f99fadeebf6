// SPDX-License-Identifier: Apache-2.0
// What estimates are made of: sketches, bins, truncation, recordings.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/measure/recording.h"
#include "engine/statistics/estimate.h"
#include "engine/statistics/histogram.h"

namespace petriloom::test {
namespace {

TEST(QuantileSketch, IsExactForFewValues) {
  QuantileSketch sketch;
  for (int k = 100; k >= 1; --k) sketch.add(k);
  EXPECT_EQ(sketch.error(), 0);
  EXPECT_EQ(sketch.quantile(0), 1);
  EXPECT_EQ(sketch.quantile(0.5), 50);  // the smallest value at or below which half of them lie
  EXPECT_EQ(sketch.quantile(0.501), 51);
  EXPECT_EQ(sketch.quantile(0.95), 95);
  EXPECT_EQ(sketch.quantile(1), 100);
  sketch.add(-3, 100);  // as much as all others together
  EXPECT_EQ(sketch.quantile(0.5), -3);
  EXPECT_EQ(sketch.quantile(0.505), 1);
}

TEST(QuantileSketch, KeepsItsErrorForManyValues) {
  QuantileSketch sketch;
  constexpr int kMany = 200'000;
  for (int k = 1; k <= kMany; ++k) {
    // A permutation of 0.001, 0.002 ... 200.
    const double x = 1e-3 * static_cast<double>((k * 7919L) % kMany + 1);
    sketch.add(x);
    sketch.add(-x);
  }
  EXPECT_GT(sketch.error(), 0);
  EXPECT_LT(sketch.error(), 0.01);
  EXPECT_LE(sketch.parts().size(), QuantileSketch::kMostParts);
  for (const double p : {0.01, 0.25, 0.4, 0.6, 0.9, 0.999}) {
    const double exact = p < 0.5 ? -200 * (1 - 2 * p) : 200 * (2 * p - 1);
    EXPECT_NEAR(sketch.quantile(p), exact, std::abs(exact) * sketch.error() + 1e-3) << p;
  }
  EXPECT_EQ(sketch.quantile(1), 200);
  EXPECT_EQ(sketch.quantile(0), -200);
}

TEST(QuantileSketch, DoesNotDependOnWhatIsMergedWithWhat) {
  std::mt19937_64 numbers(1);
  std::vector<double> values(20'000);
  for (double& value : values) value = std::exp(static_cast<double>(numbers() % 20'001) / 1000 - 10);
  QuantileSketch whole;
  QuantileSketch first;
  QuantileSketch second;
  QuantileSketch few;  // still exact when it is merged
  for (std::size_t k = 0; k < values.size(); ++k) {
    whole.add(values[k]);
    (k < 50 ? few : k % 2 == 0 ? first : second).add(values[k]);
  }
  QuantileSketch merged;
  for (const QuantileSketch* const one : {&few, &second, &first}) merged.merge(*one);
  const auto a = whole.parts();
  const auto b = merged.parts();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].value, b[k].value);
    EXPECT_EQ(a[k].weight, b[k].weight);
  }
  EXPECT_EQ(whole.error(), merged.error());
}

TEST(Histogram, HasAnIntervalForEachOfFewValues) {
  QuantileSketch sketch;
  for (const double value : {3.0, 1.0, 1.0, 2.0}) sketch.add(value);
  const auto single = histogram(sketch, 3);
  ASSERT_EQ(single.size(), 3U);
  EXPECT_EQ(single[0].from, 1);
  EXPECT_EQ(single[0].to, 1);
  EXPECT_DOUBLE_EQ(single[0].share, 0.5);
  const auto whole = histogram(sketch, 2);  // 1 and 2, then 3 and 4
  ASSERT_EQ(whole.size(), 2U);
  EXPECT_DOUBLE_EQ(whole[0].share, 0.75);
  EXPECT_DOUBLE_EQ(whole[0].to, 2);
  EXPECT_DOUBLE_EQ(whole[1].from, 3);
  sketch.add(3.5);
  const auto halves = histogram(sketch, 2);  // 1 .. 2.25 and above 2.25 .. 3.5
  ASSERT_EQ(halves.size(), 2U);
  EXPECT_DOUBLE_EQ(halves[0].share, 0.6);
  EXPECT_DOUBLE_EQ(halves[1].to, 3.5);
}

TEST(TimeBins, KeepWhatTheyGatherWhenTheyGrow) {
  for (const double until : {1000.0, std::numeric_limits<double>::infinity()}) {
    TimeBins bins(10, until, 2);
    bins.hold(0, 0, 12, 3);  // 2 s of it after 10
    bins.add(1, 5, 100);     // before
    bins.add(1, 10, 1);
    for (int k = 12; k < 1000; ++k) {
      bins.hold(0, k, k + 1, static_cast<double>(k));
      bins.add(1, k + 0.5, 1);
    }
    const std::size_t full = bins.full(1000);
    EXPECT_GE(full, TimeBins::kBins / 2);
    double integral = 6;
    for (int k = 12; k < 1000; ++k) integral += k;
    EXPECT_NEAR(bins.sum(0, 0, TimeBins::kBins), integral, 1e-6);
    EXPECT_NEAR(bins.sum(1, 0, TimeBins::kBins), 989, 1e-9);
    if (std::isfinite(until)) {
      EXPECT_EQ(full, TimeBins::kBins);
      EXPECT_NEAR(bins.width() * static_cast<double>(TimeBins::kBins), 990, 1e-9);
    }
    // In the middle of the run the value is the time, up to one step of it.
    const std::size_t k = full / 2;
    EXPECT_NEAR(bins.sum(0, k) / bins.width(), 10 + (static_cast<double>(k) + 0.5) * bins.width(), 1.5);
  }
}

TEST(Estimator, MeanAndInterval) {
  Estimator estimator;
  for (const double value : {1.0, 2.0, 3.0, 4.0}) estimator.add(value);
  const Estimate estimate = estimator.estimate(0.95);
  EXPECT_DOUBLE_EQ(estimate.mean, 2.5);
  // The variance is 5/3, the quantile of Student's t with 3 degrees of freedom 3.182446.
  EXPECT_NEAR(estimate.half_width, 3.182446305 * std::sqrt(5.0 / 3 / 4), 1e-8);
  EXPECT_DOUBLE_EQ(estimator.squares(0), 1 + 4 + 9 + 16);
}

// Of 100 values the first 20 lie far off; the rest alternate about 0, so that leaving out more only
// makes the sum over n^2 larger.
TEST(Mser, LeavesOutTheStart) {
  std::vector<double> values(100);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = (k % 2 == 0 ? 1 : -1) + (k < 20 ? 50 : 0);
  EXPECT_EQ(mser(values), 20U);
  EXPECT_EQ(mser(std::vector<double>(10, 7.0)), 0U);  // of equal ones the least
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<double>(k);
  EXPECT_EQ(mser(values), 49U);  // never settles: the last one allowed
}

std::vector<SavedNumber> numbers_of(const petriloom::Recorded& recorded) {
  StateWriter writer;
  recorded.save(writer);
  return writer.take();
}

// A recording that is saved in the middle and gone on with elsewhere gives the same numbers.
TEST(Statistics, RecordingsAreSavedAndLoaded) {
  RecordingPlan plan;
  plan.from = 5;
  plan.watched.resize(2);
  plan.watched[0] = {0, 0, 0, 0, kUnwatched, {0}};
  plan.watched[1] = {1, 0, 1, 1, 2, {}};
  plan.numbers = {{0}, {1}};
  plan.series = {{0, 0.25}};
  plan.sketches = 2;
  plan.columns = 3;
  const auto feed = [](Recording& recording, int from, int to) {
    for (int k = from; k < to; ++k) {
      recording.held(0, 0.1 * k, 0.1 * (k + 1), std::sqrt(static_cast<double>(k)));
      recording.counted(1, 0.1 * (k + 1), std::sin(static_cast<double>(k)), 1);
    }
  };
  Recording whole(&plan);
  feed(whole, 0, 20'000);
  Recording first(&plan);
  feed(first, 0, 7'001);
  StateWriter writer;
  first.save(writer);
  for (const std::uint32_t number : {0U, 1U}) first.save(number, writer);
  const std::vector<SavedNumber> saved = writer.take();
  StateReader reader(saved);
  Recording second(&plan);
  second.load(reader);
  for (const std::uint32_t number : {0U, 1U}) second.load(number, reader);
  reader.end();
  feed(second, 7'001, 20'000);
  const std::vector<SavedNumber> expected = numbers_of(whole.finish(2000));
  EXPECT_EQ(numbers_of(second.finish(2000)), expected);

  petriloom::Recorded again;
  StateReader all(expected);
  again.load(all);
  all.end();
  EXPECT_EQ(numbers_of(again), expected);
}

}  // namespace
}  // namespace petriloom::test
