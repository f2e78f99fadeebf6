// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace petriloom {

namespace {

constexpr ColourSetId kInt = ColourTable::kInt;
constexpr ColourSetId kReal = ColourTable::kReal;

constexpr std::array<ColourSetId, 1> kOneReal{kReal};
constexpr std::array<ColourSetId, 2> kTwoReals{kReal, kReal};
constexpr std::array<ColourSetId, 3> kThreeReals{kReal, kReal, kReal};
constexpr std::array<ColourSetId, 1> kOneInt{kInt};
constexpr std::array<ColourSetId, 2> kTwoInts{kInt, kInt};
constexpr std::array<ColourSetId, 2> kIntAndReal{kInt, kReal};

constexpr std::array<DistributionFacts, 16> kFacts{{
    {Distribution::exponential, "exponential", false, kOneReal, "exponential(rate)"},
    {Distribution::uniform, "uniform", false, kTwoReals, "uniform(a, b)"},
    {Distribution::normal, "normal", false, kTwoReals, "normal(mean, sd)"},
    {Distribution::erlang, "erlang", false, kIntAndReal, "erlang(shape, rate)"},
    {Distribution::gamma, "gamma", false, kTwoReals, "gamma(shape, scale)"},
    {Distribution::weibull, "weibull", false, kTwoReals, "weibull(shape, scale)"},
    {Distribution::lognormal, "lognormal", false, kTwoReals, "lognormal(m, s)"},
    {Distribution::chi_squared, "chi_squared", false, kOneInt, "chi_squared(n)"},
    {Distribution::student, "student", false, kOneInt, "student(n)"},
    {Distribution::triangular, "triangular", false, kThreeReals, "triangular(a, mode, b)"},
    {Distribution::beta, "beta", false, kTwoReals, "beta(a, b)"},
    {Distribution::discrete, "discrete", true, kTwoInts, "discrete(a, b)"},
    {Distribution::bernoulli, "bernoulli", true, kOneReal, "bernoulli(p)"},
    {Distribution::binomial, "binomial", true, kIntAndReal, "binomial(n, p)"},
    {Distribution::poisson, "poisson", true, kOneReal, "poisson(mean)"},
    {Distribution::geometric, "geometric", true, kOneReal, "geometric(p)"},
}};

std::string positive(std::string_view what, double value) {
  return std::isfinite(value) && value > 0 ? std::string() : fmt::format("{} must be finite and positive, not {}", what, value);
}

std::string not_negative(std::string_view what, double value) {
  return std::isfinite(value) && value >= 0 ? std::string()
                                            : fmt::format("{} must be finite and not negative, not {}", what, value);
}

std::string finite(std::string_view what, double value) {
  return std::isfinite(value) ? std::string() : fmt::format("{} must be finite, not {}", what, value);
}

std::string probability(double value) {
  return value >= 0 && value <= 1 ? std::string() : fmt::format("a probability must be from 0 to 1, not {}", value);
}

template <class Number>
std::string ordered(Number low, Number high) {
  return low <= high ? std::string() : fmt::format("the lower bound {} is above the upper bound {}", low, high);
}

// The first of the complaints.
std::string first(std::initializer_list<std::string> complaints) {
  for (const std::string& complaint : complaints) {
    if (!complaint.empty()) return complaint;
  }
  return {};
}

}  // namespace

std::span<const DistributionFacts> distributions() { return kFacts; }

const DistributionFacts& facts_of(Distribution distribution) { return kFacts[static_cast<std::size_t>(distribution)]; }

const DistributionFacts* find_distribution(std::string_view name) {
  const auto found = std::find_if(kFacts.begin(), kFacts.end(), [name](const auto& facts) { return facts.name == name; });
  return found != kFacts.end() ? &*found : nullptr;
}

std::string check_parameters(Distribution distribution, std::span<const Word> words) {
  const std::span<const ColourSetId> types = facts_of(distribution).parameters;
  std::array<double, 3> value{};
  for (std::size_t k = 0; k < types.size(); ++k) {
    value[k] = types[k] == kReal ? real_of_word(words[k]) : static_cast<double>(words[k]);
  }
  const auto [a, b, c] = value;
  switch (distribution) {
    case Distribution::exponential:
      return positive("the rate", a);
    case Distribution::uniform:
      return first({finite("a bound", a), finite("a bound", b), ordered(a, b)});
    case Distribution::normal:
    case Distribution::lognormal:
      return first({finite("the mean", a), not_negative("the standard deviation", b)});
    case Distribution::erlang:
      return first({positive("the shape", a), positive("the rate", b)});
    case Distribution::gamma:
    case Distribution::weibull:
      return first({positive("the shape", a), positive("the scale", b)});
    case Distribution::chi_squared:
    case Distribution::student:
      return positive("the number of degrees of freedom", a);
    case Distribution::triangular:
      return first({finite("a bound", a), finite("the mode", b), finite("a bound", c), ordered(a, b), ordered(b, c)});
    case Distribution::beta:
      return first({positive("a shape", a), positive("a shape", b)});
    case Distribution::discrete:
      return ordered(words[0], words[1]);
    case Distribution::bernoulli:
      return probability(a);
    case Distribution::binomial:
      return first({not_negative("the number of trials", a), probability(b)});
    case Distribution::poisson:
      return not_negative("the mean", a);
    case Distribution::geometric:
      return first({probability(a), positive("the probability", a)});
  }
  return {};
}

}  // namespace petriloom
