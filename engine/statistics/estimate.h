// SPDX-License-Identifier: Apache-2.0
// Means with confidence intervals (docs/statistics.md).
#pragma once

#include <cstdint>
#include <span>

namespace petriloom {

/// A mean over `n` observations with the half width of its confidence interval (Student t; 0 for n
/// < 2).
struct Estimate {
  double mean = 0;
  double half_width = 0;
  std::uint64_t n = 0;
};

/// Half width of the confidence interval of a mean of `n` independent observations whose squared
/// deviations from it sum to `squares`; 0 for n < 2.
double half_width(double squares, std::uint64_t n, double confidence);

/// Mean and interval of values that are added in the order of replications, so that threads do not
/// change a bit (B. P. Welford, "Note on a method for calculating corrected sums of squares and
/// products", 1962).
class Estimator {
 public:
  void add(double value) {
    ++n_;
    const double distance = value - mean_;
    mean_ += distance / static_cast<double>(n_);
    squares_ += distance * (value - mean_);
  }
  [[nodiscard]] Estimate estimate(double confidence) const { return {mean_, half_width(squares_, n_, confidence), n_}; }
  [[nodiscard]] double mean() const { return mean_; }
  /// Sum of the squared distances from `point`.
  [[nodiscard]] double squares(double point) const {
    return squares_ + static_cast<double>(n_) * (mean_ - point) * (mean_ - point);
  }
  [[nodiscard]] std::uint64_t n() const { return n_; }

 private:
  std::uint64_t n_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

/// The number of leading values to leave out by the rule of the least marginal standard error: d <
/// values.size() / 2 that minimises the sum of squared deviations of the values from d on, over the
/// square of their number (K. P. White, "An effective truncation heuristic for bias reduction in
/// simulation output", 1997). Of means of five values each it is MSER-5 (K. P. White, M. J. Cobb,
/// S. C. Spratt, "A comparison of five steady-state truncation heuristics for simulation", 2000).
std::size_t mser(std::span<const double> values);

/// Autocorrelation of values that follow each other; 0 if they are all equal.
double lag_one(std::span<const double> values);

}  // namespace petriloom
