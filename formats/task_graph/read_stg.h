// SPDX-License-Identifier: Apache-2.0
// Graphs of the Standard Task Graph Set (Kasahara Laboratory, "Standard Task Graph Set", 2002).
#pragma once

#include "formats/task_graph/graph_builder.h"

namespace petriloom {

/// Reads the number of tasks and a row for each: its number, its time, how many it waits for, and
/// these; in graphs with costs of communication each in a row of its own, with the cost. `file` is
/// one of `sources`.
void read_stg(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph, Diagnostics& diagnostics);

}  // namespace petriloom
