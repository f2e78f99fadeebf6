// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "cli/report/axis_scale.h"
#include "cli/report/panels.h"
#include "cli/shell/table.h"
#include "engine/text/wording.h"

namespace petriloom::cli::explore {

namespace {

constexpr std::size_t kMostPanels = 24;

/// Numbers of equal factors, or nearly, are drawn on a logarithmic axis.
bool logarithmic(const VariedKey& key) {
  std::vector<double> numbers;
  for (const VariedValue& value : key.values) numbers.push_back(*value.number);
  std::sort(numbers.begin(), numbers.end());
  if (numbers.size() < 3 || !(numbers.front() > 0)) return false;
  double least = HUGE_VAL;
  double most = 0;
  for (std::size_t k = 1; k < numbers.size(); ++k) {
    least = std::min(least, numbers[k] - numbers[k - 1]);
    most = std::max(most, numbers[k] - numbers[k - 1]);
  }
  constexpr double kWider = 3.5;  // the widest gap over the narrowest: 1, 2, 4, 8 has 4
  return most > kWider * least;
}

double place_of(const VariedKey& key, std::size_t value) {
  return key.numeric() ? *key.values[value].number : static_cast<double>(value);
}

/// The axis of the first key.
PanelChart axis_of(const Sweep& sweep) {
  const VariedKey& first = sweep.keys.front();
  PanelChart chart;
  chart.x_title = first.key;
  chart.words = !first.numeric();
  chart.logarithmic = !chart.words && logarithmic(first);
  for (std::size_t k = 0; k < first.values.size(); ++k) chart.ticks.push_back({place_of(first, k), first.values[k].text});
  std::sort(chart.ticks.begin(), chart.ticks.end(), [](const PanelTick& a, const PanelTick& b) { return a.x < b.x; });
  if (sweep.keys.size() < 2) return chart;
  chart.series_title = sweep.keys[1].key;
  for (const VariedValue& value : sweep.keys[1].values) chart.series.push_back(value.text);
  return chart;
}

std::string panel_title(const Sweep& sweep, const std::vector<std::size_t>& at) {
  std::string title;
  for (std::size_t k = 2; k < at.size(); ++k)
    title += fmt::format("{}{} = {}", k == 2 ? "" : ", ", sweep.keys[k].key, sweep.text(k, at));
  return title;
}

/// Points for all combinations that have rows, in the order of the values; wrong ones are gaps.
std::vector<Panel> panels_of(const Findings& findings, const std::string& measure) {
  const Sweep& sweep = findings.question.sweep;
  std::map<std::vector<std::size_t>, std::map<std::size_t, std::vector<PanelPoint>>> found;
  for (const Row& row : findings.rows) {
    std::vector<std::size_t> at = sweep.at(row.point);
    PanelPoint point{place_of(sweep.keys[0], at[0]), std::nan(""), 0};
    if (const Estimate* const value = row.find(measure)) {
      point.y = value->mean;
      point.half_width = value->half_width;
      point.note = fmt::format("{}: {}", sweep.describe(row.point), quantity(value->mean, findings.unit(measure)));
    }
    const std::size_t series = at.size() > 1 ? at[1] : 0;
    at[0] = 0;
    if (at.size() > 1) at[1] = 0;
    found[at][series].push_back(std::move(point));
  }
  std::vector<Panel> panels;
  for (auto& [at, all] : found) {
    if (panels.size() == kMostPanels) break;
    Panel& panel = panels.emplace_back(Panel{panel_title(sweep, at), {}});
    for (auto& [number, points] : all) {
      std::stable_sort(points.begin(), points.end(), [](const PanelPoint& a, const PanelPoint& b) { return a.x < b.x; });
      panel.series.push_back({number, std::move(points)});
    }
  }
  return panels;
}

std::string file_name(std::size_t number, const std::string& title) {
  std::string name = fmt::format("{}-{}.svg", number, title);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_' && c != '-') c = '_';
  }
  return name;
}

Picture measure_picture(const Findings& findings, const std::string& measure, std::size_t number) {
  const Sweep& sweep = findings.question.sweep;
  PanelChart chart = axis_of(sweep);
  chart.title = measure;
  chart.unit = findings.unit(measure);
  chart.panels = panels_of(findings, measure);
  Picture picture{file_name(number, measure), panels_svg(chart), ""};
  std::size_t panels = 1;
  for (std::size_t k = 2; k < sweep.keys.size(); ++k) panels *= sweep.keys[k].values.size();
  if (panels > chart.panels.size()) picture.note = fmt::format("{} of {} panels are shown.", chart.panels.size(), panels);
  return picture;
}

/// The first two objectives against each other: all points, and the Pareto set among them.
Picture pareto_picture(const Findings& findings, std::size_t number) {
  const std::string& across = findings.objectives[0].measure;
  const std::string& up = findings.objectives[1].measure;
  PanelChart chart;
  chart.title = up;
  chart.unit = findings.unit(up);
  const std::string unit = findings.unit(across);
  chart.x_title = unit.empty() ? across : fmt::format("{} ({})", across, unit);
  chart.lines = false;
  chart.series_title = "points";
  chart.series = {"in the Pareto set", "others"};
  const std::set<std::size_t> front(findings.front.begin(), findings.front.end());
  Panel panel{"", {{1, {}}, {0, {}}}};
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  for (std::size_t k = 0; k < findings.rows.size(); ++k) {
    const Estimate* const x = findings.rows[k].find(across);
    const Estimate* const y = findings.rows[k].find(up);
    if (x == nullptr || y == nullptr) continue;
    least = std::min(least, x->mean);
    most = std::max(most, x->mean);
    panel.series[front.contains(k) ? 1 : 0].points.push_back(
        {x->mean, y->mean, y->half_width, findings.question.sweep.describe(findings.rows[k].point)});
  }
  if (least < most) {
    constexpr double kTicks = 6;
    constexpr double kSpansMuch = 20;
    chart.logarithmic = least > 0 && most > kSpansMuch * least;
    for (const double tick : AxisScale(least, most, chart.logarithmic).ticks(kTicks))
      chart.ticks.push_back({tick, quantity(tick, unit)});
  }
  chart.panels.push_back(std::move(panel));
  return {file_name(number, "pareto"), panels_svg(chart), ""};
}

}  // namespace

std::vector<Picture> pictures_of(const Findings& findings) {
  std::vector<Picture> pictures;
  for (const std::string& measure : findings.chief) pictures.push_back(measure_picture(findings, measure, pictures.size() + 1));
  if (findings.objectives.size() > 1) pictures.push_back(pareto_picture(findings, pictures.size() + 1));
  return pictures;
}

}  // namespace petriloom::cli::explore
