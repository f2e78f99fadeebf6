// SPDX-License-Identifier: Apache-2.0
// A bar for each node, drawn as SVG.
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

/// Bars side by side from a common zero, labelled with their values. Values must not be negative.
std::string bars_svg(const std::vector<Bar>& bars, std::string_view unit);

/// Text as it may stand in HTML and in attributes.
std::string escaped_html(std::string_view text);

}  // namespace petriloom::cli
