// SPDX-License-Identifier: Apache-2.0
#include "cli/report/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/report/axis_scale.h"
#include "cli/report/page.h"
#include "cli/report/time_axis.h"
#include "cli/shell/table.h"

namespace petriloom::cli {

namespace {

constexpr double kWidth = 900;
constexpr double kMargin = 8;
constexpr double kLetter = 6.3;  // width of one at 11 px
constexpr double kLegendLine = 20;
constexpr double kAxisBelow = 22;      // labels of the horizontal axis
constexpr double kTiltedTop = 14;      // below the axis, where tilted labels end
constexpr double kTiltedAside = 0.87;  // how far they reach to the left, of their length
constexpr double kPanelTitle = 18;
constexpr double kYTicks = 5;
constexpr std::size_t kMostMarks = 120;  // of a series, before they hide its line
constexpr std::size_t kMostColumns = 3;
constexpr std::size_t kLongest = 22;  // letters of a label

double width_of(const std::string& text) { return kLetter * static_cast<double>(text.size()); }

std::string short_label(const std::string& text) { return text.size() <= kLongest ? text : text.substr(0, kLongest - 2) + "…"; }

std::string text_at(double x, double y, std::string_view anchor, const std::string& text, std::string_view more = {}) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more, escaped_html(text));
}

struct Range {
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  [[nodiscard]] bool empty() const { return least > most; }
};

class Drawing {
 public:
  explicit Drawing(const PanelChart& chart) : chart_(chart), y_(y_scale()), x_(x_scale()) {
    for (const double tick : y_.ticks(kYTicks)) left_ = std::max(left_, width_of(quantity(tick, chart.unit)) + 10);
    columns_ = chart.panels.size() == 4 ? 2 : std::clamp<std::size_t>(chart.panels.size(), 1, kMostColumns);
    // One panel alone is not as wide as the page: slopes are read best near 45 degrees.
    width_ = columns_ == 1 ? kWidth * 0.72 : kWidth;
    cell_ = (width_ - 2 * kMargin) / static_cast<double>(columns_);
    plot_width_ = cell_ - left_ - 14;
    plot_height_ = columns_ == 1 ? 270 : columns_ == 2 ? 220 : 170;
    double longest = 0;
    for (const PanelTick& tick : chart.ticks) longest = std::max(longest, width_of(short_label(tick.label)));
    tilted_ = chart.words && longest > plot_width_ / static_cast<double>(chart_.ticks.size());
    if (!tilted_) return;
    // A label that is tilted by 30 degrees reaches half its length down, and before the axis where
    // it is longer than the way of its tick to the axis.
    below_ = kTiltedTop + longest / 2 + 12;
    const double before = longest * kTiltedAside - plot_width_ / static_cast<double>(2 * chart_.ticks.size());
    left_ = std::max(left_, std::min(before, cell_ * 0.4));
    plot_width_ = cell_ - left_ - 14;
  }

  std::string svg();

 private:
  [[nodiscard]] AxisScale y_scale() const;
  [[nodiscard]] AxisScale x_scale() const;
  void legend();
  void panel(const Panel& panel, double x, double y);
  void axes(double x, double y);
  void x_labels(double x, double y);
  void series(const Panel& panel, std::size_t which, double x, double y);
  [[nodiscard]] std::string colour(std::size_t number) const { return series_colour(number, chart_.series.size()); }
  /// Series side by side where x is a word, so that their intervals do not hide each other.
  [[nodiscard]] double shift(std::size_t which, std::size_t count) const {
    if (!chart_.words || count < 2) return 0;
    const double slot = plot_width_ / static_cast<double>(std::max<std::size_t>(1, chart_.ticks.size()));
    const double step = std::min(9.0, slot * 0.6 / static_cast<double>(count));
    return step * (static_cast<double>(which) - static_cast<double>(count - 1) / 2);
  }

  const PanelChart& chart_;
  AxisScale y_;
  AxisScale x_;
  double left_ = 30;
  std::size_t columns_ = 1;
  double width_ = kWidth;
  double cell_ = 0;
  double plot_width_ = 0;
  double plot_height_ = 0;
  bool tilted_ = false;
  double below_ = kAxisBelow;  // of a panel, for the labels of its axis
  double height_ = 0;
  std::string out_;
};

