// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/never_begun.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/makespan/named_function.h"
#include "analysis/makespan/task_names.h"
#include "analysis/makespan/where_tasks_run.h"
#include "engine/expr/eval_error.h"

namespace petriloom {

namespace {

/// What the function of that name gives; invalid if the net has none.
ColourSetId result_of(const Net& net, std::string_view name) {
  const auto found =
      std::find_if(net.functions.begin(), net.functions.end(), [&](const Function& function) { return function.name == name; });
  return found == net.functions.end() ? ColourSetId() : found->result;
}

}  // namespace

std::optional<TooLarge> task_too_large(const Net& net, const TaskNet& tasks) {
  const ColourSetId data = result_of(net, "accessed_data");
  const ColourSetId memory = result_of(net, "memory_of");
  if (!data.valid() || net.colours[data].kind != ColourKind::list || !memory.valid()) return std::nullopt;
  WordPool pool(net.pool);
  Evaluator evaluator(net, pool);
  NamedFunction all(net, evaluator, "all_tasks", {});
  NamedFunction accessed(net, evaluator, "accessed_data", {tasks.task});
  NamedFunction bytes(net, evaluator, "bytes", {net.colours[data].components.front()});
  NamedFunction memory_of(net, evaluator, "memory_of", {tasks.worker});
  NamedFunction capacity(net, evaluator, "capacity_of", {memory});
  const TaskNames names(net, tasks);
  if (!all.there() || !accessed.there() || !bytes.there() || !memory_of.there() || !capacity.there()) return std::nullopt;
  WhereTasksRun where(net, tasks);
  TooLarge largest;
  try {
    std::vector<std::pair<Word, double>> cards;  // with a limit
    const ColourSet& workers = net.colours[tasks.worker];
    for (Word worker = workers.low; worker <= workers.high; ++worker) {
      const Word of = memory_of({worker});
      const double room = of == 0 ? 0 : real_of_word(capacity({of}));  // 0 is that of the host
      if (room > 0) cards.emplace_back(worker, room);
    }
    if (cards.empty()) return std::nullopt;
    const auto list = pool.view(all({}));
    for (const Word task : std::vector<Word>(list.begin(), list.end())) {
      double least = 0;  // of the cards that run it
      for (const auto& [card, room] : cards) {
        if (where.on(task, card) && (least == 0 || room < least)) least = room;
      }
      if (least == 0) continue;
      const auto needed = pool.view(accessed({task}));
      double sum = 0;
      for (const Word datum : std::vector<Word>(needed.begin(), needed.end())) sum += real_of_word(bytes({datum}));
      if (sum > std::max(least, largest.bytes)) largest = {names.shown(task), sum, least};
    }
  } catch (const EvalError&) {
    return std::nullopt;
  }
  return largest.bytes > 0 ? std::optional(largest) : std::nullopt;
}

std::optional<NotRun> task_not_run(const Net& net, const TaskNet& tasks) {
  WordPool pool(net.pool);
  Evaluator evaluator(net, pool);
  NamedFunction all(net, evaluator, "all_tasks", {});
  WhereTasksRun where(net, tasks);
  const TaskNames names(net, tasks);
  if (!all.there() || !where.told()) return std::nullopt;
  constexpr std::size_t kShown = 5;
  const ColourSet& workers = net.colours[tasks.worker];
  NotRun found;
  try {
    const auto list = pool.view(all({}));
    for (const Word task : std::vector<Word>(list.begin(), list.end())) {
      Word able = 0;
      for (Word worker = workers.low; worker <= workers.high; ++worker) able += where.says(task, worker) ? 1 : 0;
      if (able > 0 && (!where.anywhere() || able > workers.high - workers.low)) continue;
      if (found.task.empty()) found = {names.shown(task), able > 0, {}, 0};
      if (found.anywhere) return found;
      if (able == 0 && found.number++ < kShown) found.nowhere.push_back(names.shown(task));
    }
  } catch (const EvalError&) {
    return std::nullopt;
  }
  return where.anywhere() && found.task.empty() ? std::nullopt : std::optional(found);
}

}  // namespace petriloom
