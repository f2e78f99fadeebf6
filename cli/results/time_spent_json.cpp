// SPDX-License-Identifier: Apache-2.0
#include "cli/results/time_spent_json.h"

#include <array>
#include <nlohmann/json.hpp>

namespace petriloom::cli {

namespace {

using TimeJson = nlohmann::ordered_json;

TimeJson number_or_null(const std::optional<double>& value) { return value ? TimeJson(*value) : TimeJson(nullptr); }

TimeJson estimate_or_number(const Estimate& value) {
  if (value.n < 2) return value.mean;
  return {{"mean", value.mean}, {"half_width", value.half_width}, {"n", value.n}};
}

TimeJson shares(const std::vector<PathShare>& list) {
  TimeJson all = TimeJson::array();
  for (const PathShare& share : list) all.push_back({{"name", share.name}, {"seconds", share.seconds}, {"steps", share.steps}});
  return all;
}

TimeJson critical_path(const CriticalPath& path, const TimeSpent& spent) {
  constexpr std::array<std::string_view, 4> kAwaited{"start", "token", "place", "clock"};
  if (path.too_long) return nullptr;
  TimeJson steps = TimeJson::array();
  for (const PathStep& step : path.steps) {
    steps.push_back({{"at", step.at},
                     {"transition", step.transition},
                     {"instance", step.instance},
                     {"binding", step.binding},
                     {"awaited", kAwaited[static_cast<std::size_t>(step.awaited)]},
                     {"place", step.place},
                     {"on_its_way", step.on_its_way},
                     {"own", step.own}});
  }
  TimeJson document = {{"end", path.end},
                       {"steps", steps},
                       {"last_place", path.last_place},
                       {"last_on_its_way", path.last_on_its_way},
                       {"shares", shares(shares_of(path))},
                       {"modules", shares(module_shares_of(path))}};
  if (spent.task_path) {
    document["task_kinds"] = shares(spent.task_path->kinds);
    document["workers"] = shares(spent.task_path->workers);
    if (!spent.task_path->tasks.empty()) document["tasks"] = shares(spent.task_path->tasks);
  }
  for (const std::string& by : spent.path_by) document["by"][by] = shares(shares_by(path, parts_of_list(by)));
  return document;
}

TimeJson makespan_json(const Makespan& makespan) {
  const double seconds = makespan.times.makespan;
  const auto states = [](TimeJson& object, const auto& seconds_in) {
    for (std::size_t k = 0; k < kWorkerStates; ++k) {
      const auto state = static_cast<WorkerState>(k);
      object[state == WorkerState::no_task ? "no_task" : std::string(name_of(state))] = seconds_in(state);
    }
  };
  TimeJson document = {
      {"seconds", seconds},
      {"tasks", makespan.tasks()},
      {"tasks_per_second", seconds > 0 ? TimeJson(static_cast<double>(makespan.tasks()) / seconds) : TimeJson(nullptr)},
      {"all", TimeJson::object()},
      {"workers", TimeJson::array()}};
  states(document["all"], [&](WorkerState state) { return makespan.seconds(state); });
  for (const WorkerTime& worker : makespan.times.workers) {
    TimeJson one = {{"worker", worker.worker}, {"tasks", worker.tasks}};
    states(one, [&](WorkerState state) { return worker.seconds[static_cast<std::size_t>(state)]; });
    document["workers"].push_back(std::move(one));
  }
  document["bounds"] = nullptr;
  if (const auto& bounds = makespan.bounds) {
    document["bounds"] = {{"work", bounds->area}, {"path", bounds->path}, {"both", bounds->both}, {"exact", bounds->exact}};
  } else {
    document["why_no_bounds"] = makespan.why_no_bounds;
  }
  return document;
}

TimeJson what_if_json(const WhatIf& what_if) {
  TimeJson document = {{"speed", what_if.speed}, {"parts", TimeJson::array()}};
  for (const WhatIfRow& row : what_if.rows) {
    const auto of_run = [&](const Estimate& estimate) {
      return row.stuck ? TimeJson(nullptr) : TimeJson(estimate_or_number(estimate));
    };
    TimeJson part = {
        {"name", row.name}, {"time", of_run(row.time)}, {"shorter", of_run(row.shorter)}, {"of_path", number_or_null(row.of_path)}};
    if (row.stuck) part["stuck"] = true;
    document["parts"].push_back(std::move(part));
  }
  document["left_out"] = what_if.left_out;
  if (!what_if.why_not.empty()) document["why_not"] = what_if.why_not;
  return document;
}

TimeJson loads_json(const CapacityLoads& loads) {
  TimeJson list = TimeJson::array();
  for (const CapacityLoad& load : loads.loads) {
    list.push_back({{"name", load.name},
                    {"place", load.place},
                    {"capacity", load.capacity},
                    {"used", load.used},
                    {"share", load.share},
                    {"of", load.held ? "held" : "shared"},
                    {"from", nullptr},
                    {"to", nullptr}});
  }
  for (const NetworkEdge& edge : loads.network.edges) {
    list[edge.load]["from"] = edge.from;
    list[edge.load]["to"] = edge.to;
  }
  return {{"capacities", list}, {"points", loads.network.points}, {"unknown", loads.unknown}};
}

}  // namespace

nlohmann::ordered_json utilisation_json(const Utilisation& utilisation) {
  TimeJson list = TimeJson::array();
  for (const UtilisationSeries& one : utilisation.busy) {
    const double rate = utilisation.end > 0 ? static_cast<double>(one.begun) / utilisation.end : 0;
    list.push_back({{"module", one.name},
                    {"share", busy_share(one)},
                    {"capacity", one.capacity},
                    {"of", one.capacity_of == CapacityOf::stock ? "stock" : "most_busy"},
                    {"begun_per_second", rate}});
  }
  return list;
}

void add_time_spent(const SimulationResult& result, const TimeSpent& spent, nlohmann::ordered_json& document) {
  if (result.critical_path) document["critical_path"] = critical_path(*result.critical_path, spent);
  if (spent.utilisation) document["utilisation"] = utilisation_json(*spent.utilisation);
  if (spent.loads) document["loads"] = loads_json(*spent.loads);
  if (spent.makespan) document["makespan"] = makespan_json(*spent.makespan);
  if (spent.what_if) document["what_if"] = what_if_json(*spent.what_if);
  if (!spent.utilisation && !spent.what_if) return;
  document["bottleneck"] = nullptr;
  if (const auto found = bottleneck_of(result, spent)) {
    document["bottleneck"] = {{"name", found->name},
                              {"of_path", number_or_null(found->of_path)},
                              {"gain", number_or_null(found->gain)},
                              {"busy", number_or_null(found->busy)}};
  }
}

}  // namespace petriloom::cli
