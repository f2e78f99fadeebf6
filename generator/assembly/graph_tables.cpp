// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/graph_tables.h"

#include <filesystem>

#include "formats/common/csv.h"
#include "formats/common/input_file.h"
#include "formats/task_graph/check_tables.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

/// Only what ends in .csv is read, also where a link leads to it, as errors show lines of it.
std::optional<FileId> table_file(const std::string& name, const std::vector<std::string>& folders, Sources& sources) {
  for (const std::string& folder : folders) {
    const fs::path path = (fs::path(folder) / name).lexically_normal();
    std::error_code absent;
    if (!fs::is_regular_file(path, absent)) continue;
    if (fs::weakly_canonical(path, absent).extension() != ".csv") return std::nullopt;
    std::string problem;
    std::string text = read_file(path.string(), kMostCsvBytes, problem);
    if (!problem.empty()) return std::nullopt;
    return sources.add(path.string(), std::move(text));
  }
  return std::nullopt;
}

}  // namespace

void check_table_files(const TaskSystem& system, const std::vector<std::string>& folders, Sources& sources,
                       Diagnostics& diagnostics) {
  const auto file_of = [&](const char* key) -> std::optional<FileId> {
    const auto found = system.table_files.find(key);
    if (found == system.table_files.end() || found->second.value == "none") return std::nullopt;
    return table_file(found->second.value, folders, sources);
  };
  const auto tasks = system.table_files.find("tasks");
  if (tasks == system.table_files.end()) return;
  if (tasks->second.value == "none")
    return diagnostics.error(tasks->second.where, "a graph has a task at least", "tasks: FILE.csv");
  const std::optional<FileId> file = file_of("tasks");
  if (file) check_graph_tables({*file, file_of("accesses"), file_of("edges")}, sources, diagnostics);
}

}  // namespace petriloom
