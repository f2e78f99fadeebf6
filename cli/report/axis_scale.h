// SPDX-License-Identifier: Apache-2.0
// From values to places on an axis, linear or logarithmic, with round ticks.
#pragma once

#include <cmath>
#include <vector>

namespace petriloom::cli {

/// The least of 1, 2, 5 times a power of ten that is at least `rough`.
double round_step(double rough);

class AxisScale {
 public:
  /// `low` < `high`; both above 0 if it is logarithmic.
  AxisScale(double low, double high, bool logarithmic) : low_(low), high_(high), logarithmic_(logarithmic) {}
  /// Where a value is, as a share of the axis.
  [[nodiscard]] double share(double value) const {
    return logarithmic_ ? std::log(value / low_) / std::log(high_ / low_) : (value - low_) / (high_ - low_);
  }
  /// About `wanted` round values within the axis.
  [[nodiscard]] std::vector<double> ticks(double wanted) const;

 private:
  double low_;
  double high_;
  bool logarithmic_;
};

/// An axis for values: from 0 if they come near it, logarithmic if they are above 0 and span much,
/// else with some room around.
AxisScale scale_for(double least, double most);

}  // namespace petriloom::cli
