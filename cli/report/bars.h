// SPDX-License-Identifier: Apache-2.0
// Bars one below the other, as HTML that fits any width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace petriloom::cli {

struct Bar {
  std::string label;
  double value = 0;
  double mark = 0;  ///< a second value, drawn as a line across the bar; 0: none
};

/// Bars from a common zero, labelled with their values. Values must not be negative.
std::string bars_html(const std::vector<Bar>& bars, std::string_view unit);

}  // namespace petriloom::cli
