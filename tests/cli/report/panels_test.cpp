// SPDX-License-Identifier: Apache-2.0
// Charts in panels: where points are, what is left out, and which ticks axes have.
#include "cli/report/panels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <set>

#include "cli/report/axis_scale.h"

namespace petriloom::cli {
namespace {

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++count;
  return count;
}

PanelChart chart_of(const std::vector<PanelPoint>& points) {
  PanelChart chart;
  chart.title = "m";
  chart.x_title = "k";
  for (const PanelPoint& point : points) chart.ticks.push_back({point.x, std::to_string(static_cast<int>(point.x))});
  chart.panels.push_back({"", {{0, points}}});
  return chart;
}

TEST(Panels, AValueThatIsMissingIsAGap) {
  const std::string svg = panels_svg(chart_of({{1, 5, 0}, {2, 6, 1}, {3, std::nan(""), 0}, {4, 7, 0}}));
  EXPECT_EQ(count_of(svg, "<circle"), 3U);
  const std::regex line("d=\"M[0-9.]+ [0-9.]+L[0-9.]+ [0-9.]+M[0-9.]+ [0-9.]+\" fill=\"none\" stroke-width");
  EXPECT_TRUE(std::regex_search(svg, line)) << svg;
  EXPECT_EQ(count_of(svg, "h7M"), 1U) << "one interval";
  EXPECT_EQ(count_of(svg, "nan"), 0U);
}

TEST(Panels, AnIntervalThatIsCutOffHasNoBarAtItsEnd) {
  EXPECT_EQ(count_of(panels_svg(chart_of({{1, 5, 100}, {2, 6, 0}, {3, 7, 0}})), "h7"), 0U);
}

// Means that differ by less than they are uncertain: all four ends are there.
TEST(Panels, IntervalsThatAreAllLongAreThere) { EXPECT_EQ(count_of(panels_svg(chart_of({{1, 5, 1}, {2, 5.1, 1}})), "h7"), 4U); }

TEST(Panels, NothingAndOnePointAreDrawn) {
  for (const auto& points : std::vector<std::vector<PanelPoint>>{{}, {{3, std::nan(""), 0}}, {{0, 0, 0}}, {{3, -5, 0}}}) {
    const std::string svg = panels_svg(chart_of(points));
    EXPECT_EQ(count_of(svg, "nan") + count_of(svg, "inf"), 0U) << svg;
  }
  EXPECT_EQ(count_of(panels_svg(PanelChart{}), "nan"), 0U);
}

TEST(Panels, LabelsWithoutRoomAreLeftOut) {
  std::vector<PanelPoint> points;
  for (int k = 1; k <= 1000; ++k) points.push_back({static_cast<double>(k), 1.0 + k, 0});
  const std::string svg = panels_svg(chart_of(points));
  EXPECT_EQ(count_of(svg, "<circle"), 0U) << "the line says it";
  EXPECT_LT(count_of(svg, "text-anchor=\"middle\""), 60U);
}

// Labels that are tilted end above the title of the axis, and begin within the picture.
TEST(Panels, LongWordsHaveRoom) {
  for (const std::size_t count : {6U, 12U}) {
    PanelChart chart;
    chart.x_title = "the title";
    chart.words = true;
    chart.panels.push_back({"", {{0, {}}}});
    for (std::size_t k = 0; k < count; ++k) {
      chart.ticks.push_back({static_cast<double>(k), "a word of twenty-two .."});
      chart.panels[0].series[0].points.push_back({static_cast<double>(k), 1, 0});
    }
    const std::string svg = panels_svg(chart);
    const auto number_before = [&](const std::string& what, const std::string& key) {
      const std::size_t at = svg.rfind(key, svg.find(what)) + key.size();
      return std::stod(svg.substr(at));
    };
    const double length = 6.3 * 21;
    EXPECT_GT(number_before("the title", " y=\"") - 11, number_before("rotate", " y=\"") + length / 2) << count;
    EXPECT_GE(number_before("rotate", "<text x=\""), length * 0.86) << count;
  }
}

TEST(Panels, NamesAreEscaped) {
  PanelChart chart = chart_of({{1, 5, 0, "a < b"}, {2, 6, 0}});
  chart.title = "a & b";
  const std::string svg = panels_svg(chart);
  EXPECT_NE(svg.find("a &amp; b"), std::string::npos);
  EXPECT_NE(svg.find("<title>a &lt; b</title>"), std::string::npos);
}

TEST(Panels, SeriesHaveColoursOfTheirOwn) {
  for (const std::size_t count : {1U, 10U, 11U, 40U}) {
    std::set<std::string> colours;
    for (std::size_t k = 0; k < count; ++k) colours.insert(series_colour(k, count));
    EXPECT_EQ(colours.size(), count);
  }
}

TEST(AxisScales, HaveRoundTicks) {
  EXPECT_EQ(AxisScale(0, 10, false).ticks(5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(AxisScale(1, 100, true).ticks(5), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
  EXPECT_EQ(AxisScale(1, 1e6, true).ticks(5).size(), 4U) << "1, 100, 10^4, 10^6";
  EXPECT_EQ(round_step(0.3), 0.5);
  EXPECT_EQ(round_step(7), 10);
  EXPECT_DOUBLE_EQ(AxisScale(1, 100, true).share(10), 0.5);
  EXPECT_DOUBLE_EQ(scale_for(1, 10).share(0), 0) << "values that come near 0 begin there";
  EXPECT_LT(scale_for(9, 10).share(9), 0.2);
  EXPECT_GT(scale_for(9, 10).share(9), 0);
  EXPECT_TRUE(std::isfinite(scale_for(0, 0).share(0)));
}

}  // namespace
}  // namespace petriloom::cli
