// SPDX-License-Identifier: Apache-2.0
// The Gantt chart of a simulation as a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/shell/session.h"
#include "engine/critical_path/critical_path.h"
#include "engine/trace/activities.h"

namespace petriloom::cli {

class GanttChart {
 public:
  /// The chart that is asked for: none if `path` is empty. `names`: modules and places to show;
  /// none: all modules. False, and reported, if a name is not of the net or `path` does not end in
  /// .svg. The net must outlive the chart.
  static bool open(const std::string& path, const std::vector<std::string>& names, const Net& net,
                   std::unique_ptr<GanttChart>& chart, Session& session);

  /// What the simulation reports to.
  [[nodiscard]] TraceSink* sink() { return &recorder_; }
  /// Writes the chart once the run is over. False, and reported, if that fails.
  /// With a critical path of the run, if there is one.
  bool write(const std::optional<CriticalPath>& path, Session& session);

 private:
  GanttChart(const std::string& path, const std::vector<std::string>& names, const Net& net);
  std::string path_;
  std::string title_;
  bool chosen_;
  ActivityRecorder recorder_;
};

}  // namespace petriloom::cli
