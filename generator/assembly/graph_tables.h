// SPDX-License-Identifier: Apache-2.0
// The tables of a graph of tasks that a description names.
#pragma once

#include <optional>
#include <string>

#include "formats/common/format.h"
#include "generator/description/task_system.h"

namespace petriloom {

/// Reports what is wrong with the graph that files of tables make (check_graph_tables). They are
/// looked up as the net that names them, `importer`, is going to, and added to `sources`. What is
/// wrong with a file itself, reading the net will say.
void check_table_files(const TaskSystem& system, const std::string& importer, const ReadOptions& options, Sources& sources,
                       Diagnostics& diagnostics);

/// The constant that says of which kinds the tasks of such a graph are; nothing if the table of its
/// tasks has no column for that. Arguments are those of `check_table_files`.
std::optional<TaskConstant> kinds_in_table(const TaskSystem& system, const std::string& importer, const ReadOptions& options,
                                           Sources& sources);

}  // namespace petriloom
