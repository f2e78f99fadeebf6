// SPDX-License-Identifier: Apache-2.0
#include "cli/report/gantt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/report/gantt_rows.h"
#include "cli/report/page.h"
#include "cli/report/time_axis.h"
#include "cli/shell/table.h"

namespace petriloom::cli {

namespace {

constexpr double kTop = 40;        // of the legend
constexpr double kLegendRow = 18;  // its lines
constexpr double kRowGap = 3;
constexpr double kGroupGap = 5;
constexpr double kCharacter = 6.4;  // width of one at 11 px
constexpr double kRight = 52;       // for shares
constexpr double kColumn = 2;       // px that are averaged where bars would be too many
constexpr double kLeastPlot = 200;  // width of the bars

double text_width(const std::string& text) { return kCharacter * static_cast<double>(text.size()); }

/// Lines of words, none wider than `width` unless a word is.
std::vector<std::string> wrapped(const std::string& text, double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || text_width(lines.back() + " " + word) > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

/// The text or, if it is wider than that, its end.
std::string shortened(const std::string& text, double width) {
  if (text_width(text) <= width) return text;
  const auto most = static_cast<std::size_t>(std::max(4.0, width / kCharacter));
  if (text.size() <= most) return text;
  std::size_t from = text.size() - (most - 2);
  while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;  // within a character
  return ".." + text.substr(from);
}

/// Draws one chart.
class Chart {
 public:
  Chart(const Activities& activities, const GanttStyle& style)
      : activities_(activities), style_(style), rows_(gantt_rows(activities, style.most_rows, style.least_share)) {
    for (const GanttRow& row : rows_.list) group_width_ = std::max(group_width_, text_width(row.group));
    for (GanttRow& row : rows_.list) {
      row.label = shortened(row.label, style.width - kRight - kLeastPlot - 26 - group_width_);
      label_width_ = std::max(label_width_, text_width(row.label));
    }
    left_ = 16 + group_width_ + label_width_ + 10;
    plot_ = std::max(kLeastPlot, style.width - left_ - kRight);
    width_ = left_ + plot_ + kRight;
    rank_kinds();
  }

  std::string draw() {
    legend();
    axis_top_ = y_ + 16;
    y_ = axis_top_ + 6;
    std::string body = std::move(out_);
    out_.clear();
    rows();
    std::string drawn = std::move(out_);
    out_.clear();
    axis();
    foot();
    const std::string head = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "class=\"gantt\" font-family=\"system-ui, sans-serif\" font-size=\"11\" role=\"img\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        width_, y_ + 8);
    // The lines of the axis lie under the bars.
    return head + body + shades_ + out_ + drawn + "</svg>\n";
  }

 private:
  [[nodiscard]] double x(double time) const { return left_ + (activities_.end > 0 ? time / activities_.end * plot_ : 0); }

  void rank_kinds() {
    std::vector<double> sums(activities_.kinds.size(), 0);
    for (const GanttRow& row : rows_.list) {
      for (const GanttBar& bar : row.bars) sums[bar.kind] += bar.end - bar.begin;
    }
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < sums.size(); ++k) {
      total_ += sums[k];
      if (sums[k] > 0) order.push_back(k);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
    ranks_.assign(sums.size(), kChartColours);
    for (std::size_t r = 0; r < order.size(); ++r) {
      ranks_[order[r]] = std::min(r, kChartColours);
      if (r < kChartColours) {
        legend_.emplace_back(activities_.kinds[order[r]], sums[order[r]]);
      } else if (r == kChartColours) {
        legend_.emplace_back(fmt::format("{} others", order.size() - kChartColours), sums[order[r]]);
      } else {
        legend_.back().second += sums[order[r]];
      }
    }
  }

  void text(double at, double y, const std::string& what, const std::string& rest) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", at, y, rest, escaped_html(what));
  }

  void legend() {
    text(12, 22, style_.title, " font-size=\"14\" font-weight=\"600\" fill=\"#1b1f24\"");
    double at = 12;
    y_ = kTop;
    for (std::size_t k = 0; k < legend_.size(); ++k) {
      const std::string label = fmt::format("{}  {:.1f} %", legend_[k].first, total_ > 0 ? legend_[k].second / total_ * 100 : 0);
      const double width = 18 + text_width(label) + 14;
      if (at + width > width_ && at > 12) {
        at = 12;
        y_ += kLegendRow;
      }
      out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"10\" rx=\"2\" fill=\"{}\"/>", at, y_ - 9,
                          chart_colour(k));
      text(at + 17, y_, label, " fill=\"#1b1f24\"");
      at += width;
    }
  }

  void axis() {
    const double bottom = rows_bottom_;
    for (const Tick& tick : time_ticks(activities_.end, plot_ / 110)) {
      out_ += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"#d8dee4\"/>", x(tick.time),
                          axis_top_ + 3, bottom + 3);
      for (const double at : {axis_top_, bottom + 15})
        text(x(tick.time), at, tick.label, " text-anchor=\"middle\" fill=\"#57606a\"");
    }
    y_ = bottom + 26;
  }

  void rows() {
    std::string group;
    bool shaded = false;
    double group_top = y_;
    for (std::size_t k = 0; k < rows_.list.size(); ++k) {
      const GanttRow& row = rows_.list[k];
      const bool first = k == 0 || row.group != group;
      if (first && k > 0) {
        shade(group_top, shaded);
        shaded = !shaded;
        y_ += kGroupGap;
        group_top = y_;
      }
      if (first) text(10, y_ + 9, row.group, " font-weight=\"600\" fill=\"#1b1f24\"");
      group = row.group;
      one_row(row);
    }
    shade(group_top, shaded);
    rows_bottom_ = y_;
  }

