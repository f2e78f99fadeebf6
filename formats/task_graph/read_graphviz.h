// SPDX-License-Identifier: Apache-2.0
// Graphs of tasks in the language of Graphviz (graphviz.org/doc/info/lang.html).
#pragma once

#include "formats/task_graph/graph_builder.h"

namespace petriloom {

/// Reads a directed graph: its nodes are tasks, an edge a -> b says that b waits for a. Of a node
/// count `cpu_us` and `gpu_us` (us), or `weight` or `size` (units of time), `priority` and `kind`;
/// of an edge `bytes` or `size` (B), or `weight` (units of time). `file` is one of `sources`.
void read_graphviz(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph,
                   Diagnostics& diagnostics);

}  // namespace petriloom