/// By the means, and by how uncertain most of them are: what chance alone may do must not look like
/// an effect. Intervals that reach far beyond are cut off rather than make the rest flat.
AxisScale Drawing::y_scale() const {
  Range means;
  Range ends;
  std::vector<double> half_widths;
  for (const Panel& panel : chart_.panels) {
    for (const PanelSeries& one : panel.series) {
      for (const PanelPoint& point : one.points) {
        if (!std::isfinite(point.y)) continue;
        means.add(point.y);
        ends.add(point.y - point.half_width);
        ends.add(point.y + point.half_width);
        half_widths.push_back(point.half_width);
      }
    }
  }
  if (means.empty()) return {0, 1, false};
  const auto middle = half_widths.begin() + static_cast<std::ptrdiff_t>(half_widths.size() / 2);
  std::nth_element(half_widths.begin(), middle, half_widths.end());
  constexpr double kBeyond = 0.25;  // of the range of the means
  const double range = means.most > means.least ? means.most - means.least : std::abs(means.most);
  const double beyond = std::max(kBeyond * range, *middle);
  const bool positive = means.least > 0;
  const double least = std::max(ends.least, positive ? std::max(means.least - beyond, means.least / 2) : means.least - beyond);
  return scale_for(least, std::min(ends.most, means.most + beyond));
}

AxisScale Drawing::x_scale() const {
  Range range;
  for (const PanelTick& tick : chart_.ticks) range.add(tick.x);
  for (const Panel& panel : chart_.panels) {
    for (const PanelSeries& one : panel.series) {
      for (const PanelPoint& point : one.points) range.add(point.x);
    }
  }
  if (chart_.words) return {range.least - 0.5, range.most + 0.5, false};
  if (range.empty() || range.least == range.most)
    return {range.empty() ? 0 : range.least - 0.5, range.empty() ? 1 : range.most + 0.5, false};
  constexpr double kRoom = 0.03;
  if (chart_.logarithmic) {
    const double room = std::pow(range.most / range.least, kRoom);
    return {range.least / room, range.most * room, true};
  }
  const double room = (range.most - range.least) * kRoom;
  return {range.least - room, range.most + room, false};
}

void Drawing::legend() {
  const std::string title = chart_.unit.empty() ? chart_.title : fmt::format("{} ({})", chart_.title, chart_.unit);
  out_ += text_at(kMargin, 18, "start", title, " font-size=\"14\" font-weight=\"600\"");
  height_ = 30;
  if (chart_.series.size() < 2) return;
  double x = kMargin;
  double y = height_ + 10;
  out_ += text_at(x, y, "start", chart_.series_title + ":", " fill=\"#57606a\"");
  x += width_of(chart_.series_title) + 16;
  for (std::size_t k = 0; k < chart_.series.size(); ++k) {
    const std::string name = short_label(chart_.series[k]);
    if (x + width_of(name) + 30 > width_ - kMargin && x > 2 * kMargin) {
      x = kMargin;
      y += kLegendLine;
    }
    out_ +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"{}\"/>\n", x, y - 10, colour(k));
    out_ += text_at(x + 17, y, "start", name);
    x += width_of(name) + 34;
  }
  height_ = y + 12;
}

void Drawing::axes(double x, double y) {
  for (const double tick : y_.ticks(kYTicks)) {
    const double at = y + plot_height_ * (1 - y_.share(tick));
    out_ += fmt::format("<path d=\"M{:.1f} {:.1f}h{:.1f}\" stroke=\"#e4e8ec\"/>\n", x, at, plot_width_);
    out_ += text_at(x - 6, at + 4, "end", quantity(tick, chart_.unit), " fill=\"#57606a\"");
  }
  out_ +=
      fmt::format("<path d=\"M{:.1f} {:.1f}v{:.1f}h{:.1f}\" stroke=\"#8c959f\" fill=\"none\"/>\n", x, y, plot_height_, plot_width_);
  x_labels(x, y + plot_height_);
}

void Drawing::x_labels(double x, double y) {
  double free = -HUGE_VAL;  // where the next label may begin
  for (const PanelTick& tick : chart_.ticks) {
    const double at = x + plot_width_ * x_.share(tick.x);
    const std::string label = short_label(tick.label);
    out_ += fmt::format("<path d=\"M{:.1f} {:.1f}v4\" stroke=\"#8c959f\"/>\n", at, y);
    if (tilted_) {
      const double top = y + kTiltedTop;
      out_ +=
          text_at(at + 3, top, "end", label, fmt::format(" fill=\"#57606a\" transform=\"rotate(-30 {:.1f} {:.1f})\"", at + 3, top));
      continue;
    }
    if (at - width_of(label) / 2 < free) continue;
    out_ += text_at(at, y + 17, "middle", label, " fill=\"#57606a\"");
    free = at + width_of(label) / 2 + 8;
  }
}

