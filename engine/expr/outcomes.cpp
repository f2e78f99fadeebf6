// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/outcomes.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>

#include "engine/expr/distribution.h"

namespace petriloom {
namespace {

/// The first and last value of a distribution over a range of whole numbers that is finite.
std::pair<Word, Word> range_of(Distribution distribution, std::span<const Word> parameters) {
  const auto probability = [parameters](std::size_t k) { return real_of_word(parameters[k]); };
  switch (distribution) {
    case Distribution::discrete:
      return {parameters[0], parameters[1]};
    case Distribution::bernoulli:
      return {probability(0) < 1 ? 0 : 1, probability(0) > 0 ? 1 : 0};
    case Distribution::binomial:
      return {probability(1) < 1 ? 0 : parameters[0], probability(1) > 0 ? parameters[0] : 0};
    default:
      throw EvalError(
          {}, fmt::format("a value of {} cannot be explored: there is no end to its values", facts_of(distribution).signature));
  }
}

/// The probability of a value within that range.
double mass(Distribution distribution, std::span<const Word> parameters, Word value) {
  const auto real = [parameters](std::size_t k) { return real_of_word(parameters[k]); };
  switch (distribution) {
    case Distribution::bernoulli:
      return value == 1 ? real(0) : 1 - real(0);
    case Distribution::binomial: {
      const boost::math::binomial_distribution<double> law(static_cast<double>(parameters[0]), real(1));
      return boost::math::pdf(law, static_cast<double>(value));
    }
    default:  // discrete: each value alike
      return 1 / (static_cast<double>(parameters[1]) - static_cast<double>(parameters[0]) + 1);
  }
}

[[noreturn]] void too_many() {
  throw EvalError({}, fmt::format("random values with more than {} outcomes cannot be explored", Outcomes::kMost));
}

}  // namespace

bool puts_drawn(const Net& net, const Arc& arc) {
  return arc.kind == ArcKind::output && (draws(net, arc.condition) || draws(net, arc.count) || draws(net, arc.value));
}

void Outcomes::first() {
  choices_.clear();
  drawn_ = 0;
  count_ = 1;
}

void Outcomes::only(std::span<const Word> values) {
  first();
  for (const Word value : values) choices_.push_back({value, value});
}

bool Outcomes::next() {
  choices_.resize(drawn_);  // what was drawn may depend on what was drawn before
  while (!choices_.empty() && choices_.back().value == choices_.back().last) choices_.pop_back();
  if (choices_.empty()) return false;
  ++choices_.back().value;
  if (++count_ > kMost) too_many();
  return true;
}

Word Outcomes::draw(Distribution distribution, std::span<const Word> parameters) {
  if (drawn_ == choices_.size()) {
    const auto [low, high] = range_of(distribution, parameters);
    if (static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) >= static_cast<std::uint64_t>(kMost)) too_many();
    choices_.push_back({low, high});
  }
  const Word value = choices_[drawn_++].value;
  probability_ *= mass(distribution, parameters, value);
  return value;
}

std::vector<Word> Outcomes::values() const {
  std::vector<Word> result;
  for (std::size_t k = 0; k < drawn_; ++k) result.push_back(choices_[k].value);
  return result;
}

}  // namespace petriloom