  void shade(double top, bool shaded) {
    if (!shaded) return;
    shades_ += fmt::format("<rect x=\"0\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.1f}\" fill=\"#f3f5f7\"/>\n", top - 3, width_,
                           y_ - top + 3);
  }

  void one_row(const GanttRow& row) {
    const bool level = row.lanes > 4 || row.bars.size() > static_cast<std::size_t>(2 * plot_);
    const double lane = row.lanes == 1 ? 11 : row.lanes == 2 ? 7 : 5;
    const double height = level ? (row.lanes > 1 ? 24.0 : 11.0) : lane * static_cast<double>(row.lanes);
    const double middle = y_ + height / 2 + 4;
    text(16 + group_width_ + label_width_, middle, row.label, " text-anchor=\"end\" fill=\"#1b1f24\"");
    text(width_ - 8, middle, fmt::format("{:.0f} %", row.share * 100), " text-anchor=\"end\" fill=\"#57606a\"");
    out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#e9edf1\"/>\n", left_, y_, plot_,
                        height);
    level ? levels(row, height) : bars(row, lane);
    path(row, y_ + height);
    y_ += height + kRowGap;
  }

  /// A line below what the run waited for.
  void path(const GanttRow& row, double y) {
    for (const GanttBar& bar : row.bars) {
      if (!bar.critical) continue;
      critical_ = true;
      out_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"2\" fill=\"#1b1f24\"/>\n", x(bar.begin), y,
                          std::max(x(bar.end) - x(bar.begin), 0.4));
    }
  }

  void bars(const GanttRow& row, double lane) {
    for (const GanttBar& bar : row.bars) {
      const double from = x(bar.begin);
      const double width = std::max(x(bar.end) - from, 0.4);
      const double y = y_ + lane * static_cast<double>(bar.lane);
      out_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\"", from, y, width,
                          lane - (row.lanes > 1 ? 0.8 : 0), chart_colour(ranks_[bar.kind]));
      if (width > 3) out_ += " stroke=\"#ffffff\" stroke-width=\"0.4\"";
      if (width < 1.5) {
        out_ += "/>\n";
        continue;
      }
      const std::string which = bar.which == 0 ? "" : " " + activities_.which[bar.which];
      out_ += fmt::format("><title>{}: {}{} from {} on, {}</title></rect>\n", escaped_html(row.name),
                          escaped_html(activities_.kinds[bar.kind]), escaped_html(which), quantity(bar.begin, "s"),
                          quantity(bar.end - bar.begin, "s"));
    }
  }

  /// How many are busy with what, averaged over columns, one above the other.
  void levels(const GanttRow& row, double height) {
    const auto columns = static_cast<std::size_t>(plot_ / kColumn);
    const double step = activities_.end / static_cast<double>(columns);
    std::vector<std::vector<double>> busy(kChartColours + 1);
    for (const GanttBar& bar : row.bars) {
      std::vector<double>& level = busy[ranks_[bar.kind]];
      level.resize(columns, 0);
      for (auto c = static_cast<std::size_t>(bar.begin / step); c < columns; ++c) {
        const double low = std::max(bar.begin, step * static_cast<double>(c));
        const double high = std::min(bar.end, step * static_cast<double>(c + 1));
        if (high <= low) break;
        level[c] += (high - low) / step;
      }
    }
    std::vector<double> base(columns, 0);
    for (std::size_t rank = 0; rank < busy.size(); ++rank) {
      if (busy[rank].empty()) continue;
      const double scale = height / static_cast<double>(row.lanes);
      for (std::size_t from = 0; from < columns;) {
        const auto shown = [&](std::size_t c) {  // to half pixels, so that equal columns become one
          return std::pair(std::round(base[c] * scale * 2) / 2, std::round((base[c] + busy[rank][c]) * scale * 2) / 2);
        };
        std::size_t to = from + 1;
        while (to < columns && shown(to) == shown(from)) ++to;
        const auto [low, high] = shown(from);
        if (high > low) {
          out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                              left_ + kColumn * static_cast<double>(from), y_ + height - high,
                              kColumn * static_cast<double>(to - from), high - low, chart_colour(rank));
        }
        from = to;
      }
      for (std::size_t c = 0; c < columns; ++c) base[c] += busy[rank][c];
    }
  }

  void foot() {
    std::vector<std::string> notes = rows_.notes;
    if (critical_) notes.emplace_back("The dark lines are the critical path: what the run waited for from its start to its end.");
    if (activities_.complete_until < activities_.end)
      notes.push_back(fmt::format("Only the first {} activities are shown, up to about {}.", grouped(activities_.list.size()),
                                  quantity(activities_.complete_until, "s")));
    if (rows_.list.empty()) notes.emplace_back("Nothing lasted.");
    for (const std::string& note : notes) {
      for (const std::string& line : wrapped(note, width_ - 24)) {
        text(12, y_ + 10, line, " fill=\"#57606a\"");
        y_ += 16;
      }
    }
  }

  const Activities& activities_;
  const GanttStyle& style_;
  GanttRows rows_;
  double group_width_ = 0;
  double label_width_ = 0;
  double left_ = 0;
  double width_ = 0;
  double plot_ = 0;
  double total_ = 0;
  std::vector<std::size_t> ranks_;  // of the kinds by time, at most kChartColours
  std::vector<std::pair<std::string, double>> legend_;
  double y_ = 0;
  double axis_top_ = 0;
  double rows_bottom_ = 0;
  bool critical_ = false;  // a line of the path was drawn
  std::string shades_;
  std::string out_;
};

}  // namespace

std::string gantt_svg(const Activities& activities, const GanttStyle& style) { return Chart(activities, style).draw(); }

}  // namespace petriloom::cli
