// SPDX-License-Identifier: Apache-2.0
// Which firings of a net of the task runtime run a task.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/makespan/task_names.h"

namespace petriloom {

/// A task that a firing runs.
struct TaskFiring {
  std::string kind;  ///< "potrf"; "task" if the net does not say
  std::string task;  ///< "3", "3 (\"left\")"
};

class TaskFirings {
 public:
  /// The net must outlive this.
  TaskFirings(const Net& net, TaskNet tasks);

  /// Nothing if the firing begins to run no task.
  [[nodiscard]] std::optional<TaskFiring> of(TransitionId transition, std::span<const Word> binding);

 private:
  TaskNet tasks_;
  TaskNames names_;
  std::vector<std::optional<std::size_t>> task_;  // by transition: the variable that is the task
};

}  // namespace petriloom
