// SPDX-License-Identifier: Apache-2.0
// The tables of a graph of tasks that a description names.
#pragma once

#include <string>

#include "formats/common/format.h"
#include "generator/description/task_system.h"

namespace petriloom {

/// Reports what is wrong with the graph that files of tables make (check_graph_tables). They are
/// looked up as the net that names them, `importer`, is going to, and added to `sources`. What is
/// wrong with a file itself, reading the net will say.
void check_table_files(const TaskSystem& system, const std::string& importer, const ReadOptions& options, Sources& sources,
                       Diagnostics& diagnostics);

}  // namespace petriloom
