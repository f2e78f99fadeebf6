// SPDX-License-Identifier: Apache-2.0
// A graph of tasks: what formats of other tools say of an application, as one value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// As a time: the task does not run there. Files say -1, whatever their unit.
inline constexpr double kNowhere = -1;

/// A task of an application; it runs on cores or on cards, or both.
struct GraphTask {
  std::string name;
  std::string kind;    ///< which kernel; may be empty
  double on_core = 0;  ///< s, or kNowhere
  double on_card = 0;  ///< s, or kNowhere
  int priority = 0;    ///< higher goes first
};

/// What tasks read and write.
struct GraphDatum {
  std::string name;
  double bytes = 0;
};

enum class DataMode : std::uint8_t { read, write, both };

/// What a task does to a datum; both by their numbers.
struct GraphAccess {
  std::uint32_t task = 0;
  std::uint32_t datum = 0;
  DataMode mode = DataMode::read;
};

/// Task `to` waits for task `from`, whatever they do to data.
struct GraphEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// Tasks in an order in which they can be submitted one after the other: each after those that it
/// waits for. Accesses and edges are in the order of their tasks (`to`).
struct TaskGraph {
  std::vector<GraphTask> tasks;
  std::vector<GraphDatum> data;
  std::vector<GraphAccess> accesses;
  std::vector<GraphEdge> edges;
  bool has_units = false;  ///< some time of it has no unit
};

/// What a file does not say.
struct TaskGraphOptions {
  double unit = 1e-6;        ///< s, of a time without a unit
  double unit_bytes = 1000;  ///< B, of what is moved in one unit of time
  double speedup = 1;        ///< of a card against a core, where only one of both times is known
};

/// A file must not hold more than this.
inline constexpr std::uint64_t kMostGraphBytes = std::uint64_t{1} << 28;
inline constexpr std::size_t kMostGraphTasks = 1'000'000;
inline constexpr std::size_t kMostGraphEdges = 10'000'000;  ///< and accesses

/// A graph, or what is wrong; and warnings.
struct TaskGraphResult {
  std::optional<TaskGraph> graph;
  Diagnostics diagnostics;
  std::shared_ptr<Sources> sources;
};

/// Reads a graph by the ending of its name: .stg, .dot and .gv, .rec. `file` is one of `sources`;
/// what is wrong goes to `diagnostics`, and then there is no graph.
std::optional<TaskGraph> read_task_graph(FileId file, const TaskGraphOptions& options, const Sources& sources,
                                         Diagnostics& diagnostics);
/// The same of a text with sources of its own.
TaskGraphResult read_task_graph(const std::string& name, std::string text, const TaskGraphOptions& options);

/// The endings that `read_task_graph` takes, with what they are, for messages.
std::string_view task_graph_endings();
/// These endings alone, with their dots.
std::vector<std::string_view> task_graph_suffixes();

}  // namespace petriloom
