// SPDX-License-Identifier: Apache-2.0
#include "cli/report/bars.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/page.h"
#include "cli/shell/table.h"

namespace petriloom::cli {

std::string bars_html(const std::vector<Bar>& bars, std::string_view unit) {
  double most = 0;
  for (const Bar& bar : bars) most = std::max({most, bar.value, bar.mark});
  const double scale = most > 0 ? 100 / most : 0;
  std::string html;
  for (const Bar& bar : bars) {
    html += fmt::format("<div class=\"row\"><span class=\"name\">{}</span><span class=\"plot track\">", breakable_html(bar.label));
    html += fmt::format("<span class=\"fill\" style=\"width:{:.2f}%\"></span>", bar.value * scale);
    if (bar.mark > 0) html += fmt::format("<span class=\"mark\" style=\"left:{:.2f}%\"></span>", bar.mark * scale);
    html += fmt::format("</span><span class=\"value\">{}</span></div>\n", escaped_html(quantity(bar.value, unit)));
  }
  return html;
}

}  // namespace petriloom::cli
