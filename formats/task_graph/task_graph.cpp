// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/task_graph.h"

#include <fmt/format.h>

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

TaskGraphResult read_task_graph(const std::string& name, std::string text, const TaskGraphOptions& options) {
  TaskGraphResult result;
  result.sources = std::make_shared<Sources>();
  const bool too_large = text.size() > kMostGraphBytes;
  const FileId file = result.sources->add(name, too_large ? std::string() : std::move(text));
  if (too_large) {
    result.diagnostics.error({file, 0, 0}, fmt::format("larger than {} MiB", kMostGraphBytes >> 20));
    return result;
  }
  for (const Reading& reading : kReadings) {
    if (!name.ends_with(reading.ending)) continue;
    GraphBuilder graph(result.diagnostics);
    reading.read(*result.sources, file, options, graph, result.diagnostics);
    result.graph = graph.finish();
    if (result.graph && result.graph->tasks.empty()) {
      result.diagnostics.error({file, 0, 0}, "there are no tasks");
      result.graph.reset();
    }
    return result;
  }
  result.diagnostics.error({file, 0, 0}, "its ending names no format of task graphs", std::string(task_graph_endings()));
  return result;
}

std::string_view task_graph_endings() { return ".stg (Standard Task Graph Set), .dot and .gv (Graphviz), .rec (StarPU)"; }

}  // namespace petriloom
