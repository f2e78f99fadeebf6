// SPDX-License-Identifier: Apache-2.0
// The critical path of a run of the task runtime by what tasks and transfers it consists of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/makespan/task_net.h"
#include "engine/critical_path/critical_path.h"

namespace petriloom {

/// Shares of the path, which add up to its end. Where neither a task runs nor data are on their
/// way, the runtime itself takes time: steps of the name "".
struct TaskPath {
  std::vector<PathShare> kinds;    ///< "potrf", "task" of those without a kind, and "transfer"
  std::vector<PathShare> workers;  ///< "worker 3", "memory 0 -> 1" of transfers
  std::vector<PathShare> tasks;    ///< "3 (\"potrf\")"; empty if tasks have no names
};

/// `path` is of a run of the net. Nothing if no task and no transfer is on it.
std::optional<TaskPath> task_path_of(const Net& net, const TaskNet& tasks, const CriticalPath& path);

}  // namespace petriloom
