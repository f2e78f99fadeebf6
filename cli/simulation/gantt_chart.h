// SPDX-License-Identifier: Apache-2.0
// The Gantt chart of a simulation as a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/shell/options.h"
#include "cli/shell/session.h"
#include "engine/critical_path/critical_path.h"
#include "engine/trace/activities.h"

namespace petriloom::cli {

struct GanttArguments {
  std::string path;                ///< empty: none is wanted
  std::vector<std::string> names;  ///< modules and places to show; none: all modules
  /// Parts of bindings by which bars are coloured, "t.2"; empty: by transitions.
  std::string by;

  /// Declares the options.
  void add_to(OptionParser& parser);
};

/// How charts name firings: those that run tasks by the kind of task, and which one it is; others
/// by their transitions. The net must outlive what it gives.
FiringNames chart_names(const Net& net);

class GanttChart {
 public:
  /// The chart that is asked for, if one is. False, and reported, if a name is not of the net, or
  /// the path does not end in .svg. The net must outlive the chart.
  static bool open(const GanttArguments& asked, const Net& net, std::unique_ptr<GanttChart>& chart, Session& session);

  /// What the simulation reports to.
  [[nodiscard]] TraceSink* sink() { return &recorder_; }
  /// Writes the chart once the run is over. False, and reported, if that fails.
  /// With a critical path of the run, if there is one.
  bool write(const std::optional<CriticalPath>& path, Session& session);

 private:
  GanttChart(const GanttArguments& asked, const Net& net);
  std::string path_;
  std::string title_;
  bool chosen_;
  std::string by_;
  std::size_t found_ = 0;  ///< firings that have what is asked for by
  ActivityRecorder recorder_;
};

}  // namespace petriloom::cli
