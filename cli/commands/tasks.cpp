// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/load/load.h"
#include "cli/shell/output.h"
#include "engine/text/parse_number.h"
#include "formats/common/input_file.h"
#include "formats/task_graph/write_tables.h"

namespace petriloom::cli {

namespace {

constexpr double kMostSpeedup = 1e6;

/// The options of the command.
struct TasksOptions {
  std::string in, out, speedup = "1";
  std::string unit;  ///< as it was given
  std::uint64_t unit_bytes = 1000;
  TaskGraphOptions graph;
};

std::optional<ExitCode> parse(const Command& command, Arguments arguments, Session& session, TasksOptions& options) {
  OptionParser parser(command.name, command.summary, command.example);
  parser.positional("GRAPH", options.in, fmt::format("the graph: {}", task_graph_endings()));
  parser.text("-o,--output", "FOLDER", options.out, "where to write tasks.csv, accesses.csv and edges.csv; needed");
  parser.writes_folder(options.out);
  parser.time("--unit", "TIME", options.graph.unit, "what a time without a unit counts (default 1 us)", &options.unit);
  parser.number("--unit-bytes", "N", options.unit_bytes, 0, 1'000'000'000'000, "bytes moved in a unit of time (default 1000)");
  parser.text("--speedup", "X", options.speedup, "of a card against a core, where the graph has one time (default 1)");
  if (const auto ended = parser.parse(arguments, session)) return ended;
  const std::optional<double> speedup = parse_number<double>(options.speedup);
  if (!speedup || !(*speedup > 0 && *speedup <= kMostSpeedup)) {
    session.status.error(
        fmt::format("petriloom tasks: --speedup: '{}' is not a number above 0, and {} at most", options.speedup, kMostSpeedup));
    return ExitCode::wrong;
  }
  if (!options.unit.empty() && parse_number<double>(options.unit)) {
    session.status.note(fmt::format("petriloom tasks: --unit: warning: '{}' has no unit and is taken for seconds", options.unit));
  }
  if (options.out.empty()) {
    session.status.error("petriloom tasks: --output FOLDER is needed");
    return ExitCode::wrong;
  }
  options.graph.speedup = *speedup;
  options.graph.unit_bytes = static_cast<double>(options.unit_bytes);
  return std::nullopt;
}

}  // namespace

ExitCode run_tasks(const Command& command, Arguments arguments, Session& session) {
  TasksOptions options;
  if (const auto ended = parse(command, arguments, session, options)) return *ended;
  std::string error;
  std::string text = read_file(options.in, kMostGraphBytes, error);
  if (!error.empty()) {
    session.status.error("petriloom: " + error);
    return ExitCode::wrong;
  }
  const TaskGraphResult read = read_task_graph(options.in, std::move(text), options.graph);
  report(read.diagnostics, *read.sources, session);
  if (!read.graph) return ExitCode::wrong;
  if (!options.unit.empty() && !read.graph->has_units)
    session.status.note("petriloom tasks: --unit: warning: this has no effect: all times of the graph have a unit");

  const GraphTables tables = graph_tables(*read.graph);
  if (!make_folder(options.out, session)) return ExitCode::wrong;
  for (const auto& [name, content] :
       {std::pair{"tasks.csv", &tables.tasks}, {"accesses.csv", &tables.accesses}, {"edges.csv", &tables.edges}}) {
    if (!write_output(options.out + "/" + name, *content, session)) return ExitCode::wrong;
  }
  print(fmt::format("{}: {} tasks, {} accesses to {} data, {} edges\n", options.in, read.graph->tasks.size(),
                    read.graph->accesses.size(), read.graph->data.size(), read.graph->edges.size()));
  return ExitCode::done;
}

}  // namespace petriloom::cli
