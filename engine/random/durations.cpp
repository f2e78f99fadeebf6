// SPDX-License-Identifier: Apache-2.0
#include "engine/random/durations.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "engine/random/variates.h"

namespace petriloom {

namespace {

double truncated_normal(double mean, double deviation, Random& random) {
  for (;;) {
    const double value = mean + deviation * standard_normal(random);
    if (value >= 0) return value;
  }
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
    case Timing::continuous:
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
    case Timing::at:
    case Timing::every:
      return {};
  }
  return {};
}

double sample(Timing timing, double a, double b, Random& random) {
  switch (timing) {
    case Timing::immediate:
    case Timing::at:
    case Timing::every:
      return 0;
    case Timing::exponential:
      return a > 0 ? standard_exponential(random) / a : std::numeric_limits<double>::infinity();
    case Timing::deterministic:
      return a;
    case Timing::uniform:
      return uniform_between(a, b, random);
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
    case Timing::continuous:
      return std::numeric_limits<double>::infinity();
  }
  return 0;
}

}  // namespace petriloom
