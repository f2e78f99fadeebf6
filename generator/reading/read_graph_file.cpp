// SPDX-License-Identifier: Apache-2.0
#include "generator/reading/read_graph_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "formats/loom/loom.h"
#include "formats/task_graph/write_tables.h"
#include "generator/yaml/named_file.h"

namespace petriloom {
namespace {

constexpr Range<double> kUnit{1e-15, 1e6};    // s
constexpr Range<double> kUnitBytes{0, 1e12};  // B
constexpr Range<double> kSpeedup{1e-6, 1e6};
/// Of a table: a list of the net language has 2^20 elements at most.
constexpr std::size_t kMostRows = 1'000'000;

struct GraphDraft {
  const YamlNode* file = nullptr;
  const YamlNode* unit = nullptr;
  TaskGraphOptions options;
};

/// The defaults are those of TaskGraphOptions.
constexpr auto kGraphFileKeys = std::to_array<Key<GraphDraft>>({
    {"kind", [](Reader&, const YamlNode&, GraphDraft&) {}, ""},
    {"file", [](Reader&, const YamlNode& n, GraphDraft& d) { d.file = &n; }, nullptr},
    {"unit",
     [](Reader& r, const YamlNode& n, GraphDraft& d) {
       d.unit = &n;
       d.options.unit = r.quantity(n, Dimension::time, kUnit).value;
     },
     ""},
    {"unit_bytes",
     [](Reader& r, const YamlNode& n, GraphDraft& d) { d.options.unit_bytes = r.quantity(n, Dimension::bytes, kUnitBytes).value; },
     ""},
    {"speedup", [](Reader& r, const YamlNode& n, GraphDraft& d) { d.options.speedup = r.number(n, kSpeedup).value; }, ""},
});

/// What the tables of a net cannot hold, told of the file.
bool fits_tables(const TaskGraph& graph, FileId file, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const auto is_long = [](const auto& one) { return one.name.size() > kMostText; };
  if (std::any_of(graph.tasks.begin(), graph.tasks.end(), is_long) || std::any_of(graph.data.begin(), graph.data.end(), is_long))
    diagnostics.error({file, 0, 0}, fmt::format("the name of a task or of a datum is longer than {} bytes", kMostText));
  for (const auto& [what, rows] : {std::pair{"edges", graph.edges.size()}, std::pair{"accesses to data", graph.accesses.size()}}) {
    if (rows > kMostRows) diagnostics.error({file, 0, 0}, fmt::format("{} {}, and a net takes {} at most", rows, what, kMostRows));
  }
  return diagnostics.error_count() == errors;
}

}  // namespace

void read_graph_file(Reader& reader, const YamlNode& node, const TaskApplication& application, TaskSystem& system, Sources& sources,
                     Diagnostics& diagnostics) {
  GraphDraft draft;
  read_keys<GraphDraft>(reader, node, "the application 'graph' with a file", kGraphFileKeys, draft);
  const std::vector<std::string_view> endings = task_graph_suffixes();
  const std::string absent = fmt::format("graphs of tasks: {}", task_graph_endings());
  const NamedFile kind{"a graph of tasks", "the name of a graph of tasks", "for example 'file: graph.stg'", absent, endings};
  const std::optional<FileId> file = load_named_file(*draft.file, kind, sources, diagnostics);
  if (!file) return;
  const std::optional<TaskGraph> graph = read_task_graph(*file, draft.options, sources, diagnostics);
  if (!graph || !fits_tables(*graph, *file, diagnostics)) return;
  if (draft.unit != nullptr && !graph->has_units)
    reader.warning(draft.unit->where, "'unit' has no effect: all times of the graph have one");
  for (const GraphTask& task : graph->tasks) {
    if (task.on_card == kNowhere && !system.on_cores_alone) system.on_cores_alone = task.name;
    if (task.on_core == kNowhere && !system.on_cards_alone) system.on_cards_alone = task.name;
  }
  const bool has_kinds =
      std::any_of(graph->tasks.begin(), graph->tasks.end(), [](const GraphTask& task) { return !task.kind.empty(); });
  GraphTables tables = graph_tables(*graph);
  const std::map<std::string_view, std::string*> texts{
      {"tasks", &tables.tasks}, {"accesses", &tables.accesses}, {"edges", &tables.edges}};
  for (const TaskKey& key : application.keys) {
    // Looked up among the texts of `tables` before any file.
    const std::string table = fmt::format("<graph>/{}.csv", key.name);
    system.constants.push_back({std::string(key.constant), fmt::format("table \"{}\"", table), draft.file->where});
    system.tables[table] = std::move(*texts.at(key.name));
    if (key.constant == kTaskRows && has_kinds)
      system.constants.push_back({std::string(kKindRows), system.constants.back().value, draft.file->where});
  }
}

}  // namespace petriloom
