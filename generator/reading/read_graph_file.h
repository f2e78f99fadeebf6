// SPDX-License-Identifier: Apache-2.0
// The application of a node that runs tasks as another tool has written it: a graph of tasks.
#pragma once

#include "generator/reader/reader.h"
#include "generator/tasks/task_applications.h"

namespace petriloom {

/// Reads the keys of the application `graph` that names a file: those of the command `petriloom
/// tasks`, and the file itself, which becomes the tables of nets/tasks/application/graph.loom.
/// Errors in the file are at their places there.
void read_graph_file(Reader& reader, const YamlNode& node, const TaskApplication& application, TaskSystem& system, Sources& sources,
                     Diagnostics& diagnostics);

}  // namespace petriloom
