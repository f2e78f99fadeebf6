// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/task_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "analysis/makespan/named_function.h"
#include "analysis/makespan/where_tasks_run.h"
#include "engine/expr/eval_error.h"

namespace petriloom {

namespace {

class GraphMaker {
 public:
  GraphMaker(const Net& net, const TaskNet& tasks, const WorkerTimes& times)
      : net_(net),
        tasks_(tasks),
        times_(times),
        pool_(net.pool),
        evaluator_(net, pool_),
        duration_(net, evaluator_, "duration", {tasks.task, tasks.worker}),
        successors_(net, evaluator_, "successors", {tasks.task}),
        team_(net, evaluator_, "team_of", {tasks.task, tasks.worker}),
        submitted_(net, evaluator_, "all_tasks", {}),
        barrier_(net, evaluator_, "barrier_before", {ColourTable::kInt}),
        where_(net, tasks) {}

  WorkGraphOfRun make() {
    if (!duration_.there() || !successors_.there()) return {{}, "the net has no functions duration(t, w) and successors(t)"};
    if (net_.exprs.looks(duration_.body(), look::random | look::state))
      return {{}, "durations are drawn, or depend on the marking"};
    for (const TaskRun& run : times_.runs) {
      if (number_of_.try_emplace(run.task, static_cast<std::uint32_t>(list_.size())).second) list_.push_back(run.task);
    }
    if (list_.size() < times_.runs.size()) return {{}, "a task ran more than once"};
    try {
      add_kinds();
      add_edges();
      add_barriers();
    } catch (const EvalError& error) {
      return {{}, fmt::format("a function of the net has no value: {}", error.what())};
    }
    if (faster_ > 0) return {{}, fmt::format("{} of {} tasks took less than duration(t, w)", faster_, list_.size())};
    return {std::move(graph_), {}};
  }

 private:
  void add_kinds() {
    const ColourSet& workers = net_.colours[tasks_.worker];
    std::vector<double> seconds(list_.size());
    for (Word worker = workers.low; worker <= workers.high; ++worker) {
      for (std::size_t k = 0; k < list_.size(); ++k) seconds[k] = seconds_on(list_[k], worker);
      for (const TaskRun& run : times_.runs) {
        if (run.worker != worker) continue;
        const std::uint32_t number = number_of_.at(run.task);
        if (run.end - run.begin < seconds[number] * (1 - kRounding) - kRounding * times_.makespan - kTick) ++faster_;
      }
      std::vector<double> team = teams_with(worker);
      const auto same = std::find_if(graph_.kinds.begin(), graph_.kinds.end(),
                                     [&](const WorkerKind& kind) { return kind.seconds == seconds && kind.team == team; });
      if (same != graph_.kinds.end()) {
        ++same->workers;
      } else {
        graph_.kinds.push_back({1, seconds, std::move(team)});
      }
    }
  }

  double seconds_on(Word task, Word worker) {
    if (!where_.on(task, worker)) return std::numeric_limits<double>::infinity();
    return real_of_word(duration_({task, worker}));
  }

  std::vector<double> teams_with(Word worker) {
    std::vector<double> team;
    if (!team_.there()) return team;
    for (const Word task : list_) {
      const Word members = team_({task, worker});
      team.push_back(static_cast<double>(std::max<std::size_t>(1, pool_.view(members).size())));
    }
    return team;
  }

  void add_edges() {
    graph_.successors.resize(list_.size());
    for (std::size_t k = 0; k < list_.size(); ++k) {
      const Word list = successors_({list_[k]});
      for (const Word successor : pool_.view(list)) {
        const auto found = number_of_.find(successor);
        if (found != number_of_.end()) graph_.successors[k].push_back(found->second);
      }
    }
  }

  /// A barrier is a task of no length, which waits for those that are submitted since the one
  /// before it, and for which all wait that are submitted before the next one.
  void add_barriers() {
    if (!submitted_.there() || !barrier_.there()) return;
    std::vector<bool> barriers;
    for (std::size_t k = 0; k < list_.size(); ++k) barriers.push_back(barrier_({static_cast<Word>(k)}) != 0);
    if (std::find(barriers.begin(), barriers.end(), true) == barriers.end()) return;
    const std::span<const Word> sequence = pool_.view(submitted_({}));
    std::vector<std::uint32_t> since;
    std::optional<std::uint32_t> barrier;
    for (std::size_t k = 0; k < std::min(sequence.size(), barriers.size()); ++k) {
      if (barriers[k]) {
        barrier = add_barrier(since);
        since = {*barrier};
      }
      const auto found = number_of_.find(sequence[k]);
      if (found == number_of_.end()) continue;
      if (barrier) graph_.successors[*barrier].push_back(found->second);
      since.push_back(found->second);
    }
  }

  std::uint32_t add_barrier(const std::vector<std::uint32_t>& before) {
    const auto number = static_cast<std::uint32_t>(graph_.successors.size());
    for (WorkerKind& kind : graph_.kinds) {
      kind.seconds.push_back(0);
      if (!kind.team.empty()) kind.team.push_back(1);
    }
    graph_.successors.emplace_back();
    for (const std::uint32_t task : before) graph_.successors[task].push_back(number);
    return number;
  }

  static constexpr double kRounding = 1e-9;
  static constexpr double kTick = 0x1p-40;  // s: times of the runtime are multiples of it (nets/tasks/ticks.loom)

  const Net& net_;
  const TaskNet& tasks_;
  const WorkerTimes& times_;
  WordPool pool_;
  Evaluator evaluator_;
  NamedFunction duration_, successors_, team_, submitted_, barrier_;
  WhereTasksRun where_;
  std::unordered_map<Word, std::uint32_t> number_of_;
  std::vector<Word> list_;
  WorkGraph graph_;
  std::size_t faster_ = 0;  // tasks that took less than they must
};

}  // namespace

WorkGraphOfRun task_graph_of(const Net& net, const TaskNet& tasks, const WorkerTimes& times) {
  return GraphMaker(net, tasks, times).make();
}

}  // namespace petriloom
