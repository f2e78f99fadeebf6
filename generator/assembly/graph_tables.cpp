// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/graph_tables.h"

#include "formats/common/csv.h"
#include "formats/syntax/load_tables.h"
#include "formats/task_graph/check_tables.h"
#include "generator/tasks/task_applications.h"

namespace petriloom {

namespace {

/// The file that the key names, if it does and the file is there.
std::optional<FileId> file_of_key(const TaskSystem& system, const char* key, const std::string& importer,
                                  const ReadOptions& options, Sources& sources) {
  const auto found = system.table_files.find(key);
  if (found == system.table_files.end() || found->second.value == "none") return std::nullopt;
  Diagnostics of_the_reader;
  return loom::table_file(found->second.value, found->second.where, importer, options, sources, of_the_reader);
}

}  // namespace

std::optional<TaskConstant> kinds_in_table(const TaskSystem& system, const std::string& importer, const ReadOptions& options,
                                           Sources& sources) {
  const std::optional<FileId> file = file_of_key(system, "tasks", importer, options, sources);
  if (!file) return std::nullopt;
  Diagnostics of_the_reader;
  std::vector<CsvCell> columns;
  if (!CsvReader(sources, *file, of_the_reader).next(columns) || !column_of(columns, "kind")) return std::nullopt;
  const TaskConstant* const tasks = find_constant(system.constants, kTaskRows);
  if (tasks == nullptr) return std::nullopt;
  return TaskConstant{std::string(kKindRows), tasks->value, tasks->where};
}

void check_table_files(const TaskSystem& system, const std::string& importer, const ReadOptions& options, Sources& sources,
                       Diagnostics& diagnostics) {
  const auto file_of = [&](const char* key) { return file_of_key(system, key, importer, options, sources); };
  const auto tasks = system.table_files.find("tasks");
  if (tasks == system.table_files.end()) return;
  if (tasks->second.value == "none")
    return diagnostics.error(tasks->second.where, "a graph has a task at least", "tasks: FILE.csv");
  const std::optional<FileId> file = file_of("tasks");
  const WorkersThere workers{system.machine.cores.value > 0, system.machine.cards.value > 0};
  if (file) check_graph_tables({*file, file_of("accesses"), file_of("edges")}, workers, sources, diagnostics);
}

}  // namespace petriloom
