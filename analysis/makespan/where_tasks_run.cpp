// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/where_tasks_run.h"

#include "engine/expr/eval_error.h"

namespace petriloom {

WhereTasksRun::WhereTasksRun(const Net& net, const TaskNet& tasks)
    : pool_(net.pool), evaluator_(net, pool_), runs_on_(net, evaluator_, "runs_on", {tasks.task, tasks.worker}) {
  if (const Expr* const anywhere = value_of_constant(net, "anywhere")) anywhere_ = anywhere->payload != 0;
}

bool WhereTasksRun::on(Word task, Word worker) {
  if (anywhere_) return true;
  try {
    return says(task, worker);
  } catch (const EvalError&) {
    return true;
  }
}

}  // namespace petriloom
