// SPDX-License-Identifier: Apache-2.0
#include "engine/statistics/estimate.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace petriloom {

double half_width(double squares, std::uint64_t n, double confidence) {
  if (n < 2) return 0;
  const auto count = static_cast<double>(n);
  const boost::math::students_t student(count - 1);
  return boost::math::quantile(student, (1 + confidence) / 2) * std::sqrt(squares / (count - 1) / count);
}

// From the back, so that one pass has the deviations of every tail.
std::size_t mser(std::span<const double> values) {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  double mean = 0;
  double squares = 0;
  for (std::size_t k = values.size(); k-- > 0;) {
    const auto n = static_cast<double>(values.size() - k);
    const double distance = values[k] - mean;
    mean += distance / n;
    squares += distance * (values[k] - mean);
    if (2 * k >= values.size() && k > 0) continue;
    // Of equal ones the smallest number of values is left out.
    if (squares / (n * n) <= least) {
      least = squares / (n * n);
      best = k;
    }
  }
  return best;
}

double lag_one(std::span<const double> values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double squares = 0;
  double products = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    squares += (values[k] - mean) * (values[k] - mean);
    if (k > 0) products += (values[k] - mean) * (values[k - 1] - mean);
  }
  return squares > 0 ? products / squares : 0;
}

}  // namespace petriloom
