// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/gantt_chart.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/makespan/task_firings.h"
#include "cli/report/gantt.h"
#include "cli/shell/output.h"
#include "cli/shell/table.h"
#include "cli/simulation/time_arguments.h"
#include "engine/critical_path/binding_parts.h"
#include "engine/trace/names.h"

namespace petriloom::cli {

namespace {

/// What is shown of a net: a firing is of the kind that the parts of its binding say, or what it is
/// without them if it has not all of them. `found`: how many have.
ActivityChoice choice_of(const GanttArguments& asked, const Net& net, std::size_t& found) {
  ActivityChoice choice;
  choice.names = asked.names;
  choice.name = chart_names(net);
  if (asked.by.empty()) return choice;
  choice.name = [&net, &found, names = choice.name, parts = parts_of_list(asked.by)](
                    TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
    FiringName name = names ? names(transition, binding, pool) : FiringName();
    const std::string text = binding_text(net, transition, binding, pool);
    std::string kind;
    for (const std::string& part : parts) {
      const auto value = part_of_binding(text, part);
      if (!value) return name;
      kind += (kind.empty() ? "" : ", ") + part + " = " + *value;
    }
    ++found;
    name.kind = std::move(kind);
    return name;
  };
  return choice;
}

}  // namespace

FiringNames chart_names(const Net& net) {
  std::optional<TaskNet> tasks = find_task_net(net);
  if (!tasks) return {};
  const auto firings = std::make_shared<TaskFirings>(net, std::move(*tasks));
  return [firings](TransitionId transition, std::span<const Word> binding, const WordPool&) {
    const std::optional<TaskFiring> found = firings->of(transition, binding);
    return found ? FiringName{found->kind, found->task} : FiringName();
  };
}

void GanttArguments::add_to(OptionParser& parser) {
  parser.text("--gantt", "FILE", path, "Gantt chart of the first run: .svg (docs/traces.md)");
  parser.writes(path);
  parser.texts("--gantt-of", "NAME", names, "modules or places that it shows; may be given several times; default all modules");
  parser.text("--gantt-by", "PART,...", by,
              "bars are coloured by variables of bindings, as in w, or by parts of them, as in t.2; default by transitions, and "
              "tasks by their kinds");
}

GanttChart::GanttChart(const GanttArguments& asked, const Net& net)
    : path_(asked.path),
      title_(net.name),
      chosen_(!asked.names.empty()),
      by_(asked.by),
      recorder_(net, choice_of(asked, net, found_)) {}

bool GanttChart::open(const GanttArguments& asked, const Net& net, std::unique_ptr<GanttChart>& chart, Session& session) {
  if (asked.path.empty() && asked.names.empty() && asked.by.empty()) return true;
  if (asked.path.empty()) {
    session.status.error(fmt::format("petriloom simulate: {} wants --gantt FILE", asked.by.empty() ? "--gantt-of" : "--gantt-by"));
    return false;
  }
  if (!asked.path.ends_with(".svg")) {
    session.status.error(fmt::format("petriloom simulate: --gantt: '{}' does not end in .svg", asked.path));
    return false;
  }
  if (!asked.by.empty() && !are_variables("--gantt-by", {asked.by}, net, session)) return false;
  chart.reset(new GanttChart(asked, net));
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
  if (!by_.empty() && found_ == 0)
    session.status.note(fmt::format("petriloom simulate: note: --gantt-by: no firing has '{}'", by_));
  if (path) mark_critical(*path, activities);
  GanttStyle style;
  style.title = fmt::format("{}: {} of model time", title_, quantity(activities.end, "s"));
  if (chosen_) style.least_share = 0;  // what was asked for is shown
  return write_output(path_, gantt_svg(activities, style), session);
}

}  // namespace petriloom::cli
