// SPDX-License-Identifier: Apache-2.0
#include "cli/report/axis_scale.h"

#include <algorithm>

namespace petriloom::cli {

double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::vector<double> AxisScale::ticks(double wanted) const {
  constexpr double kRounding = 1e-9;
  std::vector<double> result;
  if (!logarithmic_) {
    const double step = round_step((high_ - low_) / std::max(wanted, 1.0));
    for (double k = std::ceil(low_ / step - kRounding); k * step <= high_ + kRounding * step; ++k)
      result.push_back(k * step + 0.0);  // no -0
    return result;
  }
  const double decades = std::log10(high_ / low_);
  const double skip = std::max(1.0, std::ceil(decades / wanted));
  for (double k = std::floor(std::log10(low_)); k <= std::log10(high_) + kRounding; k += skip) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor > 1 && 3 * decades > 2 * wanted) break;
      const double value = factor * std::pow(10.0, k);
      if (value >= low_ * (1 - kRounding) && value <= high_ * (1 + kRounding)) result.push_back(value);
    }
  }
  return result;
}

AxisScale scale_for(double least, double most) {
  constexpr double kSpansMuch = 50;
  constexpr double kRoom = 0.08;
  if (least > 0 && most / least > kSpansMuch) return {least / 1.2, most * 1.2, true};
  if (least >= 0 && least < most * 0.6) return {0, most * (1 + kRoom), false};
  if (least == most) {
    const double around = least == 0 ? 1 : std::abs(least) * 0.5;
    return {least - around, most + around, false};
  }
  const double room = (most - least) * kRoom;
  return {least - room, most + room, false};
}

}  // namespace petriloom::cli
