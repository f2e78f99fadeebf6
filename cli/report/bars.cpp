// SPDX-License-Identifier: Apache-2.0
#include "cli/report/bars.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/table.h"

namespace petriloom::cli {

std::string escaped_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string bars_svg(const std::vector<Bar>& bars, std::string_view unit) {
  constexpr double kWidth = 720;
  constexpr double kRow = 18;
  constexpr double kLeft = 48;
  constexpr double kRight = 90;
  double most = 0;
  for (const Bar& bar : bars) most = std::max({most, bar.value, bar.mark});
  const double scale = most > 0 ? (kWidth - kLeft - kRight) / most : 0;
  const double height = kRow * static_cast<double>(bars.size()) + 4;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" class=\"bars\" "
      "role=\"img\">\n",
      kWidth, height);
  for (std::size_t k = 0; k < bars.size(); ++k) {
    const Bar& bar = bars[k];
    const double y = kRow * static_cast<double>(k) + 2;
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", kLeft - 6, y + 12, escaped_html(bar.label));
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\"/>", kLeft, y, bar.value * scale, kRow - 4);
    if (bar.mark > 0) {
      const double x = kLeft + bar.mark * scale;
      svg += fmt::format("<line x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"{1}\" y2=\"{2}\"/>", x, y - 1, y + kRow - 3);
    }
    svg += fmt::format("<text x=\"{:.2f}\" y=\"{}\">{}</text>\n", kLeft + std::max(bar.value, bar.mark) * scale + 5, y + 12,
                       escaped_html(quantity(bar.value, unit)));
  }
  return svg + "</svg>\n";
}

}  // namespace petriloom::cli
