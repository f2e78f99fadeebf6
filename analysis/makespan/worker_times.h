// SPDX-License-Identifier: Apache-2.0
// What each worker of the task runtime did during a run, and what kept it from running tasks
// (docs/where_the_time_went.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/makespan/task_net.h"
#include "analysis/makespan/where_tasks_run.h"
#include "engine/trace/sink.h"

namespace petriloom {

/// The first that holds counts.
enum class WorkerState : std::uint8_t {
  running,     ///< a task runs on it
  team,        ///< it waits for others of a team
  data,        ///< it has taken a task whose data are coming
  policy,      ///< tasks are ready that run on it, of which the policy has given it none
  dependency,  ///< none is ready that does, and some remain that wait for others
  no_task,     ///< all that run on it have been taken
};
constexpr std::size_t kWorkerStates = 6;

/// "running", "team", "data", "policy", "dependency", "no task".
std::string_view name_of(WorkerState state);

struct WorkerTime {
  std::string worker;
  std::uint64_t tasks = 0;
  std::array<double, kWorkerStates> seconds{};  ///< by state; they add up to the makespan
};

/// A task that ran.
struct TaskRun {
  Word task = 0;
  Word worker = 0;
  double begin = 0;  ///< s
  double end = 0;    ///< s
};

struct WorkerTimes {
  double makespan = 0;  ///< s: until the last task ended, or ran when the run was ended
  std::vector<WorkerTime> workers;
  std::vector<TaskRun> runs;  ///< in the order in which they ended
  bool cut_off = false;       ///< tasks were ready, taken or running at the end
};

class WorkerTimesRecorder final : public TraceSink {
 public:
  /// Both must outlive this.
  WorkerTimesRecorder(const Net& net, const TaskNet& tasks);
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  /// After the run; once.
  WorkerTimes take();

 private:
  struct Worker {
    std::array<double, kWorkerStates> seconds{};
    std::int64_t taken = 0;
    std::int64_t ready = 0;                        // tasks that run on it
    std::vector<std::pair<Word, double>> running;  // tasks, and since when
    std::vector<Word> joined;                      // tasks of whose teams it is
    std::uint64_t tasks = 0;
  };
  void advance(double now);
  void add_ready(Word task, std::int64_t count);  // fewer than 0: it is ready no more
  void end_task(double now, Worker& worker, Word who, Word task);
  void keep(double now);
  [[nodiscard]] WorkerState state_of(const Worker& worker) const;
  [[nodiscard]] Word part(PlaceId place, Word colour, std::size_t k) const;
  [[nodiscard]] Worker& worker_of(PlaceId place, Word colour, std::size_t k);

  const Net& net_;
  const TaskNet& tasks_;
  Word first_;  // worker
  const WordPool* pool_;
  bool by_policy_ = false;
  double now_ = 0;
  std::int64_t ready_ = 0;
  WhereTasksRun where_;
  std::unordered_map<Word, std::int64_t> runs_now_;  // tasks
  std::vector<Worker> workers_;
  std::vector<std::array<double, kWorkerStates>> kept_;  // when a task ran last
  WorkerTimes result_;
};

}  // namespace petriloom
