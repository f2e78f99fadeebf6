// SPDX-License-Identifier: Apache-2.0
// A quantity over time in a fixed number of bins, from its changes in any order. When the time
// outgrows the bins, they become twice as wide.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace petriloom {

class BinnedSeries {
 public:
  static constexpr std::size_t kBins = 512;

  /// It rises by `amount` at `time` (s, not negative).
  void change(double time, double amount) {
    if (deltas_.empty()) {
      deltas_.resize(kBins);
      moments_.resize(kBins);
    }
    while (time >= width_ * kBins) widen();
    const auto bin = static_cast<std::size_t>(time / width_);
    deltas_[bin] += amount;
    moments_[bin] += amount * time;
  }

  /// Time averages of the value in `count` intervals of equal length from 0 to `end` (s), after
  /// which nothing was changed. Exact for one interval and where intervals fall on bins, else as if
  /// the average of a bin held throughout.
  [[nodiscard]] std::vector<double> averages(double end, std::size_t count) const {
    std::vector<double> result(count, 0);
    if (deltas_.empty() || !(end > 0)) return result;
    const double step = end / static_cast<double>(count);
    double value = 0;
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      const double from = width_ * static_cast<double>(bin);
      const double to = std::min(from + width_, end);
      if (!(to > from)) break;
      // Integral over the bin: the value before it all along, and each change from its time on.
      const double inside = value * (to - from) + deltas_[bin] * to - moments_[bin];
      spread(result, inside / (to - from), from, to, step);
      value += deltas_[bin];
    }
    spread(result, value, width_ * kBins, end, step);
    return result;
  }

 private:
  void widen() {
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      const bool low = bin < kBins / 2;
      deltas_[bin] = low ? deltas_[2 * bin] + deltas_[2 * bin + 1] : 0;
      moments_[bin] = low ? moments_[2 * bin] + moments_[2 * bin + 1] : 0;
    }
    width_ *= 2;
  }
  static void spread(std::vector<double>& result, double value, double from, double to, double step) {
    for (auto k = static_cast<std::size_t>(from / step); k < result.size(); ++k) {
      const double low = std::max(from, step * static_cast<double>(k));
      const double high = k + 1 == result.size() ? to : std::min(to, step * static_cast<double>(k + 1));
      if (high > low) result[k] += value * (high - low) / step;
      if (high >= to) return;
    }
  }

  double width_ = 1e-12;
  std::vector<double> deltas_;   // sums of the changes in each bin
  std::vector<double> moments_;  // sums of change times time
};

}  // namespace petriloom
