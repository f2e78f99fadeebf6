// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/makespan.h"

#include "analysis/makespan/task_graph.h"

namespace petriloom {

double Makespan::seconds(WorkerState state) const {
  double sum = 0;
  for (const WorkerTime& worker : times.workers) sum += worker.seconds[static_cast<std::size_t>(state)];
  return sum;
}

Makespan makespan_of(const Net& net, const TaskNet& tasks, WorkerTimes times) {
  Makespan all{std::move(times), {}, {}};
  if (all.times.cut_off) {
    all.why_no_bounds = "the run ended before its tasks";
  } else if (all.times.runs.empty()) {
    all.why_no_bounds = "no task ran";
  } else {
    WorkGraphOfRun graph = task_graph_of(net, tasks, all.times);
    all.why_no_bounds = std::move(graph.why_not);
    if (all.why_no_bounds.empty()) all.bounds = makespan_bounds(graph.graph);
  }
  return all;
}

}  // namespace petriloom
