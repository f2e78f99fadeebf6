// SPDX-License-Identifier: Apache-2.0
// Which places of a net are those of the task runtime (nets/tasks).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// The ports of its module WORKERS, its place RUNNING, and the policy.
struct TaskNet {
  PlaceId ready;             ///< of tasks: that wait for none
  PlaceId taken;             ///< of (worker, task): the policy has given it away
  PlaceId running;           ///< of (worker, task)
  PlaceId joined;            ///< of (task, worker, ...): who is in its team; may be invalid
  ColourSetId task, worker;  ///< neither is held by handles
  std::vector<bool> policy;  ///< by transition: whether it is one of the policy
};

/// Nothing if the net has no module WORKERS of that kind, or several.
std::optional<TaskNet> find_task_net(const Net& net);

/// "3" or "card(1)": a worker as it is shown.
std::string worker_name(const Net& net, const TaskNet& tasks, Word worker);

}  // namespace petriloom
