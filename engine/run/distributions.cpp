// SPDX-License-Identifier: Apache-2.0
#include "engine/run/distributions.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace petriloom {

namespace {

double standard_exponential(Random& random) { return -std::log(random.uniform()); }

// G. Box, M. Muller, "A note on the generation of random normal deviates", 1958. The second deviate is not kept, so that a
// duration is a function of the numbers it consumes.
double standard_normal(Random& random) {
  const double radius = std::sqrt(2 * standard_exponential(random));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

// G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", 2000. Shapes under 1 by the boost of its section 6.
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

double truncated_normal(double mean, double deviation, Random& random) {
  for (;;) {
    const double value = mean + deviation * standard_normal(random);
    if (value >= 0) return value;
  }
}

constexpr double kFewStages = 12;  // above, one gamma deviate costs less than the sum of exponentials

double erlang(double shape, double rate, Random& random) {
  if (rate == 0) return std::numeric_limits<double>::infinity();
  if (shape > kFewStages) return standard_gamma(shape, random) / rate;
  double sum = 0;
  for (double stage = 0; stage < shape; stage += 1) sum += standard_exponential(random);
  return sum / rate;
}

}  // namespace

std::string check_parameters(Timing timing, double a, double b) {
  const auto positive = [](const char* name, double value) {
    return std::isfinite(value) && value > 0 ? std::string() : fmt::format("{} must be finite and positive, not {}", name, value);
  };
  const auto not_negative = [](const char* name, double value) {
    return std::isfinite(value) && value >= 0 ? std::string()
                                              : fmt::format("{} must be finite and not negative, not {}", name, value);
  };
  const auto both = [](const std::string& first, const std::string& second) { return first.empty() ? second : first; };
  switch (timing) {
    case Timing::immediate:
      return {};
    case Timing::exponential:
      return not_negative("the rate", a);
    case Timing::deterministic:
      return not_negative("the delay", a);
    case Timing::uniform:
      if (b < a) return fmt::format("the upper bound {} is below the lower bound {}", b, a);
      return both(not_negative("the lower bound", a), not_negative("the upper bound", b));
    case Timing::normal:
      // Below this, drawing again until the sample is not negative would not end.
      if (a < 0 && b < -a / 5) return fmt::format("a normal distribution of mean {} and deviation {} has no samples above 0", a, b);
      return both(std::isfinite(a) ? std::string() : fmt::format("the mean must be finite, not {}", a),
                  not_negative("the deviation", b));
    case Timing::erlang:
      if (!(a >= 1) || a != std::floor(a) || !std::isfinite(a))
        return fmt::format("the shape must be a whole number of at least 1, not {}", a);
      return not_negative("the rate", b);
    case Timing::gamma:
    case Timing::weibull:
      return both(positive("the shape", a), positive("the scale", b));
    case Timing::lognormal:
      return both(std::isfinite(a) ? std::string() : fmt::format("the mean of the logarithm must be finite, not {}", a),
                  not_negative("the deviation of the logarithm", b));
  }
  return {};
}

double sample(Timing timing, double a, double b, Random& random) {
  switch (timing) {
    case Timing::immediate:
      return 0;
    case Timing::exponential:
      return a > 0 ? standard_exponential(random) / a : std::numeric_limits<double>::infinity();
    case Timing::deterministic:
      return a;
    case Timing::uniform:
      return a + (b - a) * random.uniform();
    case Timing::normal:
      return truncated_normal(a, b, random);
    case Timing::erlang:
      return erlang(a, b, random);
    case Timing::gamma:
      return b * standard_gamma(a, random);
    case Timing::weibull:
      return b * std::pow(standard_exponential(random), 1 / a);
    case Timing::lognormal:
      return std::exp(a + b * standard_normal(random));
  }
  return 0;
}

}  // namespace petriloom
