// SPDX-License-Identifier: Apache-2.0
// Tasks whose data have no room on a card, for which a run waits for ever.
#pragma once

#include <optional>
#include <string>

#include "analysis/makespan/task_net.h"

namespace petriloom {

struct TooLarge {
  std::string task;  ///< as it is shown: "(0, 2, 1, 2)"
  double bytes = 0;  ///< of all that it reads and writes
  double room = 0;   ///< B, of the smallest card with a limit
};

/// The task with the most data of those that some card has no room for, by the functions
/// `all_tasks`, `accessed_data`, `bytes` and `capacity_of` of the net. Nothing if all have room,
/// or if the net lacks one of these or one has no value.
std::optional<TooLarge> task_too_large(const Net& net, const TaskNet& tasks);

}  // namespace petriloom
