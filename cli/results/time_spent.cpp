// SPDX-License-Identifier: Apache-2.0
#include "cli/results/time_spent.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/shell/table.h"
#include "engine/text/name_groups.h"

namespace petriloom::cli {

namespace {

const WhatIfRow* best_gain(const TimeSpent& spent) {
  if (!spent.what_if || spent.what_if->speed <= 1) return nullptr;  // a slower part shortens a run by chance
  // Other constants are no part that the run waits for.
  const auto& rows = spent.what_if->rows;
  const auto best = std::find_if(rows.begin(), rows.end(), [](const WhatIfRow& row) { return row.faster && !row.stuck; });
  return best != rows.end() && best->shorter.mean > best->shorter.half_width ? &*best : nullptr;
}

std::optional<double> busy_of(const TimeSpent& spent, const std::string& transition) {
  if (!spent.utilisation) return std::nullopt;
  const std::string module = transition.substr(0, transition.rfind('.'));
  const auto& busy = spent.utilisation->busy;
  const auto found = std::find_if(busy.begin(), busy.end(), [&](const UtilisationSeries& one) { return one.name == module; });
  // Of what was ever busy at once the share says nothing of what there is.
  return found == busy.end() || found->capacity_of != CapacityOf::stock ? std::nullopt : std::optional(busy_share(*found));
}

/// The worker of the task runtime that runs tasks for the most of the makespan. A module of
/// workers is as busy as all of them in the mean, which says nothing where some have no tasks.
void compare_workers(const TimeSpent& spent, Bottleneck& found) {
  if (!spent.makespan || !(spent.makespan->times.makespan > 0)) return;
  for (const WorkerTime& one : spent.makespan->times.workers) {
    const double share = one.seconds[static_cast<std::size_t>(WorkerState::running)] / spent.makespan->times.makespan;
    if (share <= found.busy.value_or(0)) continue;
    found.name = "worker " + one.worker;
    found.busy = share;
    found.worker = true;
  }
}

}  // namespace

std::vector<LoadGroup> load_groups(const CapacityLoads& loads) {
  std::vector<const CapacityLoad*> sorted;
  for (const CapacityLoad& load : loads.loads) sorted.push_back(&load);
  // Equal ones stay together whatever their last digits are.
  const auto rounded = [](const CapacityLoad& load) { return fmt::format("{:.6e}", load.share); };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const CapacityLoad* a, const CapacityLoad* b) { return a->share > b->share && rounded(*a) != rounded(*b); });
  std::vector<NamedRow> rows;
  for (const CapacityLoad* load : sorted)
    rows.push_back({load->name, fmt::format("{} {:.6e} {}", rounded(*load), load->used, load->capacity)});
  std::vector<LoadGroup> groups;
  for (const NameGroup& group : name_groups(rows)) groups.push_back({group.label(), sorted[group.members.front()]});
  return groups;
}

std::string used_text(const CapacityLoad& load) { return load.held ? quantity(load.used, "s") : amount(load.used); }

std::string capacity_text(const CapacityLoad& load) { return amount(load.capacity); }

std::vector<WorkerState> states_shown(const Makespan& makespan) {
  std::vector<WorkerState> states;
  for (std::size_t k = 0; k < kWorkerStates; ++k) {
    const auto state = static_cast<WorkerState>(k);
    if (state != WorkerState::team || makespan.seconds(state) > 0) states.push_back(state);
  }
  return states;
}

std::vector<TaskPathTable> task_path_tables(const TimeSpent& spent) {
  if (!spent.task_path) return {};
  std::vector<TaskPathTable> tables{{"by kind of task", &spent.task_path->kinds},
                                    {"by worker and link", &spent.task_path->workers}};
  if (!spent.task_path->tasks.empty()) tables.push_back({"by task", &spent.task_path->tasks});
  return tables;
}

std::vector<PathShare> shown_shares(const std::vector<PathShare>& shares) {
  if (shares.size() <= kMostTimeRows) return shares;
  std::vector<PathShare> shown(shares.begin(), shares.begin() + (kMostTimeRows - 1));
  PathShare rest{fmt::format("{} others", shares.size() - shown.size()), 0, 0};
  for (std::size_t k = shown.size(); k < shares.size(); ++k) {
    rest.seconds += shares[k].seconds;
    rest.steps += shares[k].steps;
  }
  shown.push_back(std::move(rest));
  return shown;
}

bool changes_nothing(const WhatIfRow& row) {
  return row.faster && !row.stuck && row.shorter.mean == 0 && !(row.shorter.half_width > 0) && row.of_path.value_or(0) == 0;
}

double busy_share(const UtilisationSeries& series) { return series.capacity > 0 ? series.mean / series.capacity : 0; }

std::string speed_text(double speed) { return speed == 2 ? "twice as fast" : fmt::format("{:g} times as fast", speed); }

std::vector<std::string> parts_of_list(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string part = text.substr(begin, end - begin);
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
    parts.push_back(std::move(part));
    begin = end + 1;
  }
  return parts;
}

std::optional<Bottleneck> bottleneck_of(const SimulationResult& result, const TimeSpent& spent) {
  Bottleneck found;
  if (const WhatIfRow* best = best_gain(spent)) {
    found.name = best->name;
    found.gain = best->shorter.mean / result.time.mean;
    found.speed = spent.what_if->speed;
  }
  if (result.critical_path && result.critical_path->end > 0) {
    for (const PathShare& share : transition_shares_of(*result.critical_path)) {
      const double of_path = share.seconds / result.critical_path->end;
      if (found.name.empty()) found.name = share.name;
      if (share.name == found.name) found.of_path = of_path;
      if (of_path > found.longest_of_path) {
        found.longest = share.name;
        found.longest_of_path = of_path;
      }
    }
    if (found.longest == found.name) found.longest.clear();
  }
  if (!found.name.empty()) {
    found.busy = busy_of(spent, found.name);
    return found;
  }
  if (!spent.utilisation) return std::nullopt;
  const auto& busy = spent.utilisation->busy;
  const auto most = std::max_element(busy.begin(), busy.end(), [](const UtilisationSeries& a, const UtilisationSeries& b) {
    return busy_share(a) < busy_share(b);
  });
  if (most != busy.end() && most->mean > 0) {
    found.name = most->name;
    found.busy = busy_share(*most);
  }
  compare_workers(spent, found);
  return found.name.empty() ? std::nullopt : std::optional(found);
}

std::string bottleneck_text(const Bottleneck& bottleneck) {
  std::string text = bottleneck.name + ":";
  const auto add = [&](const std::string& what) { text += (text.back() == ':' ? " " : "; ") + what; };
  if (bottleneck.of_path) add(fmt::format("{:.3g} % of the critical path", 100 * *bottleneck.of_path));
  if (bottleneck.gain) add(fmt::format("{}, the run is {:.3g} % shorter", speed_text(bottleneck.speed), 100 * *bottleneck.gain));
  if (!bottleneck.longest.empty())
    add(fmt::format("{} is {:.3g} % of the path, and the run gains less from it", bottleneck.longest,
                    100 * bottleneck.longest_of_path));
  if (bottleneck.worker) {
    add(fmt::format("it runs tasks {:.3g} % of the makespan", 100 * *bottleneck.busy));
  } else if (bottleneck.busy) {
    add(fmt::format("{:.3g} % of what its module has is busy", 100 * *bottleneck.busy));
  }
  return text;
}

}  // namespace petriloom::cli
