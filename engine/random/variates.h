// SPDX-License-Identifier: Apache-2.0
// Random variates of the standard forms of distributions. Each is a function of the numbers it
// consumes from the stream, by methods that are fixed, so that a seed gives the same run with every
// standard library.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/random/rng.h"

namespace petriloom {

/// The number of one of `count`, which is not 0, each as likely as its weight says.
template <class Weight>
std::size_t drawn_by_weight(std::size_t count, const Weight& weight, Random& random) {
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += weight(k);
  double drawn = random.uniform() * sum;
  for (std::size_t k = 0; k < count; ++k) {
    drawn -= weight(k);
    if (drawn < 0) return k;
  }
  return count - 1;
}

/// Exponential of rate 1, by inversion.
inline double standard_exponential(Random& random) { return -std::log(random.uniform()); }
/// Normal of mean 0 and deviation 1 (G. Box, M. Muller, "A note on the generation of random normal
/// deviates", 1958). The second deviate is not kept.
double standard_normal(Random& random);
/// Gamma of scale 1 and a positive shape (G. Marsaglia, W. W. Tsang, "A simple method for
/// generating gamma variables", 2000; shapes under 1 by the boost of its section 6).
double standard_gamma(double shape, Random& random);
/// Erlang: the sum of `shape` (whole, at least 1) exponentials of a rate; infinite for a rate of 0.
double erlang(double shape, double rate, Random& random);
/// Beta of two positive shapes: X / (X + Y) of gammas X and Y, computed by their logarithms, which
/// small shapes do not make 0.
double beta(double a, double b, Random& random);
/// Uniform from `low` to `high`, also where they are further apart than the largest number.
double uniform_between(double low, double high, Random& random);
/// Triangular from `low` to `high`, most dense at `mode`, by inversion.
double triangular(double low, double mode, double high, Random& random);
/// A whole number from 0 to `last`, each as likely as the others (D. Lemire, "Fast random integer
/// generation in an interval", 2019).
std::uint64_t below_or_equal(std::uint64_t last, Random& random);
/// Successes in `trials` of probability `p`: halved by the median of the uniforms, which is a beta,
/// until few are left (J. Ahrens, U. Dieter, "Computer methods for sampling from gamma, beta,
/// Poisson and binomial distributions", 1974; L. Devroye, "Non-uniform random variate generation",
/// 1986, X.4.4).
std::int64_t binomial(std::int64_t trials, double p, Random& random);
/// Poisson: events of a Poisson process of rate 1 until `mean`, in leaps of whole gammas until the
/// rest is small (the same, X.3.4).
std::int64_t poisson(double mean, Random& random);
/// Failures before the first success of probability `p` > 0, by inversion of the distribution
/// function.
std::int64_t geometric(double p, Random& random);

}  // namespace petriloom
