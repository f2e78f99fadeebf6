// SPDX-License-Identifier: Apache-2.0
// Charts of a value over an axis, a line for each series, in panels beside and below each other
// that share their axes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace petriloom::cli {

struct PanelPoint {
  double x = 0;
  double y = 0;           ///< not finite: none, and the line has a gap
  double half_width = 0;  ///< of the confidence interval; 0: none is drawn
  std::string note = {};  ///< shown where the pointer rests
};

struct PanelSeries {
  std::size_t number = 0;  ///< of its name and colour
  std::vector<PanelPoint> points;
};

struct Panel {
  std::string title;  ///< empty: none
  std::vector<PanelSeries> series;
};

/// A place on the horizontal axis with a label.
struct PanelTick {
  double x = 0;
  std::string label;
};

struct PanelChart {
  std::string title;  ///< of the vertical axis
  std::string unit;   ///< of its values
  std::string x_title;
  std::vector<PanelTick> ticks;     ///< those that have no room have no label
  bool logarithmic = false;         ///< the horizontal axis
  bool words = false;               ///< x counts words from 0: they have no distance
  std::string series_title;         ///< what the names of series are values of
  std::vector<std::string> series;  ///< names by number; one or none: no legend
  bool lines = true;                ///< joins the points of a series
  std::vector<Panel> panels;
};

/// The chart as an SVG document.
std::string panels_svg(const PanelChart& chart);

/// The colour of series `number` of `count`, as #rrggbb.
std::string series_colour(std::size_t number, std::size_t count);

}  // namespace petriloom::cli
