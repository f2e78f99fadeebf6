// SPDX-License-Identifier: Apache-2.0
// Tables of where the time went.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/results/time_spent.h"

#include "cli/shell/table.h"
#include "engine/critical_path/recorder.h"
#include "engine/text/wording.h"

namespace petriloom::cli {

namespace {

std::string share_text(double share) { return fmt::format("{:.4g} %", 100 * share); }

std::string shares_table(const std::string& heading, const std::vector<PathShare>& shares, double end, bool colour,
                         const char* nameless) {
  Table table({heading, ">share", ">time", ">steps"});
  for (const PathShare& one : shown_shares(shares))
    table.add({one.name.empty() ? nameless : one.name, share_text(one.seconds / end), quantity(one.seconds, "s"),
               std::to_string(one.steps)});
  return "\n" + table.text(colour);
}

std::string path_text(const CriticalPath& path, const TimeSpent& spent, bool colour) {
  if (path.too_long)
    return fmt::format("\nno critical path: the run has more than {} firings; --until and --firings end it before\n",
                       grouped(CriticalPathRecorder::kMostFirings));
  if (path.steps.empty() || !(path.end > 0)) return "\nno critical path: no time went by until the last firing\n";
  const std::vector<PathShare> shares = shares_of(path);
  const std::vector<PathShare> modules = module_shares_of(path);
  std::string text = fmt::format("\ncritical path: {} to {}, most of it {}\n", counted(grouped(path.steps.size()), "firing"),
                                 quantity(path.end, "s"), shares.front().name);
  text += shares_table("waited for", shares, path.end, colour, "(the net)");
  if (modules.size() > 1) text += shares_table("by module", modules, path.end, colour, "(the net)");
  for (const TaskPathTable& one : task_path_tables(spent))
    text += shares_table(one.heading, *one.shares, path.end, colour, kOfRuntime);
  for (const std::string& by : spent.path_by)
    text += shares_table("by " + by, shares_by(path, parts_of_list(by)), path.end, colour, "(without)");
  return text;
}

std::string utilisation_text(const Utilisation& utilisation, bool colour) {
  std::vector<const UtilisationSeries*> rows;
  for (const UtilisationSeries& one : utilisation.busy) rows.push_back(&one);
  if (rows.empty() || !(utilisation.end > 0)) return "\nno utilisation: no module was busy\n";
  std::stable_sort(rows.begin(), rows.end(),
                   [](const UtilisationSeries* a, const UtilisationSeries* b) { return busy_share(*a) > busy_share(*b); });
  Table table({"module", ">busy", ">of", ">begun a second"});
  for (std::size_t k = 0; k < std::min(rows.size(), kMostTimeRows); ++k) {
    const UtilisationSeries& one = *rows[k];
    const char* const of = one.capacity_of == CapacityOf::stock ? "" : "at most ";
    table.add({one.name, share_text(busy_share(one)), fmt::format("{}{:g}", of, one.capacity),
               quantity(static_cast<double>(one.begun) / utilisation.end, "")});
  }
  std::string text = "\n" + table.text(colour);
  if (rows.size() > kMostTimeRows) text += fmt::format("{} that are less busy are left out\n", rows.size() - kMostTimeRows);
  return text;
}

std::string loads_text(const CapacityLoads& loads, bool colour) {
  const std::vector<LoadGroup> groups = load_groups(loads);
  const std::string unknown = fmt::format("{}, whose work is random or depends on the marking\n", fmt::join(loads.unknown, ", "));
  if (groups.empty() && !loads.unknown.empty()) return "\nno loads: all that has a capacity is used by " + unknown;
  if (groups.empty() || !(loads.end > 0)) return "\nno loads: nothing has a capacity, or no time went by\n";
  Table table({"capacity", ">load", ">used", ">of each"});
  for (std::size_t k = 0; k < std::min(groups.size(), kMostTimeRows); ++k) {
    const CapacityLoad& one = *groups[k].one;
    table.add({groups[k].label, share_text(one.share), used_text(one), capacity_text(one)});
  }
  std::string text = "\n" + table.text(colour);
  if (groups.size() > kMostTimeRows)
    text += fmt::format("{} that are less loaded are left out\n", counted(groups.size() - kMostTimeRows, "row"));
  if (!loads.unknown.empty()) text += "without what is used by " + unknown;
  if (groups.front().one->share > 0)
    text += fmt::format("\nmost loaded: {}, {}\n", groups.front().label, share_text(groups.front().one->share));
  return text;
}

/// A row of the table of workers, of the mean of some.
std::vector<Cell> worker_row(const std::string& name, std::span<const WorkerTime> workers, std::span<const WorkerState> states,
                             double makespan) {
  std::uint64_t tasks = 0;
  for (const WorkerTime& one : workers) tasks += one.tasks;
  std::vector<Cell> cells{name, grouped(tasks)};
  for (const WorkerState state : states) {
    double seconds = 0;
    for (const WorkerTime& one : workers) seconds += one.seconds[static_cast<std::size_t>(state)];
    cells.emplace_back(share_text(seconds / static_cast<double>(workers.size()) / makespan));
  }
  return cells;
}

std::string workers_text(const Makespan& makespan, bool colour) {
  constexpr std::size_t kMostWorkers = 24;
  const WorkerTimes& times = makespan.times;
  std::vector<std::string> headings{"worker", ">tasks"};
  const std::vector<WorkerState> states = states_shown(makespan);
  for (const WorkerState state : states) headings.push_back(">" + std::string(name_of(state)));
  Table table(headings);
  const std::span<const WorkerTime> all = times.workers;
  const std::size_t shown = std::min(all.size(), kMostWorkers);
  for (std::size_t w = 0; w < shown; ++w) table.add(worker_row(all[w].worker, all.subspan(w, 1), states, times.makespan));
  if (shown < all.size())
    table.add(worker_row(fmt::format("{} others", all.size() - shown), all.subspan(shown), states, times.makespan));
  table.add(worker_row("all", all, states, times.makespan));
  return "\n" + table.text(colour);
}

std::string makespan_text(const Makespan& makespan, bool colour) {
  const double seconds = makespan.times.makespan;
  if (!(seconds > 0)) return "\nno makespan: no task ran\n";
  std::string text =
      fmt::format("\nmakespan {}: {}, {} a second\n", quantity(seconds, "s"), counted(grouped(makespan.tasks()), "task"),
                  quantity(static_cast<double>(makespan.tasks()) / seconds, ""));
  text += workers_text(makespan, colour);
  if (!makespan.bounds) return text + fmt::format("\nno bounds of the makespan: {}\n", makespan.why_no_bounds);
  Table table({"no schedule is below", ">time", ">makespan / it"});
  const auto add = [&](const char* name, double bound) {
    table.add({name, quantity(bound, "s"), bound > 0 ? fmt::format("{:.3f}", seconds / bound) : std::string()});
  };
  add("the work, spread over all workers", makespan.bounds->area);
  add("the longest path", makespan.bounds->path);
  add(makespan.bounds->exact ? "both together" : "both together, at least", makespan.bounds->both);
  return text + "\n" + table.text(colour);
}

/// Of a row its name, the time of its run and how much shorter that is.
std::vector<Cell> gain_cells(const WhatIfRow& row, const SimulationResult& result) {
  const bool several = result.time.n > 1;
  std::vector<Cell> cells{row.name, "stuck", "", ""};
  if (!row.stuck)
    cells = {row.name, quantity(row.time.mean, "s"), quantity(row.shorter.mean, "s"),
             result.time.mean > 0 ? share_text(row.shorter.mean / result.time.mean) : std::string()};
  if (several) cells.emplace_back(row.stuck ? std::string() : quantity(row.shorter.half_width, "s"));
  return cells;
}

std::string what_if_text(const WhatIf& what_if, const SimulationResult& result, bool colour) {
  if (!what_if.why_not.empty()) return fmt::format("\nno what-if: {}\n", what_if.why_not);
  const bool several = result.time.n > 1;
  const bool path =
      std::any_of(what_if.rows.begin(), what_if.rows.end(), [](const WhatIfRow& row) { return row.of_path.has_value(); });
  const auto of_part = [](const WhatIfRow& row) { return row.faster; };
  const bool of_parts = std::any_of(what_if.rows.begin(), what_if.rows.end(), of_part);
  const bool of_values = !std::all_of(what_if.rows.begin(), what_if.rows.end(), of_part);
  std::vector<std::string> ways;
  if (of_parts || !of_values) ways.push_back(speed_text(what_if.speed));
  if (of_values) ways.emplace_back("with");
  std::vector<std::string> headings{fmt::format("{}", fmt::join(ways, ", or ")), ">run", ">shorter", ">"};
  if (several) headings.emplace_back(">± 95 %");
  if (path) headings.emplace_back(">of the path");
  Table table(headings);
  std::vector<std::string> without_effect;
  for (const WhatIfRow& row : what_if.rows) {
    if (changes_nothing(row)) {
      without_effect.push_back(row.name);
      continue;
    }
    std::vector<Cell> cells = gain_cells(row, result);
    if (path) cells.emplace_back(row.of_path ? share_text(*row.of_path / result.critical_path->end) : std::string());
    table.add(std::move(cells));
  }
  const bool nothing = what_if.rows.empty() && what_if.left_out.empty() && what_if.messages.empty();
  std::string text = nothing ? "\nno what-if: nothing takes time\n" : "\n";
  if (!table.empty()) text += table.text(colour);
  if (!without_effect.empty()) text += fmt::format("no shorter with: {}\n", fmt::join(without_effect, ", "));
  if (!what_if.left_out.empty()) text += fmt::format("not simulated: {}\n", fmt::join(what_if.left_out, ", "));
  if (what_if.cancelled) text += "stopped before all were simulated\n";
  return text;
}

}  // namespace

std::string time_spent_text(const SimulationResult& result, const TimeSpent& spent, bool colour) {
  std::string text;
  if (result.critical_path) text += path_text(*result.critical_path, spent, colour);
  if (spent.utilisation) text += utilisation_text(*spent.utilisation, colour);
  if (spent.loads) text += loads_text(*spent.loads, colour);
  if (spent.makespan) text += makespan_text(*spent.makespan, colour);
  if (spent.what_if) text += what_if_text(*spent.what_if, result, colour);
  if (const auto bottleneck = bottleneck_of(result, spent); bottleneck && (spent.utilisation || spent.what_if))
    text += fmt::format("\nbottleneck: {}\n", bottleneck_text(*bottleneck));
  return text;
}

}  // namespace petriloom::cli
