// SPDX-License-Identifier: Apache-2.0
// One node that runs tasks, as a description has it: the machine, and an application of
// nets/tasks/application with its constants.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/description/located.h"

namespace petriloom {

/// From the memory of the row to that of the column; memory 0 is the host's, memory w + 1 that of
/// card w.
using LinkTable = std::vector<std::vector<double>>;

/// Links as transfers find them, where that is not what policies believe.
struct TaskWires {
  LinkTable bandwidth;                                  ///< B/s that a transfer has at most
  LinkTable latency;                                    ///< s
  std::vector<double> wires;                            ///< B/s of links that several pairs cross
  std::vector<std::vector<std::vector<int>>> crossing;  ///< which of them from memory to memory
};

/// Tasks that a card has at once, the most and by default: one runs, the data of the other come.
inline constexpr int kCardTasks = 2;

/// As the time of a kernel: it has no implementation there.
inline constexpr double kNoKernel = -1;
/// As the time of a kernel: rates or performance models say it; not a number.
inline constexpr double kNotSaid = std::numeric_limits<double>::quiet_NaN();

/// The node. Workers are its cards, then its cores.
struct TaskMachine {
  Located<int> cards;
  Located<int> cores;   ///< that compute
  LinkTable bandwidth;  ///< B/s
  LinkTable latency;    ///< s
  std::optional<TaskWires> wires;
  double core_rate = 0;  ///< flop/s; 0: not told
  double card_rate = 0;
  /// How long a kernel takes on each worker, in s, or kNoKernel, or kNotSaid.
  std::map<std::string, std::vector<double>> kernels;
  bool recorded = false;  ///< lengths of tasks are looked up in performance models
  Location where;

  [[nodiscard]] std::size_t workers() const {
    return static_cast<std::size_t>(cards.value) + static_cast<std::size_t>(cores.value);
  }
};

/// A constant that the application asks for, in the net language.
struct TaskConstant {
  std::string name;
  std::string value;
  Location where;
};

/// The constant of this name; null if there is none.
inline const TaskConstant* find_constant(const std::vector<TaskConstant>& constants, std::string_view name) {
  const auto found = std::find_if(constants.begin(), constants.end(), [name](const TaskConstant& one) { return one.name == name; });
  return found == constants.end() ? nullptr : &*found;
}

struct TaskSystem {
  TaskMachine machine;
  Located<std::string> application;  ///< the kind, a row of `task_applications`
  std::vector<TaskConstant> constants;
  /// Texts of tables that constants name and that are no files, by these names.
  std::map<std::string, std::string> tables;
  /// Of a graph of another tool, the first task that cores alone run, and the first of cards alone.
  std::optional<std::string> on_cores_alone, on_cards_alone;
  /// Files of tables, by the keys that name them.
  std::map<std::string, Located<std::string>> table_files;
  /// Tasks that a card has at once.
  Located<int> card_tasks{kCardTasks, {}};
  std::vector<TaskConstant> costs;    ///< of nets/tasks/ideal.loom what is not as it stands there
  std::vector<TaskConstant> lengths;  ///< of nets/tasks/lengths.loom what is not as it stands there
  std::vector<TaskConstant> power;    ///< of nets/tasks/power.loom; none: nothing is known of it
  /// How many cards have a `card_memory` of their own, which is a list then.
  std::optional<std::size_t> card_memories;
  int tile = 0;       ///< numbers on a side of a tile, where there are tiles
  double number = 0;  ///< bytes of one of them

  [[nodiscard]] double tile_bytes() const { return number * tile * tile; }
};

}  // namespace petriloom
