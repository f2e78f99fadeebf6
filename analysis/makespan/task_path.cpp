// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/task_path.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/makespan/put_variables.h"
#include "analysis/makespan/task_names.h"
#include "engine/critical_path/binding_parts.h"
#include "engine/expr/eval_error.h"

namespace petriloom {

namespace {

/// The variables of a transition that two components of what it puts somewhere are.
struct VariablePair {
  std::string first, second;
};

/// What transitions put into places of one kind: of (..., a, b) the variables a and b, by the
/// names that steps of a path have.
class PutInto {
 public:
  /// `first`: which component a is.
  PutInto(const Net& net, const std::vector<PlaceId>& places, std::size_t first) {
    for (const PlaceId place : places) places_.insert(without_indices(petriloom::path(net, place)));
    for (std::size_t t = 0; t < net.transitions.size(); ++t) {
      const Transition& transition = net.transitions[t];
      for (const Arc& arc : transition.arcs) {
        const bool into = std::find(places.begin(), places.end(), arc.place) != places.end();
        if (!into || arc.kind != ArcKind::output || !arc.value.valid()) continue;
        const auto a = variable_in_tuple(net, transition, arc.value, first);
        const auto b = variable_in_tuple(net, transition, arc.value, first + 1);
        if (!a || !b) continue;
        const std::string name = without_indices(petriloom::path(net, TransitionId(t)));
        pairs_[name] = {transition.variables[*a].name, transition.variables[*b].name};
        if (transition.timing != Timing::immediate) timed_.insert(name);
      }
    }
  }

  /// The values of both where a token is on its way to such a place, or the transition that puts it
  /// takes its time.
  [[nodiscard]] std::optional<VariablePair> values(const PathStep* firing, const std::string& place) const {
    if (firing == nullptr) return std::nullopt;
    const auto found = pairs_.find(firing->transition);
    if (found == pairs_.end()) return std::nullopt;
    if (place.empty() ? !timed_.contains(firing->transition) : !places_.contains(place)) return std::nullopt;
    auto a = part_of_binding(firing->binding, found->second.first);
    auto b = part_of_binding(firing->binding, found->second.second);
    if (!a || !b) return std::nullopt;
    return VariablePair{std::move(*a), std::move(*b)};
  }

 private:
  std::set<std::string> places_;
  std::map<std::string, VariablePair> pairs_;
  std::set<std::string> timed_;
};

/// The places of these names in the modules DATA of the net.
std::vector<PlaceId> places_of_data(const Net& net, std::initializer_list<std::string_view> names) {
  std::vector<PlaceId> found;
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    const Place& place = net.places[p];
    const bool named = std::find(names.begin(), names.end(), place.name) != names.end();
    if (named && place.module.valid() && net[place.module].kind == "DATA") found.emplace_back(p);
  }
  return found;
}

/// Tasks by the text that a binding has for them.
std::map<std::string, Word> tasks_by_text(const Net& net, const TaskNet& tasks) {
  std::map<std::string, Word> found;
  WordPool pool(net.pool);
  Evaluator evaluator(net, pool);
  NamedFunction all(net, evaluator, "all_tasks", {});
  if (!all.there()) return found;
  try {
    for (const Word task : pool.view(all({}))) found[net.colours.format(tasks.task, task, net.pool)] = task;
  } catch (const EvalError&) {
    found.clear();
  }
  return found;
}

}  // namespace

std::optional<TaskPath> task_path_of(const Net& net, const TaskNet& tasks, const CriticalPath& path) {
  const PutInto running(net, {tasks.running}, 0);
  const PutInto moving(net, places_of_data(net, {"CROSSING", "MOVING"}), 2);
  TaskNames names(net, tasks);
  const std::map<std::string, Word> by_text = tasks_by_text(net, tasks);
  bool found = false;
  const auto shares = [&](const auto& of_task, const auto& of_transfer) {
    return shares_named(path, [&](const PathStep* firing, const std::string& place) {
      if (const auto job = running.values(firing, place)) {
        found = true;
        return of_task(*job);
      }
      if (const auto link = moving.values(firing, place)) {
        found = true;
        return of_transfer(*link);
      }
      return std::string();
    });
  };
  const auto transfer = [](const VariablePair&) { return std::string("transfer"); };
  const auto known = [&](const VariablePair& job) {
    const auto at = by_text.find(job.second);
    return at == by_text.end() ? std::nullopt : std::optional(at->second);
  };
  TaskPath shown;
  shown.kinds = shares(
      [&](const VariablePair& job) {
        const std::optional<Word> task = known(job);
        return task ? names.kind(*task) : std::string("task");
      },
      transfer);
  if (!found) return std::nullopt;
  shown.workers = shares([](const VariablePair& job) { return "worker " + job.first; },
                         [](const VariablePair& link) { return "memory " + link.first + " -> " + link.second; });
  if (!names.named()) return shown;
  shown.tasks = shares(
      [&](const VariablePair& job) {
        const std::optional<Word> task = known(job);
        return task ? names.shown(*task) : job.second;
      },
      transfer);
  return shown;
}

}  // namespace petriloom
