// SPDX-License-Identifier: Apache-2.0
// What the fuzz target of graphs of tasks and the replay of its corpus check.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "formats/task_graph/write_tables.h"

namespace petriloom::fuzz {

/// Aborts if it does not hold.
inline void demand(bool what) {
  if (!what) std::abort();
}

/// Everything in it is there, and finite.
inline void check_graph(const TaskGraph& graph) {
  demand(!graph.tasks.empty());
  for (const GraphTask& task : graph.tasks) demand(std::isfinite(task.on_core) && std::isfinite(task.on_card));
  for (const GraphEdge& edge : graph.edges) demand(edge.from < edge.to && edge.to < graph.tasks.size());
  for (const GraphAccess& access : graph.accesses)
    demand(access.task < graph.tasks.size() && access.datum < graph.data.size() && graph.data[access.datum].bytes >= 0);
  const std::string table = graph_tables(graph).edges;
  demand(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')) > graph.edges.size());
}

/// Reads a text as each format of graphs of tasks: it gives a graph in an order of submission, or
/// errors. Aborts if it does anything else.
inline void check_task_graphs(const std::string& text) {
  for (const char* name : {"a.stg", "a.dot", "a.rec"}) {
    const TaskGraphResult result = read_task_graph(name, text, {});
    demand(result.graph.has_value() != result.diagnostics.has_errors());
    demand(result.diagnostics.list().empty() == result.diagnostics.format(*result.sources).empty());
    if (result.graph) check_graph(*result.graph);
  }
}

}  // namespace petriloom::fuzz
