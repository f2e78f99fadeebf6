// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/where_tasks_run.h"

#include <algorithm>

#include "engine/expr/eval_error.h"

namespace petriloom {

WhereTasksRun::WhereTasksRun(const Net& net, const TaskNet& tasks)
    : pool_(net.pool), evaluator_(net, pool_), runs_on_(net, evaluator_, "runs_on", {tasks.task, tasks.worker}) {
  const auto found =
      std::find_if(net.constants.begin(), net.constants.end(), [](const Constant& one) { return one.name == "anywhere"; });
  if (found != net.constants.end() && found->value.valid()) anywhere_ = net.exprs[found->value].payload != 0;
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
