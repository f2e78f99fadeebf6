// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/worker_times.h"

#include <algorithm>

namespace petriloom {

namespace {

constexpr auto index_of(WorkerState state) { return static_cast<std::size_t>(state); }

}  // namespace

std::string_view name_of(WorkerState state) {
  constexpr std::array<std::string_view, kWorkerStates> kNames{"running", "team", "data", "policy", "dependency", "no task"};
  return kNames[index_of(state)];
}

WorkerTimesRecorder::WorkerTimesRecorder(const Net& net, const TaskNet& tasks)
    : net_(net),
      tasks_(tasks),
      first_(net.colours[tasks.worker].low),
      pool_(&net.pool),
      where_(net, tasks),
      workers_(net.colours[tasks.worker].size()),
      kept_(workers_.size()) {
  for (const InitialTokens& some : net[tasks.ready].initial) add_ready(some.colour, some.count);
}

void WorkerTimesRecorder::add_ready(Word task, std::int64_t count) {
  ready_ += count;
  for (std::size_t w = 0; w < workers_.size(); ++w) {
    if (!where_.on(task, first_ + static_cast<Word>(w))) continue;
    Worker& worker = workers_[w];
    worker.ready += count;
    // What had no task waited for this one. Nothing has been added since, if the task goes.
    worker.seconds[index_of(WorkerState::dependency)] += worker.seconds[index_of(WorkerState::no_task)];
    worker.seconds[index_of(WorkerState::no_task)] = 0;
  }
}

WorkerState WorkerTimesRecorder::state_of(const Worker& worker) const {
  const auto runs = [&](Word task) { return runs_now_.contains(task); };
  if (!worker.running.empty() || std::any_of(worker.joined.begin(), worker.joined.end(), runs)) return WorkerState::running;
  if (!worker.joined.empty()) return WorkerState::team;
  if (worker.taken > 0) return WorkerState::data;
  // Whether tasks remain is known when another one is released, or never.
  return worker.ready > 0 ? WorkerState::policy : WorkerState::no_task;
}

void WorkerTimesRecorder::advance(double now) {
  if (!(now > now_)) return;
  for (Worker& worker : workers_) worker.seconds[index_of(state_of(worker))] += now - now_;
  now_ = now;
}

void WorkerTimesRecorder::keep(double now) {
  result_.makespan = now;
  for (std::size_t w = 0; w < workers_.size(); ++w) kept_[w] = workers_[w].seconds;
}

Word WorkerTimesRecorder::part(PlaceId place, Word colour, std::size_t k) const {
  return net_.colours.component(net_[place].colour, colour, k, *pool_);
}

WorkerTimesRecorder::Worker& WorkerTimesRecorder::worker_of(PlaceId place, Word colour, std::size_t k) {
  return workers_[static_cast<std::size_t>(part(place, colour, k) - first_)];
}

void WorkerTimesRecorder::fired(double, TransitionId transition, std::span<const Word>, const WordPool& pool) {
  pool_ = &pool;
  by_policy_ = tasks_.policy[transition.index()];
}

void WorkerTimesRecorder::put(double now, double, PlaceId place, Word colour, std::int64_t count) {
  if (place == tasks_.ready) {
    advance(now);
    add_ready(colour, count);
  } else if (place == tasks_.taken) {
    advance(now);
    add_ready(part(place, colour, 1), -count);
    worker_of(place, colour, 0).taken += count;
  } else if (place == tasks_.running) {
    advance(now);
    Worker& worker = worker_of(place, colour, 0);
    const Word task = part(place, colour, 1);
    --worker.taken;
    worker.running.emplace_back(task, now);
    ++runs_now_[task];
  } else if (place == tasks_.joined) {
    advance(now);
    worker_of(place, colour, 1).joined.push_back(part(place, colour, 0));
  }
}

void WorkerTimesRecorder::end_task(double now, Worker& worker, Word who, Word task) {
  const auto found = std::find_if(worker.running.begin(), worker.running.end(), [&](const auto& one) { return one.first == task; });
  if (found == worker.running.end()) return;
  result_.runs.push_back({task, who, found->second, now});
  worker.running.erase(found);
  ++worker.tasks;
  if (--runs_now_[task] == 0) runs_now_.erase(task);
  keep(now);
}

void WorkerTimesRecorder::taken(double now, double, PlaceId place, Word colour, std::int64_t count) {
  if (place == tasks_.ready) {
    advance(now);
    if (!by_policy_) add_ready(colour, -count);
  } else if (place == tasks_.running) {
    advance(now);
    end_task(now, worker_of(place, colour, 0), part(place, colour, 0), part(place, colour, 1));
  } else if (place == tasks_.joined) {
    advance(now);
    std::vector<Word>& joined = worker_of(place, colour, 1).joined;
    const auto found = std::find(joined.begin(), joined.end(), part(place, colour, 0));
    if (found != joined.end()) joined.erase(found);
  }
}

void WorkerTimesRecorder::finish(double now) {
  if (!runs_now_.empty()) {
    advance(now);
    keep(now);
  }
  result_.cut_off = ready_ > 0 || !runs_now_.empty() ||
                    std::any_of(workers_.begin(), workers_.end(), [](const Worker& worker) { return worker.taken > 0; });
}

WorkerTimes WorkerTimesRecorder::take() {
  for (std::size_t w = 0; w < workers_.size(); ++w) {
    const std::string name = worker_name(net_, tasks_, first_ + static_cast<Word>(w));
    result_.workers.push_back({name, workers_[w].tasks, kept_[w]});
    if (!result_.cut_off) continue;
    auto& seconds = result_.workers.back().seconds;
    seconds[index_of(WorkerState::dependency)] += seconds[index_of(WorkerState::no_task)];
    seconds[index_of(WorkerState::no_task)] = 0;
  }
  return std::move(result_);
}

}  // namespace petriloom
