// SPDX-License-Identifier: Apache-2.0
#include "engine/random/variates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace petriloom {

namespace {

// Above, one gamma deviate costs less than the sum of exponentials.
constexpr double kFewStages = 12;
constexpr std::int64_t kFewTrials = 16;  // above, one beta deviate costs less than the trials
// Above, one gamma deviate costs less than the product of uniforms.
constexpr double kSmallMean = 12;
constexpr double kMostCount = 0x1p62;  // counts are ints

// The logarithm of a gamma variate as `near` + `far` / shape: the quotient alone is beyond all
// numbers for the least shapes.
struct LogGamma {
  double near = 0, far = 0;
};

LogGamma log_gamma_variate(double shape, Random& random) {
  if (shape >= 1) return {std::log(standard_gamma(shape, random)), 0};
  const double boosted = std::log(standard_gamma(shape + 1, random));
  return {boosted, std::log(random.uniform())};
}

}  // namespace

double standard_normal(Random& random) {
  const double radius = std::sqrt(2 * standard_exponential(random));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

double standard_gamma(double shape, Random& random) {
  if (shape < 1) {
    const double boosted = standard_gamma(shape + 1, random);
    return boosted * std::pow(random.uniform(), 1 / shape);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = standard_normal(random);
    const double cube = 1 + c * x;
    if (cube <= 0) continue;
    const double v = cube * cube * cube;
    if (std::log(random.uniform()) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
  }
}

double erlang(double shape, double rate, Random& random) {
  if (rate == 0) return std::numeric_limits<double>::infinity();
  if (shape > kFewStages) return standard_gamma(shape, random) / rate;
  double sum = 0;
  for (double stage = 0; stage < shape; stage += 1) sum += standard_exponential(random);
  return sum / rate;
}

double beta(double a, double b, Random& random) {
  const LogGamma x = log_gamma_variate(a, random);
  const LogGamma y = log_gamma_variate(b, random);
  const double log_x = x.near + x.far / a;
  const double log_y = y.near + y.far / b;
  if (std::isfinite(log_x) || std::isfinite(log_y)) return 1 / (1 + std::exp(log_y - log_x));
  // Then the variate is 0 or 1 to rounding, as the larger logarithm says.
  const double larger = std::max(a, b);
  return x.far * (b / larger) > y.far * (a / larger) ? 1 : 0;
}

double uniform_between(double low, double high, Random& random) {
  const double u = random.uniform();
  const double width = high - low;
  return std::isfinite(width) ? low + width * u : low * (1 - u) + high * u;
}

double triangular(double low, double mode, double high, Random& random) {
  const double u = random.uniform();
  // A quarter of the bounds has a width, where that of the bounds is beyond all numbers; and no
  // product of widths is taken.
  const double scale = std::isfinite(high - low) ? 1 : 4;
  const double width = high / scale - low / scale;
  if (!(width > 0)) return low;
  const double rising = (mode / scale - low / scale) / width;
  if (u < rising) return scale * (low / scale + width * std::sqrt(u * rising));
  return scale * (high / scale - width * std::sqrt((1 - u) * (1 - rising)));
}

std::uint64_t below_or_equal(std::uint64_t last, Random& random) {
  const std::uint64_t size = last + 1;
  if (size == 0) return random.bits();
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t uneven = -size % size;  // so many of the 2^64 values are too many
  for (;;) {
    const Wide product = Wide{random.bits()} * size;
    if (static_cast<std::uint64_t>(product) >= uneven) return static_cast<std::uint64_t>(product >> 64U);
  }
}

std::int64_t binomial(std::int64_t trials, double p, Random& random) {
  std::int64_t successes = 0;
  while (trials > kFewTrials && p > 0 && p < 1) {
    // The uniform of rank `middle` of all trials: those below it are successes together, or those
    // above it are failures.
    const std::int64_t middle = trials / 2 + 1;
    const double split = beta(static_cast<double>(middle), static_cast<double>(trials - middle + 1), random);
    if (split <= p) {
      successes += middle;
      trials -= middle;
      p = split < 1 ? (p - split) / (1 - split) : 0;
    } else {
      trials = middle - 1;
      p /= split;
    }
  }
  if (p >= 1) return successes + trials;
  if (p <= 0) return successes;
  for (; trials > 0; --trials) successes += random.uniform() < p ? 1 : 0;
  return successes;
}

std::int64_t poisson(double mean, Random& random) {
  if (mean >= kMostCount) return static_cast<std::int64_t>(kMostCount);
  std::int64_t events = 0;
  while (mean > kSmallMean) {
    const double leap = std::floor(mean * 7 / 8);
    const double time = standard_gamma(leap, random);  // of that many events
    if (time > mean) return events + binomial(static_cast<std::int64_t>(leap) - 1, mean / time, random);
    events += static_cast<std::int64_t>(leap);
    mean -= time;
  }
  const double least = std::exp(-mean);
  for (double product = random.uniform(); product > least; product *= random.uniform()) ++events;
  return events;
}

std::int64_t geometric(double p, Random& random) {
  const double u = random.uniform();
  if (p >= 1) return 0;
  return static_cast<std::int64_t>(std::min(std::floor(std::log(u) / std::log1p(-p)), kMostCount));
}

}  // namespace petriloom
