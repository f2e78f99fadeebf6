// SPDX-License-Identifier: Apache-2.0
#include "cli/report/time_axis.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "cli/report/axis_scale.h"

namespace petriloom::cli {

std::vector<Tick> time_ticks(double end, double wanted) {
  std::vector<Tick> ticks;
  if (!(end > 0) || !std::isfinite(end)) return {{0, "0 s"}};
  const double step = round_step(end / std::max(wanted, 1.0));
  struct Unit {
    double factor;
    const char* name;
  };
  constexpr std::array kUnits{Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}, Unit{1e-9, "ns"}};
  Unit unit = kUnits.back();
  for (const Unit& candidate : kUnits) {
    if (end >= candidate.factor) {
      unit = candidate;
      break;
    }
  }
  for (std::size_t k = 0; static_cast<double>(k) * step <= end * (1 + 1e-9); ++k) {
    const double time = static_cast<double>(k) * step;
    ticks.push_back({time, fmt::format("{:.6g} {}", time / unit.factor, unit.name)});
  }
  return ticks;
}

std::string chart_colour(std::size_t number) {
  constexpr std::array<const char*, kChartColours> kColours{"#3b82c4", "#f28e2b", "#4ea64b", "#d9534f", "#8b62b5",
                                                            "#17a2b0", "#c49a1a", "#e377c2", "#8c564b", "#6b7a3a"};
  return number < kColours.size() ? kColours[number] : "#a0a4a8";
}

}  // namespace petriloom::cli
