// SPDX-License-Identifier: Apache-2.0
// What is told of a run of the task runtime: what workers did, beside bounds of the makespan.
#pragma once

#include <optional>
#include <string>

#include "analysis/makespan/bounds.h"
#include "analysis/makespan/worker_times.h"

namespace petriloom {

struct Makespan {
  WorkerTimes times;
  std::optional<MakespanBounds> bounds;
  std::string why_no_bounds;  ///< the end of a sentence, if there are none

  /// Tasks that ended.
  [[nodiscard]] std::uint64_t tasks() const { return times.runs.size(); }
  /// Of all workers.
  [[nodiscard]] double seconds(WorkerState state) const;
};

/// Adds the bounds to what was recorded of a run of the net.
Makespan makespan_of(const Net& net, const TaskNet& tasks, WorkerTimes times);

}  // namespace petriloom
