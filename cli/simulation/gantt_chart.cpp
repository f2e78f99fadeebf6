// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/gantt_chart.h"

#include <fmt/format.h>

#include "cli/report/gantt.h"
#include "cli/shell/output.h"
#include "cli/shell/table.h"

namespace petriloom::cli {

GanttChart::GanttChart(const std::string& path, const std::vector<std::string>& names, const Net& net)
    : path_(path), title_(net.name), chosen_(!names.empty()), recorder_(net, {names}) {}

bool GanttChart::open(const std::string& path, const std::vector<std::string>& names, const Net& net,
                      std::unique_ptr<GanttChart>& chart, Session& session) {
  if (path.empty() && names.empty()) return true;
  if (!path.ends_with(".svg")) {
    session.status.error(path.empty() ? std::string("petriloom simulate: --gantt-of wants --gantt FILE")
                                      : fmt::format("petriloom simulate: --gantt: '{}' does not end in .svg", path));
    return false;
  }
  chart.reset(new GanttChart(path, names, net));
  const std::vector<std::string> unknown = chart->recorder_.unknown();
  for (const std::string& name : unknown) {
    std::vector<std::string> known;
    for (std::size_t m = 1; m < net.modules.size(); ++m) known.push_back(petriloom::path(net, ModuleId(m)));
    for (std::size_t p = 0; p < net.places.size(); ++p) known.push_back(petriloom::path(net, PlaceId(p)));
    session.status.error(
        fmt::format("petriloom simulate: --gantt-of: the net has no module or place '{}'; {}", name, suggest(name, known)));
  }
  return unknown.empty();
}

bool GanttChart::write(const std::optional<CriticalPath>& path, Session& session) {
  Activities activities = recorder_.take();
  if (path) mark_critical(*path, activities);
  GanttStyle style;
  style.title = fmt::format("{}: {} of model time", title_, quantity(activities.end, "s"));
  if (chosen_) style.least_share = 0;  // what was asked for is shown
  return write_output(path_, gantt_svg(activities, style), session);
}

}  // namespace petriloom::cli
