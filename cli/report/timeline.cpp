// SPDX-License-Identifier: Apache-2.0
#include "cli/report/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/report/bars.h"
#include "cli/report/time_axis.h"
#include "cli/table.h"

namespace petriloom::cli {

namespace {

constexpr double kStripWidth = 940;
constexpr double kStripLeft = 260;
constexpr double kStripRight = 110;
constexpr double kStripHeight = 34;
constexpr double kStripGap = 8;
constexpr double kStripTop = 4;

/// One level to draw.
struct Strip {
  const LevelSeries* series = nullptr;
  double scale = 1;     ///< what the full height stands for
  std::string mean;     ///< shown at the right
  std::string highest;  ///< what stands for the full height
};

std::string strip_path(const LevelSeries& series, double scale, double top) {
  const double plot = kStripWidth - kStripLeft - kStripRight;
  const double step = plot / static_cast<double>(series.values.size());
  const double floor = top + kStripHeight;
  std::string path = fmt::format("M{:.1f} {:.1f}", kStripLeft, floor);
  double last = floor;
  for (std::size_t k = 0; k < series.values.size(); ++k) {
    const double y = floor - std::clamp(series.values[k] / scale, 0.0, 1.0) * kStripHeight;
    if (std::abs(y - last) < 0.05) continue;
    path += fmt::format("H{:.1f}V{:.1f}", kStripLeft + step * static_cast<double>(k), y);
    last = y;
  }
  return path + fmt::format("H{:.1f}V{:.1f}Z", kStripLeft + plot, floor);
}

std::string strips_svg(const std::vector<Strip>& strips, double end, std::size_t colour, const std::string& note) {
  const double plot = kStripWidth - kStripLeft - kStripRight;
  const double bottom = kStripTop + (kStripHeight + kStripGap) * static_cast<double>(strips.size());
  const double height = bottom + 18 + (note.empty() ? 0 : 16);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" class=\"timeline\" "
      "font-family=\"system-ui, sans-serif\" font-size=\"11\" role=\"img\">\n",
      kStripWidth, height);
  for (const Tick& tick : time_ticks(end, plot / 90)) {
    const double x = kStripLeft + (end > 0 ? tick.time / end * plot : 0);
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#e4e8ec\"/>", x, kStripTop, bottom);
    svg +=
        fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\" fill=\"#57606a\">{}</text>\n", x, bottom + 12, tick.label);
  }
  double top = kStripTop;
  for (const Strip& strip : strips) {
    const double floor = top + kStripHeight;
    svg += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.75\"/>", strip_path(*strip.series, strip.scale, top),
                       chart_colour(colour));
    svg += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#8c959f\"/>", kStripLeft, kStripLeft + plot,
                       floor, floor);
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#1b1f24\">{}</text>", kStripLeft - 44, top + 21,
                       escaped_html(strip.series->name));
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#8c959f\" font-size=\"9\">{}</text>", kStripLeft - 4,
                       top + 8, escaped_html(strip.highest));
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#8c959f\" font-size=\"9\">0</text>", kStripLeft - 4,
                       floor);
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" fill=\"#1b1f24\">{}</text>\n", kStripLeft + plot + 8, top + 21,
                       escaped_html(strip.mean));
    top += kStripHeight + kStripGap;
  }
  if (!note.empty()) svg += fmt::format("<text x=\"0\" y=\"{}\" fill=\"#57606a\">{}</text>\n", bottom + 30, escaped_html(note));
  return svg + "</svg>\n";
}

/// The series with the largest means, and a note on the others.
std::vector<const LevelSeries*> highest(const std::vector<LevelSeries>& all, std::size_t most, double (*rank)(const LevelSeries&),
                                        double least, std::string_view what, std::string& note) {
  std::vector<const LevelSeries*> chosen;
  for (const LevelSeries& one : all) {
    if (rank(one) >= least) chosen.push_back(&one);
  }
  std::stable_sort(chosen.begin(), chosen.end(), [&](const LevelSeries* a, const LevelSeries* b) { return rank(*a) > rank(*b); });
  if (chosen.size() > most) {
    note = fmt::format("{} {} with lower averages are left out.", chosen.size() - most, what);
    chosen.resize(most);
  }
  return chosen;
}

}  // namespace

std::string utilisation_svg(const Levels& levels, std::size_t most) {
  std::string note;
  const auto share = [](const LevelSeries& one) { return one.capacity > 0 ? one.mean / one.capacity : 0; };
  std::vector<Strip> strips;
  for (const LevelSeries* one : highest(levels.busy, most, share, 0.001, "kinds of modules", note))
    strips.push_back({one, one->capacity, fmt::format("{:.1f} % of {:.0f}", share(*one) * 100, one->capacity), "100 %"});
  return strips.empty() ? std::string() : strips_svg(strips, levels.end, 0, note);
}

std::string queues_svg(const Levels& levels, std::size_t most) {
  std::string note;
  const auto mean = [](const LevelSeries& one) { return one.mean; };
  std::vector<Strip> strips;
  for (const LevelSeries* one : highest(levels.tokens, most, mean, 0.001, "places", note)) {
    const double peak = *std::max_element(one->values.begin(), one->values.end());
    strips.push_back({one, peak > 0 ? peak : 1, fmt::format("{:.3g} on average", one->mean), fmt::format("{:.3g}", peak)});
  }
  return strips.empty() ? std::string() : strips_svg(strips, levels.end, 1, note);
}

}  // namespace petriloom::cli
