// SPDX-License-Identifier: Apache-2.0
// What the rows of a Gantt chart are: activities sorted, folded where there are too many, and put
// on lanes.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/activities.h"

namespace petriloom::cli {

struct GanttBar {
  std::uint32_t kind = 0;
  std::size_t lane = 0;
  double begin = 0;  ///< s
  double end = 0;    ///< s
  bool critical = false;
  std::uint32_t which = 0;  ///< in Activities::which
};

struct GanttRow {
  std::string name;   ///< "node[3].gpu[*]"
  std::string group;  ///< "node[3]"
  std::string label;  ///< "gpu[*] (4)"
  std::size_t lanes = 0;
  double share = 0;  ///< of the time of all lanes
  std::vector<GanttBar> bars;
};

struct GanttRows {
  std::vector<GanttRow> list;  ///< by name, numbers in names by value
  std::vector<std::string> notes;
};

/// Rows of which each is busy for at least `least_share` of the time, unless none is. With more
/// than `most` rows those that differ in their last index become one, then those that differ in
/// any; what is still too much is left out, the least busy first.
GanttRows gantt_rows(const Activities& activities, std::size_t most, double least_share);

}  // namespace petriloom::cli
