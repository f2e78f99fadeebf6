// SPDX-License-Identifier: Apache-2.0
// Axes of time for charts.
#pragma once

#include <string>
#include <vector>

namespace petriloom::cli {

struct Tick {
  double time = 0;    ///< s
  std::string label;  ///< "1.5 s"
};

/// About `wanted` ticks at round times from 0 to `end` (s), labelled in the unit that suits the
/// end.
std::vector<Tick> time_ticks(double end, double wanted);

/// Colours that can be told apart, as #rrggbb; from the last on all are grey.
std::string chart_colour(std::size_t number);
/// How many of them there are before the grey.
inline constexpr std::size_t kChartColours = 10;

}  // namespace petriloom::cli
