// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/graph_tables.h"

#include "formats/syntax/load_tables.h"
#include "formats/task_graph/check_tables.h"

namespace petriloom {

void check_table_files(const TaskSystem& system, const std::string& importer, const ReadOptions& options, Sources& sources,
                       Diagnostics& diagnostics) {
  const auto file_of = [&](const char* key) -> std::optional<FileId> {
    const auto found = system.table_files.find(key);
    if (found == system.table_files.end() || found->second.value == "none") return std::nullopt;
    Diagnostics of_the_reader;
    return loom::table_file(found->second.value, found->second.where, importer, options, sources, of_the_reader);
  };
  const auto tasks = system.table_files.find("tasks");
  if (tasks == system.table_files.end()) return;
  if (tasks->second.value == "none")
    return diagnostics.error(tasks->second.where, "a graph has a task at least", "tasks: FILE.csv");
  const std::optional<FileId> file = file_of("tasks");
  const WorkersThere workers{system.machine.cores.value > 0, system.machine.cards.value > 0};
  if (file) check_graph_tables({*file, file_of("accesses"), file_of("edges")}, workers, sources, diagnostics);
}

}  // namespace petriloom
