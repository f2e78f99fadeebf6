// SPDX-License-Identifier: Apache-2.0
// Tasks that are never begun, for which a run waits for ever.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/makespan/task_net.h"

namespace petriloom {

struct TooLarge {
  std::string task;  ///< as it is shown: "(0, 2, 1, 2)"
  double bytes = 0;  ///< of all that it reads and writes
  double room = 0;   ///< B, of the smallest card that runs it
};

/// The task with the most data of those that some card has no room for, by the functions
/// `all_tasks`, `accessed_data`, `bytes` and `capacity_of` of the net. Nothing if all have room,
/// or if the net lacks one of these or one has no value.
std::optional<TooLarge> task_too_large(const Net& net, const TaskNet& tasks);

/// A task that does not run everywhere; if not all do, and each runs somewhere, no task.
struct NotRun {
  std::string task;       ///< as it is shown
  bool anywhere = false;  ///< runs on some, and `anywhere` is true
  /// Those that run nowhere, the first few: with their names, if the net has a list of them,
  /// `names`, as graphs do.
  std::vector<std::string> nowhere;
  std::size_t number = 0;  ///< of all of them
};
/// The first task of `all_tasks` that runs on no worker, or not on all while the constant
/// `anywhere` says that all do, by the function `runs_on`. Without a task if there is none and
/// `anywhere` is false. Nothing if it is true, or the net lacks one of these.
std::optional<NotRun> task_not_run(const Net& net, const TaskNet& tasks);

}  // namespace petriloom
