// SPDX-License-Identifier: Apache-2.0
// On which workers tasks run, as the net says it by `runs_on` and `anywhere` (docs/tasks.md).
#pragma once

#include "analysis/makespan/named_function.h"
#include "analysis/makespan/task_net.h"

namespace petriloom {

class WhereTasksRun {
 public:
  /// The net must outlive this.
  WhereTasksRun(const Net& net, const TaskNet& tasks);
  WhereTasksRun(const WhereTasksRun&) = delete;
  WhereTasksRun& operator=(const WhereTasksRun&) = delete;

  /// Whether the net has the function `runs_on`.
  [[nodiscard]] bool told() const { return runs_on_.there(); }
  /// Whether all run on all workers, by the constant `anywhere`; true if nothing is told.
  [[nodiscard]] bool anywhere() const { return anywhere_; }
  /// What `runs_on` gives, whatever `anywhere` is; true without it. Throws EvalError.
  [[nodiscard]] bool says(Word task, Word worker) { return !runs_on_.there() || runs_on_({task, worker}) != 0; }
  /// Whether the task runs there; true where the function has no value.
  [[nodiscard]] bool on(Word task, Word worker);

 private:
  WordPool pool_;
  Evaluator evaluator_;
  NamedFunction runs_on_;
  bool anywhere_ = true;
};

}  // namespace petriloom
