// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/task_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/task_graph/read_graphviz.h"
#include "formats/task_graph/read_stg.h"
#include "formats/task_graph/read_tasks_rec.h"

namespace petriloom {

namespace {

struct Reading {
  std::string_view ending;
  void (*read)(const Sources&, FileId, const TaskGraphOptions&, GraphBuilder&, Diagnostics&);
};

constexpr std::array<Reading, 4> kReadings{
    {{".stg", read_stg}, {".dot", read_graphviz}, {".gv", read_graphviz}, {".rec", read_tasks_rec}}};

}  // namespace

std::optional<TaskGraph> read_task_graph(FileId file, const TaskGraphOptions& options, const Sources& sources,
                                         Diagnostics& diagnostics) {
  const auto* const reading = std::find_if(kReadings.begin(), kReadings.end(),
                                           [&](const Reading& one) { return sources.name(file).ends_with(one.ending); });
  if (reading == kReadings.end()) {
    diagnostics.error({file, 0, 0}, "its ending names no format of task graphs", std::string(task_graph_endings()));
    return std::nullopt;
  }
  // What was wrong before is no fault of the graph.
  Diagnostics said;
  GraphBuilder graph(said);
  reading->read(sources, file, options, graph, said);
  std::optional<TaskGraph> read = graph.finish();
  if (read && read->tasks.empty()) {
    said.error({file, 0, 0}, "there are no tasks");
    read.reset();
  }
  diagnostics.append(said);
  return read;
}

TaskGraphResult read_task_graph(const std::string& name, std::string text, const TaskGraphOptions& options) {
  TaskGraphResult result;
  result.sources = std::make_shared<Sources>();
  const bool too_large = text.size() > kMostGraphBytes;
  const FileId file = result.sources->add(name, too_large ? std::string() : std::move(text));
  if (too_large) {
    result.diagnostics.error({file, 0, 0}, fmt::format("larger than {} MiB", kMostGraphBytes >> 20));
    return result;
  }
  result.graph = read_task_graph(file, options, *result.sources, result.diagnostics);
  return result;
}

std::vector<std::string_view> task_graph_suffixes() {
  std::vector<std::string_view> endings;
  for (const Reading& reading : kReadings) endings.push_back(reading.ending);
  return endings;
}

std::string_view task_graph_endings() { return ".stg (Standard Task Graph Set), .dot and .gv (Graphviz), .rec (StarPU)"; }

}  // namespace petriloom
