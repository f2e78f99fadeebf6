// SPDX-License-Identifier: Apache-2.0
// How readers put a graph of tasks together.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "formats/task_graph/task_graph.h"

namespace petriloom {

/// In s.
inline constexpr double kMicrosecond = 1e-6;

/// Numbers of what a text names.
using Names = std::unordered_map<std::string, std::uint32_t>;

/// Takes tasks, data and who waits for whom in any order, and gives the graph in order.
class GraphBuilder {
 public:
  explicit GraphBuilder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// A new task; `where` is its place in messages. False, with a message, if there are too many.
  bool add_task(GraphTask task, const Location& where);
  [[nodiscard]] std::vector<GraphTask>& tasks() { return graph_.tasks; }
  /// Some time has no unit.
  void counts_units() { graph_.has_units = true; }
  /// The number of a datum of that name, a new one of `bytes` if there is none.
  std::uint32_t datum(const std::string& name, double bytes);
  [[nodiscard]] std::vector<GraphDatum>& data() { return graph_.data; }
  /// False, with a message, if there are too many.
  bool add_access(const GraphAccess& access, const Location& where);
  /// Task `to` waits for task `from`. With `bytes`, that writes a datum of its own for the other.
  bool add_edge(std::uint32_t from, std::uint32_t to, double bytes, const Location& where);

  /// The graph, each task behind those that it waits for and otherwise in the order in which they
  /// came; nothing, with a message, if tasks wait for each other in a circle.
  std::optional<TaskGraph> finish();

 private:
  /// A new datum. If another has the name, as one of a parallel edge, it has a number behind it.
  std::uint32_t datum_of_edge(const std::string& name, double bytes);
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> successors() const;
  [[nodiscard]] std::vector<std::uint32_t> order() const;
  void report_circle(const std::vector<std::uint32_t>& ordered);

  Diagnostics& diagnostics_;
  TaskGraph graph_;
  std::vector<Location> where_;   // of tasks
  std::vector<GraphEdge> waits_;  // also those that a datum says
  Names data_names_;
  Names same_name_;  // how many further data of edges have a name
};

}  // namespace petriloom
