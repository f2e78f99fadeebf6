// SPDX-License-Identifier: Apache-2.0
// The applications of the task runtime that a description can name: which file of
// nets/tasks/application has each, which keys give its constants, and what its kernels are.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "generator/description/task_system.h"

namespace petriloom {

/// What stands under a key of an application.
enum class TaskKeyKind : std::uint8_t { count, number, time, bytes, truth, choice, file };

/// A key of an application, and the constant that it gives.
struct TaskKey {
  std::string_view name;
  std::string_view constant;
  TaskKeyKind kind = TaskKeyKind::count;
  double low = 0;  ///< of numbers, in SI units
  double high = 0;
  /// As it would stand in a description. Begins with '=': what the key of this name has. Empty:
  /// the key must be there.
  std::string_view otherwise;
  std::string_view choices = {};  ///< words with blanks between them
};

/// A kernel: what a task does, as numbered by the application.
struct TaskKernel {
  std::string_view name;
  /// The codelet in StarPU's performance models for numbers of 4 B, and of 8 B; empty: none.
  std::string_view single, doubled;
  double flop = 0;  ///< over the cube of the side of a tile
  int tiles = 0;    ///< whose bytes are the size in the performance models
  /// The kernel before it whose time it takes where nothing says its own; empty: none.
  std::string_view like = {};
};

struct TaskApplication {
  std::string_view name;  ///< of the kind
  std::span<const TaskKey> keys;
  std::span<const TaskKernel> kernels;  ///< empty: durations are among the constants
  /// Of each worker the application asks `rate_of`, in flop/s.
  bool asks_rates = false;
  /// Further files of nets/tasks that it needs, with blanks between them.
  std::string_view beside = {};
  /// A key that stands for all of `keys`: the file of another tool
  /// (generator/reading/read_graph_file.h).
  std::string_view instead = {};
  std::string_view file = name;  ///< in nets/tasks/application
};

/// Constants of a graph: its tasks, and, of the same table, the kinds that they are of.
inline constexpr std::string_view kTaskRows = "task_rows : list of TaskRow";
inline constexpr std::string_view kKindRows = "kind_rows : list of KindRow";

/// All kinds, by name.
std::span<const TaskApplication> task_applications();

/// The kind of this name, or null.
const TaskApplication* find_task_application(std::string_view name);

}  // namespace petriloom
