// SPDX-License-Identifier: Apache-2.0
// Gantt charts as SVG: a row for each instance, a bar for each activity, coloured by what it is.
#pragma once

#include <string>

#include "engine/trace/activities.h"

namespace petriloom::cli {

struct GanttStyle {
  std::string title;
  double width = 1500;         ///< px
  std::size_t most_rows = 80;  ///< with more, rows of instances that differ in an index become one
  /// Rows busy for a smaller share of the time are left out, unless all are.
  double least_share = 0.001;
};

/// The chart. What is folded or left out is said at its foot.
std::string gantt_svg(const Activities& activities, const GanttStyle& style);

}  // namespace petriloom::cli
