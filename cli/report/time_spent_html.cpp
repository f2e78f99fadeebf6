// SPDX-License-Identifier: Apache-2.0
#include "cli/report/time_spent_html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/report/heat_map.h"
#include "cli/report/page.h"
#include "cli/shell/table.h"
#include "engine/text/wording.h"

namespace petriloom::cli {

namespace {

constexpr const char* kOfNet = "(the net)";

std::string share_html(double share) { return fmt::format("{:.3g} %", 100 * share); }

std::vector<std::vector<std::string>> share_rows(const std::vector<PathShare>& shares, double end, const char* nameless) {
  std::vector<std::vector<std::string>> rows;
  for (const PathShare& one : shown_shares(shares)) {
    rows.push_back({breakable_html(one.name.empty() ? nameless : one.name), share_html(one.seconds / end),
                    quantity(one.seconds, "s"), grouped(one.steps)});
  }
  return rows;
}

std::string path_html(const CriticalPath& path, const TimeSpent& spent) {
  if (path.steps.empty() || !(path.end > 0)) return "";
  const std::vector<PathShare> shares = shares_of(path);
  const std::vector<PathShare> modules = module_shares_of(path);
  std::string text = fmt::format(
      "<h3>Critical path</h3>\n<p>The run waited for {} one after the other, from its start to {}. Most of that, {}, is "
      "{}. To make faster what is not here does not shorten the run.</p>\n",
      counted(grouped(path.steps.size()), "firing"), quantity(path.end, "s"), share_html(shares.front().seconds / path.end),
      breakable_html(shares.front().name));
  text += html_table({"waited for", ">share", ">time", ">steps"}, share_rows(shares, path.end, kOfNet));
  if (modules.size() > 1) text += html_table({"by module", ">share", ">time", ">steps"}, share_rows(modules, path.end, kOfNet));
  for (const TaskPathTable& one : task_path_tables(spent))
    text += html_table({one.heading, ">share", ">time", ">steps"}, share_rows(*one.shares, path.end, kOfRuntime));
  return text;
}

std::string what_if_html(const WhatIf& what_if, const SimulationResult& result) {
  std::string text = "<h3>What if</h3>\n";
  if (!what_if.why_not.empty()) return text + fmt::format("<p>Not simulated: {}.</p>\n", escaped_html(what_if.why_not));
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> without_effect;
  for (const WhatIfRow& row : what_if.rows) {
    if (changes_nothing(row)) {
      without_effect.push_back(row.name);
      continue;
    }
    const double gain = result.time.mean > 0 ? row.shorter.mean / result.time.mean : 0;
    const bool stuck = row.stuck;
    rows.push_back({breakable_html(row.name), stuck ? "stuck" : quantity(row.time.mean, "s"),
                    stuck ? "" : quantity(row.shorter.mean, "s"), stuck ? "" : share_html(gain),
                    row.of_path && result.critical_path ? share_html(*row.of_path / result.critical_path->end) : ""});
  }
  if (what_if.rows.empty() && what_if.left_out.empty()) return "";
  text += fmt::format("<p>The run simulated again, each time with one part {}; it took {}.</p>\n", speed_text(what_if.speed),
                      quantity(result.time.mean, "s"));
  if (!rows.empty()) text += html_table({"part", ">run", ">shorter", ">", ">of the path"}, rows);
  if (!without_effect.empty())
    text += fmt::format("<p class=\"quiet\">No shorter with: {}.</p>\n",
                        breakable_html(fmt::format("{}", fmt::join(without_effect, ", "))));
  if (!what_if.left_out.empty())
    text += fmt::format("<p class=\"quiet\">Not simulated, to save time: {}. <code>petriloom simulate --what-if</code> does.</p>\n",
                        breakable_html(fmt::format("{}", fmt::join(what_if.left_out, ", "))));
  return text;
}

std::string workers_html(const Makespan& makespan) {
  const WorkerTimes& times = makespan.times;
  if (!(times.makespan > 0)) return "";
  const double tasks = static_cast<double>(makespan.tasks());
  std::string text = fmt::format(
      "<h3>Workers</h3>\n<p>{} in {}, {} a second. Why workers ran none: <em>data</em> of a task were coming; "
      "<em>policy</em>: tasks were ready, and the policy had given them to others, or to nobody yet; "
      "<em>dependency</em>: none was ready; <em>no task</em>: all had been taken.</p>\n",
      counted(grouped(makespan.tasks()), "task"), quantity(times.makespan, "s"), quantity(tasks / times.makespan, ""));
  std::vector<std::string> headings{"worker", ">tasks"};
  const std::vector<WorkerState> states = states_shown(makespan);
  for (const WorkerState state : states) headings.push_back(">" + std::string(name_of(state)));
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::string& name, std::uint64_t number, const auto& seconds, std::size_t workers) {
    rows.push_back({escaped_html(name), grouped(number)});
    for (const WorkerState state : states)
      rows.back().push_back(share_html(seconds(state) / times.makespan / static_cast<double>(workers)));
  };
  constexpr std::size_t kMostWorkers = 32;
  for (const WorkerTime& worker : times.workers) {
    if (rows.size() < kMostWorkers)
      add(
          worker.worker, worker.tasks, [&](WorkerState state) { return worker.seconds[static_cast<std::size_t>(state)]; }, 1);
  }
  if (const std::size_t shown = rows.size(); shown < times.workers.size()) {
    const auto others = std::span(times.workers).subspan(shown);
    std::uint64_t tasks_of_others = 0;
    for (const WorkerTime& worker : others) tasks_of_others += worker.tasks;
    const auto of_others = [&](WorkerState state) {
      double seconds = 0;
      for (const WorkerTime& worker : others) seconds += worker.seconds[static_cast<std::size_t>(state)];
      return seconds;
    };
    add(fmt::format("{} others", others.size()), tasks_of_others, of_others, others.size());
  }
  const auto all = [&](WorkerState state) { return makespan.seconds(state); };
  add("all", makespan.tasks(), all, times.workers.size());
  text += html_table(headings, rows);
  if (!makespan.bounds) return text + fmt::format("<p>No bounds of the makespan: {}.</p>\n", escaped_html(makespan.why_no_bounds));
  std::vector<std::vector<std::string>> bounds;
  const auto bound = [&](const char* name, double seconds) {
    bounds.push_back({name, quantity(seconds, "s"), seconds > 0 ? fmt::format("{:.3f}", times.makespan / seconds) : ""});
  };
  bound("the work, spread over all workers", makespan.bounds->area);
  bound("the longest path", makespan.bounds->path);
  bound(makespan.bounds->exact ? "both together" : "both together, at least", makespan.bounds->both);
  return text + html_table({"no schedule is below", ">time", ">makespan / it"}, bounds);
}

std::string loads_html(const CapacityLoads& loads, const std::string& name) {
  const std::vector<LoadGroup> groups = load_groups(loads);
  if (groups.empty() || !(groups.front().one->share > 0)) return "";
  std::vector<std::vector<std::string>> rows;
  for (const LoadGroup& group : groups) {
    if (rows.size() == kMostTimeRows) break;
    rows.push_back({breakable_html(group.label), share_html(group.one->share), used_text(*group.one), capacity_text(*group.one)});
  }
  const std::string less_loaded = rows.size() < groups.size()
                                      ? fmt::format("<p class=\"quiet\">{} that are less loaded are left out.</p>\n",
                                                    counted(groups.size() - rows.size(), "row"))
                                      : "";
  return fmt::format("<h3>Load</h3>\n<p>Most loaded: {}, {} of what it could do.</p>\n", breakable_html(groups.front().label),
                     share_html(groups.front().one->share)) +
         html_table({"capacity", ">load", ">used", ">of each"}, rows) + less_loaded + "<figure>" + heat_map_svg(loads, name) +
         "</figure>\n";
}

}  // namespace

std::string time_spent_html(const SimulationResult& result, const TimeSpent& spent) {
  std::string text;
  if (const auto bottleneck = bottleneck_of(result, spent))
    text += fmt::format("<p><strong>Bottleneck:</strong> {}.</p>\n", breakable_html(bottleneck_text(*bottleneck)));
  if (result.critical_path) text += path_html(*result.critical_path, spent);
  if (spent.what_if) text += what_if_html(*spent.what_if, result);
  if (spent.makespan) text += workers_html(*spent.makespan);
  if (spent.loads) text += loads_html(*spent.loads, "Load of each capacity");
  return text.empty() ? text : "<h2>Where the time went</h2>\n" + text;
}

}  // namespace petriloom::cli
