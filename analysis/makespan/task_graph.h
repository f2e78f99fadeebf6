// SPDX-License-Identifier: Apache-2.0
// The task graph of a run of the task runtime: the tasks that ran, by the functions of the net.
#pragma once

#include "analysis/makespan/bounds.h"
#include "analysis/makespan/worker_times.h"

namespace petriloom {

/// The graph, or why there is none.
struct WorkGraphOfRun {
  WorkGraph graph;
  std::string why_not;  ///< the end of a sentence; empty: the graph is there
};

/// Evaluates `duration(t, w)` of each task that ran and each worker, `successors(t)`, and
/// `team_of(t, w)` if the net has it. None if the net lacks one of the first two, if durations are
/// drawn, or if a task took less than its duration.
WorkGraphOfRun task_graph_of(const Net& net, const TaskNet& tasks, const WorkerTimes& times);

}  // namespace petriloom
