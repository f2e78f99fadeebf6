// SPDX-License-Identifier: Apache-2.0
#include "engine/random/draws.h"

#include <cmath>

#include "engine/random/variates.h"

namespace petriloom {

namespace {

double draw_real(Distribution distribution, std::span<const Word> words, Random& random) {
  const auto real = [words](std::size_t k) { return real_of_word(words[k]); };
  const auto whole = [words](std::size_t k) { return static_cast<double>(words[k]); };
  switch (distribution) {
    case Distribution::exponential:
      return standard_exponential(random) / real(0);
    case Distribution::uniform:
      return uniform_between(real(0), real(1), random);
    case Distribution::normal:
      return real(0) + real(1) * standard_normal(random);
    case Distribution::erlang:
      return erlang(whole(0), real(1), random);
    case Distribution::gamma:
      return real(1) * standard_gamma(real(0), random);
    case Distribution::weibull:
      return real(1) * std::pow(standard_exponential(random), 1 / real(0));
    case Distribution::lognormal:
      return std::exp(real(0) + real(1) * standard_normal(random));
    case Distribution::chi_squared:
      return 2 * standard_gamma(whole(0) / 2, random);
    case Distribution::student: {
      const double normal = standard_normal(random);
      return normal / std::sqrt(2 * standard_gamma(whole(0) / 2, random) / whole(0));
    }
    case Distribution::triangular:
      return triangular(real(0), real(1), real(2), random);
    case Distribution::beta:
      return beta(real(0), real(1), random);
    default:
      return 0;  // whole
  }
}

}  // namespace

Word draw(Distribution distribution, std::span<const Word> words, Random& random) {
  switch (distribution) {
    case Distribution::discrete: {
      const auto low = static_cast<std::uint64_t>(words[0]);
      return static_cast<Word>(low + below_or_equal(static_cast<std::uint64_t>(words[1]) - low, random));
    }
    case Distribution::bernoulli:
      return random.uniform() < real_of_word(words[0]) ? 1 : 0;
    case Distribution::binomial:
      return binomial(words[0], real_of_word(words[1]), random);
    case Distribution::poisson:
      return poisson(real_of_word(words[0]), random);
    case Distribution::geometric:
      return geometric(real_of_word(words[0]), random);
    default:
      return word_of_real(draw_real(distribution, words, random));
  }
}

}  // namespace petriloom
