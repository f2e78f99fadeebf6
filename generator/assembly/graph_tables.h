// SPDX-License-Identifier: Apache-2.0
// The tables of a graph of tasks that a description names.
#pragma once

#include <string>
#include <vector>

#include "generator/description/task_system.h"

namespace petriloom {

/// Reports what is wrong with the graph that files of tables make (check_graph_tables). They are
/// looked up in `folders`, in their order, and added to `sources`; of a file that is in none,
/// reading the net will say so.
void check_table_files(const TaskSystem& system, const std::vector<std::string>& folders, Sources& sources,
                       Diagnostics& diagnostics);

}  // namespace petriloom
