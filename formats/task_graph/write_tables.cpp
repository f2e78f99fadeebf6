// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/write_tables.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "formats/common/csv.h"

namespace petriloom {

namespace {

/// A name that is empty is told apart from no name.
std::string cell(const std::string& text) { return text.empty() ? csv_quoted(text) : csv_field(text); }

double microseconds(double seconds) { return seconds == kNowhere ? kNowhere : std::round(seconds * 1e12) / 1e6; }

}  // namespace

GraphTables graph_tables(const TaskGraph& graph) {
  constexpr std::array<const char*, 3> kModes{"R", "W", "RW"};
  GraphTables tables{"name,kind,cpu_us,gpu_us,priority\n", "task,datum,mode,bytes\n", "from,to\n"};
  std::vector<std::string> names;
  names.reserve(graph.tasks.size());
  for (const GraphTask& task : graph.tasks) {
    names.push_back(cell(task.name));
    fmt::format_to(std::back_inserter(tables.tasks), "{},{},{},{},{}\n", names.back(), cell(task.kind), microseconds(task.on_core),
                   microseconds(task.on_card), task.priority);
  }
  for (const GraphAccess& access : graph.accesses) {
    const GraphDatum& datum = graph.data[access.datum];
    fmt::format_to(std::back_inserter(tables.accesses), "{},{},{},{}\n", names[access.task], cell(datum.name),
                   kModes[static_cast<std::size_t>(access.mode)], datum.bytes);
  }
  for (const GraphEdge& edge : graph.edges)
    fmt::format_to(std::back_inserter(tables.edges), "{},{}\n", names[edge.from], names[edge.to]);
  return tables;
}

}  // namespace petriloom
