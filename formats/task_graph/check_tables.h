// SPDX-License-Identifier: Apache-2.0
// Whether tables are those of a graph of tasks (nets/tasks/application/graph.loom).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// The files of a graph; a table that is no file has no rows.
struct GraphTableFiles {
  FileId tasks;
  std::optional<FileId> accesses, edges;
};

/// Which workers there are to run its tasks.
struct WorkersThere {
  bool cores = true;
  bool cards = true;
};

/// Reports what can only be seen in all of them: no task at all, names that no task has or several
/// have, and tasks that wait for each other in a circle, by what they do to data and by edges;
/// numbers that are below 0, or times with a unit; and tasks that none of the workers runs. The
/// files are of `sources`. Columns that are missing, and cells that are no values of theirs, are
/// left to who reads the tables.
void check_graph_tables(const GraphTableFiles& files, WorkersThere workers, const Sources& sources, Diagnostics& diagnostics);

/// The message about a task that only cards run, or only cores, of a node without these.
std::string one_kind_alone(std::string_view task, bool cards);

}  // namespace petriloom
