// SPDX-License-Identifier: Apache-2.0
// What StarPU has recorded of a run, tasks.rec (StarPU 1.4.12, debug/traces/starpu_fxt.c).
#pragma once

#include "formats/task_graph/graph_builder.h"

namespace petriloom {

/// Reads a record for each task: lines "Field: value", and an empty line behind them. Tasks of one
/// model and footprint take on a unit the mean of their times there. `file` is one of `sources`.
void read_tasks_rec(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph,
                    Diagnostics& diagnostics);

}  // namespace petriloom
