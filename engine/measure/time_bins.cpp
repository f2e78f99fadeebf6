// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/time_bins.h"

#include <algorithm>
#include <cmath>

namespace petriloom {

// With a known end the width begins a power of two below the last one, so that doubling, which is
// exact, leads to it.
TimeBins::TimeBins(double from, double until, std::size_t columns) : from_(from), columns_(columns), sums_(columns * kBins, 0) {
  constexpr int kDoublings = 60;
  if (std::isfinite(until) && until > from) width_ = std::ldexp((until - from) / static_cast<double>(kBins), -kDoublings);
}

std::size_t TimeBins::bin(double time) const {
  return width_ > 0 ? std::min(static_cast<std::size_t>((time - from_) / width_), kBins - 1) : 0;
}

void TimeBins::cover(double time) {
  const double span = time - from_;
  if (!(span > 0)) return;
  if (width_ == 0) width_ = span / static_cast<double>(kBins);
  while (span > width_ * static_cast<double>(kBins)) {
    width_ *= 2;
    for (std::size_t column = 0; column < columns_; ++column) {
      double* const sums = sums_.data() + column * kBins;
      for (std::size_t k = 0; k < kBins / 2; ++k) sums[k] = sums[2 * k] + sums[2 * k + 1];
      std::fill(sums + kBins / 2, sums + kBins, 0.0);
    }
  }
}

void TimeBins::hold(std::size_t column, double begin, double end, double value) {
  begin = std::max(begin, from_);
  if (!(end > begin)) return;
  cover(end);
  double* const sums = sums_.data() + column * kBins;
  const std::size_t last = bin(end);
  for (std::size_t k = bin(begin); k < last; ++k) {
    const double edge = std::max(from_ + static_cast<double>(k + 1) * width_, begin);
    sums[k] += value * (edge - begin);
    begin = edge;
  }
  sums[last] += value * std::max(end - begin, 0.0);
}

std::size_t TimeBins::full(double now) const {
  if (!(width_ > 0) || now <= from_) return 0;
  constexpr double kRounding = 1e-9;  // of an interval
  return std::min(static_cast<std::size_t>((now - from_) / width_ + kRounding), kBins);
}

double TimeBins::sum(std::size_t column, std::size_t first, std::size_t last) const {
  double total = 0;
  for (std::size_t k = first; k < last; ++k) total += sum(column, k);
  return total;
}

}  // namespace petriloom
