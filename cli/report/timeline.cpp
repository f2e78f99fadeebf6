// SPDX-License-Identifier: Apache-2.0
#include "cli/report/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/report/page.h"
#include "cli/report/time_axis.h"
#include "cli/results/time_spent.h"
#include "cli/shell/table.h"

namespace petriloom::cli {

namespace {

// A strip is drawn in these units and stretched to the width of the column.
constexpr double kStripWidth = 570;
constexpr double kStripHeight = 34;
constexpr double kTicks = 4;  // as many as have room in a narrow column

/// One level to draw.
struct Strip {
  const UtilisationSeries* series = nullptr;
  double scale = 1;    ///< what the full height stands for
  std::string mean;    ///< shown beside it
  std::string detail;  ///< in small letters
};

std::string strip_path(const UtilisationSeries& series, double scale) {
  const double step = kStripWidth / static_cast<double>(series.values.size());
  std::string path = fmt::format("M0 {}", kStripHeight);
  double last = kStripHeight;
  for (std::size_t k = 0; k < series.values.size(); ++k) {
    const double y = kStripHeight - std::clamp(series.values[k] / scale, 0.0, 1.0) * kStripHeight;
    if (std::abs(y - last) < 0.05) continue;
    path += fmt::format("H{:.1f}V{:.1f}", step * static_cast<double>(k), y);
    last = y;
  }
  return path + fmt::format("H{}V{}Z", kStripWidth, kStripHeight);
}

std::string strips_html(const std::vector<Strip>& strips, double end, std::size_t colour, const std::string& note) {
  const std::vector<Tick> ticks = time_ticks(end, kTicks);
  const auto share = [&](const Tick& tick) { return end > 0 ? tick.time / end : 0; };
  std::string lines;
  std::string labels;
  for (const Tick& tick : ticks) {
    lines += fmt::format("M{:.1f} 0V{}", share(tick) * kStripWidth, kStripHeight);
    // A label is centred below its line, but for those at the ends.
    const char* const end_of_axis = share(tick) < 0.05 ? " class=\"first\"" : share(tick) > 0.9 ? " class=\"last\"" : "";
    labels += fmt::format("<span{} style=\"left:{:.2f}%\">{}</span>", end_of_axis, share(tick) * 100, tick.label);
  }
  std::string html;
  for (const Strip& strip : strips) {
    html +=
        fmt::format("<div class=\"row\"><span class=\"name\">{}</span><span class=\"plot\">", breakable_html(strip.series->name));
    html += fmt::format("<svg class=\"level\" viewBox=\"0 0 {} {}\" width=\"100%\" height=\"{}\" preserveAspectRatio=\"none\" ",
                        kStripWidth, kStripHeight, kStripHeight);
    html += fmt::format("role=\"img\"><path d=\"{}\" stroke=\"#e4e8ec\" fill=\"none\"/>", lines);
    html += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.75\"/></svg></span>", strip_path(*strip.series, strip.scale),
                        chart_colour(colour));
    html += fmt::format("<span class=\"value\">{} <small>{}</small></span></div>\n", escaped_html(strip.mean),
                        escaped_html(strip.detail));
  }
  html += fmt::format(
      "<div class=\"row\"><span class=\"empty\"></span><span class=\"plot axis\">{}</span><span "
      "class=\"empty\"></span></div>\n",
      labels);
  if (!note.empty()) html += fmt::format("<p class=\"quiet\">{}</p>\n", escaped_html(note));
  return html;
}

/// The series with the highest rank of those with at least `least(series)`, and a note on the
/// others.
template <class Rank, class Least>
std::vector<const UtilisationSeries*> highest(const std::vector<UtilisationSeries>& all, std::size_t most, const Rank& rank,
                                              const Least& least, std::string_view what, std::string& note) {
  std::vector<const UtilisationSeries*> chosen;
  for (const UtilisationSeries& one : all) {
    if (rank(one) >= least(one)) chosen.push_back(&one);
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](const UtilisationSeries* a, const UtilisationSeries* b) { return rank(*a) > rank(*b); });
  if (chosen.size() > most) {
    note = fmt::format("{} {} with lower averages are left out.", chosen.size() - most, what);
    chosen.resize(most);
  }
  return chosen;
}

constexpr double kLeast = 0.001;

}  // namespace

std::string utilisation_html(const Utilisation& utilisation, std::size_t most) {
  std::string note;
  // Hardware that is there and is not used is worth to know.
  const auto least = [](const UtilisationSeries& one) { return one.hardware && one.capacity_of == CapacityOf::stock ? 0 : kLeast; };
  std::vector<Strip> strips;
  for (const UtilisationSeries* one : highest(utilisation.busy, most, busy_share, least, "kinds of modules", note)) {
    const std::string percent = fmt::format("{:.1f} %", busy_share(*one) * 100);
    if (one->capacity_of == CapacityOf::stock) {
      strips.push_back({one, one->capacity, fmt::format("{} of {:.0f}", percent, one->capacity), ""});
    } else {
      strips.push_back({one, one->capacity, percent, fmt::format("of the most ever busy ({:.0f})", one->capacity)});
    }
  }
  return strips.empty() ? std::string() : strips_html(strips, utilisation.end, 0, note);
}

std::string queues_html(const Utilisation& utilisation, std::size_t most) {
  std::string note;
  const auto mean = [](const UtilisationSeries& one) { return one.mean; };
  const auto least = [](const UtilisationSeries&) { return kLeast; };
  std::vector<Strip> strips;
  for (const UtilisationSeries* one : highest(utilisation.tokens, most, mean, least, "places", note)) {
    const double peak = *std::max_element(one->values.begin(), one->values.end());
    strips.push_back(
        {one, peak > 0 ? peak : 1, fmt::format("{:.3g} on average", one->mean), fmt::format("full height: {:.3g}", peak)});
  }
  return strips.empty() ? std::string() : strips_html(strips, utilisation.end, 1, note);
}

}  // namespace petriloom::cli
