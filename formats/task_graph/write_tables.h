// SPDX-License-Identifier: Apache-2.0
// A graph of tasks as the tables of nets/tasks/application/graph.loom.
#pragma once

#include <string>

#include "formats/task_graph/task_graph.h"

namespace petriloom {

/// The texts of tasks.csv, accesses.csv and edges.csv.
struct GraphTables {
  std::string tasks, accesses, edges;
};

/// Times in us, to a thousandth of a nanosecond.
GraphTables graph_tables(const TaskGraph& graph);

}  // namespace petriloom
