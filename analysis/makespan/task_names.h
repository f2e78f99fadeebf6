// SPDX-License-Identifier: Apache-2.0
// What tasks of the task runtime are called, and what they do.
#pragma once

#include <string>
#include <vector>

#include "analysis/makespan/named_function.h"
#include "analysis/makespan/task_net.h"

namespace petriloom {

/// The names come from constants of the net (nets/tasks/colours.loom): `names`, a word for each
/// task of a graph, and `codelet_names`, one for each value of the function `codelet_of`.
class TaskNames {
 public:
  /// All must outlive this.
  TaskNames(const Net& net, const TaskNet& tasks);
  TaskNames(const TaskNames&) = delete;
  TaskNames& operator=(const TaskNames&) = delete;

  /// Whether tasks have names, so that one tells more than its number.
  [[nodiscard]] bool named() const { return !names_.empty(); }
  /// "3", or "3 (\"potrf\")" if tasks have names.
  [[nodiscard]] std::string shown(Word task) const;
  /// What the task does: "potrf"; "task" if the net does not say.
  [[nodiscard]] std::string kind(Word task);

 private:
  const Net& net_;
  const TaskNet& tasks_;
  WordPool pool_;
  Evaluator evaluator_;
  NamedFunction codelet_of_;
  std::vector<std::string> names_;
  std::vector<std::string> kinds_;
};

}  // namespace petriloom