void Drawing::series(const Panel& panel, std::size_t which, double x, double y) {
  const PanelSeries& one = panel.series[which];
  const double beside = shift(which, panel.series.size());
  const bool marks = one.points.size() <= kMostMarks || !chart_.lines;
  std::string line;
  std::string drawn;
  bool joined = false;
  for (const PanelPoint& point : one.points) {
    if (!std::isfinite(point.y)) {
      joined = false;
      continue;
    }
    const auto height = [&](double value) { return y + plot_height_ * (1 - std::clamp(y_.share(value), 0.0, 1.0)); };
    const double at = x + plot_width_ * x_.share(point.x) + beside;
    line += fmt::format("{}{:.1f} {:.1f}", joined ? "L" : "M", at, height(point.y));
    joined = true;
    if (point.half_width > 0) {
      const double most = point.y + point.half_width;
      // What reaches below 0 on a logarithmic axis reaches its end.
      const double least = point.y - point.half_width;
      const double bottom = std::isfinite(y_.share(least)) ? height(least) : y + plot_height_;
      drawn += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}", at, height(most), bottom);
      // An end that is cut off has no bar across it.
      for (const double end : {most, least}) {
        if (std::abs(y_.share(end) - 0.5) < 0.5 + 1e-9) drawn += fmt::format("M{:.1f} {:.1f}h7", at - 3.5, height(end));
      }
      drawn += "\" fill=\"none\"/>";
    }
    if (marks) {
      drawn += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" stroke=\"none\">", at, height(point.y));
      drawn += point.note.empty() ? "</circle>" : fmt::format("<title>{}</title></circle>", escaped_html(point.note));
    }
  }
  out_ += fmt::format("<g stroke=\"{0}\" fill=\"{0}\">", colour(one.number));
  // Between words there is nothing; a faint line still shows which points belong together.
  if (chart_.lines && !line.empty())
    out_ +=
        fmt::format("<path d=\"{}\" fill=\"none\" stroke-width=\"1.6\"{}/>", line, chart_.words ? " stroke-opacity=\"0.3\"" : "");
  out_ += drawn + "</g>\n";
}

void Drawing::panel(const Panel& panel, double x, double y) {
  if (!panel.title.empty()) out_ += text_at(x + left_, y + 12, "start", panel.title, " font-weight=\"600\"");
  const double top = y + (panel.title.empty() ? 6 : kPanelTitle);
  axes(x + left_, top);
  for (std::size_t k = 0; k < panel.series.size(); ++k) series(panel, k, x + left_, top);
}

std::string Drawing::svg() {
  legend();
  const bool titled = std::any_of(chart_.panels.begin(), chart_.panels.end(), [](const Panel& one) { return !one.title.empty(); });
  const double row = plot_height_ + (titled ? kPanelTitle : 6) + below_ + 10;
  for (std::size_t k = 0; k < chart_.panels.size(); ++k) {
    const std::size_t line = k / columns_;
    panel(chart_.panels[k], kMargin + cell_ * static_cast<double>(k % columns_), height_ + row * static_cast<double>(line));
  }
  const std::size_t lines = (chart_.panels.size() + columns_ - 1) / columns_;
  height_ += row * static_cast<double>(lines);
  const double middle = columns_ == 1 ? kMargin + left_ + plot_width_ / 2 : width_ / 2;
  out_ += text_at(middle, height_ + 4, "middle", chart_.x_title);
  height_ += 16;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "role=\"img\" style=\"max-width:{0:.0f}px\" "
             "font-family=\"system-ui, sans-serif\" font-size=\"11\" fill=\"#1b1f24\">\n<rect width=\"100%\" height=\"100%\" "
             "fill=\"#fff\"/>\n",
             width_, height_) +
         out_ + "</svg>\n";
}

}  // namespace

std::string series_colour(std::size_t number, std::size_t count) {
  if (count <= kChartColours) return chart_colour(number);
  // From blue over violet to red: values that follow each other look alike.
  const double share = static_cast<double>(number) / static_cast<double>(count - 1);
  const auto mixed = [share](double from, double to) { return static_cast<int>(std::lround(from + share * (to - from))); };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0x2b, 0xd9), mixed(0x7a, 0x3b), mixed(0xd0, 0x33));
}

std::string panels_svg(const PanelChart& chart) { return Drawing(chart).svg(); }

}  // namespace petriloom::cli
