// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/task_firings.h"

#include <utility>

#include "analysis/makespan/put_variables.h"

namespace petriloom {

TaskFirings::TaskFirings(const Net& net, TaskNet tasks) : tasks_(std::move(tasks)), names_(net, tasks_) {
  for (const Transition& transition : net.transitions) {
    task_.emplace_back();
    for (const Arc& arc : transition.arcs) {
      if (arc.place != tasks_.running || arc.kind != ArcKind::output || !arc.value.valid()) continue;
      if (const auto task = variable_in_tuple(net, transition, arc.value, 1)) task_.back() = task;
    }
  }
}

std::optional<TaskFiring> TaskFirings::of(TransitionId transition, std::span<const Word> binding) {
  const std::optional<std::size_t>& task = task_[transition.index()];
  if (!task || *task >= binding.size()) return std::nullopt;
  return TaskFiring{names_.kind(binding[*task]), names_.shown(binding[*task])};
}

}  // namespace petriloom
