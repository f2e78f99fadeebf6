// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/replications.h"

#include <algorithm>
#include <new>
#include <thread>

#include "engine/coloured/loop_cycle.h"
#include "engine/coloured/replication.h"
#include "engine/counts/replication.h"
#include "engine/fluid/replication.h"
#include "engine/leap/replication.h"
#include "engine/questions/fluid.h"
#include "engine/simulate/engines.h"
#include "engine/simulate/token_teller.h"
#include "engine/state/run_state_text.h"
#include "engine/text/thread_clock.h"

namespace petriloom {

namespace {

constexpr std::uint64_t kStepsBetweenLooks = 1024;  // at the clock

// A run on coloured tokens has a pool that holds every list, tuple and string that was ever made,
// also those that no token is any more. A state holds colours by value, so that a run that goes on
// from one has a pool of what there is then (docs/limits.md). When that is done depends on the run
// alone, and what comes out does not depend on it.
class PoolWatch {
 public:
  explicit PoolWatch(std::uint64_t bytes) : renewed_(bytes), last_(bytes) {}
  /// Whether most of so many bytes may well be of use no more.
  bool full(std::uint64_t bytes) {
    constexpr std::uint64_t kMuch = std::uint64_t{1} << 20U;  // for one piece of a run
    steps_ = bytes - last_ > kMuch ? std::max<std::uint64_t>(steps_ / 2, 1) : std::min(steps_ * 2, kStepsBetweenLooks);
    last_ = bytes;
    return bytes > kFew && bytes / 2 > renewed_;
  }
  void renewed(std::uint64_t bytes) { renewed_ = last_ = bytes; }
  /// How many steps the next piece may have, so that the pool cannot become much larger unseen.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  static constexpr std::uint64_t kFew = std::uint64_t{16} << 20U;
  std::uint64_t renewed_;
  std::uint64_t last_;
  std::uint64_t steps_ = 1;
};

/// The state that a task starts from, if not the initial one. Throws StateError.
std::optional<RunState> start_of(const Net& net, const SimulationOptions& options, const Paused& from) {
  if (from.state.empty()) return options.from != nullptr ? std::optional(*options.from) : std::nullopt;
  std::string problem;
  std::optional<RunState> state = read_run_state(net, from.state, problem);
  if (!state) throw StateError(problem);
  return state;
}

/// Null if counts cannot say what the state has.
template <class CountsRun, class Trace>
std::unique_ptr<Run> started(const Net& net, const counts::Plan& plan, const SimulationOptions& options, std::uint64_t number,
                             Trace& trace, const std::optional<RunState>& start) {
  auto run = std::make_unique<CountsRun>(net, plan, options, number, trace);
  if (start && !run->load(*start)) return nullptr;
  return run;
}

/// Replications as other processes are told of them.
class RemoteReplications final : public RankTasks {
 public:
  RemoteReplications(const Net& net, WorkQueue& queue) : net_(net), queue_(queue) {}
  std::optional<Task> take_away() override {
    std::optional<WorkQueue::Task> task = queue_.take_away();
    return task ? std::optional(Task{task->number, std::move(task->from.state)}) : std::nullopt;
  }
  void give_back(std::uint64_t number) override { queue_.give_back(number); }
  void note(std::uint64_t number, std::string_view text) override { queue_.note(number, {std::string(text), {}}); }
  void finish(std::uint64_t number, std::string_view text) override { queue_.finish(number, read_result(net_, text)); }
  [[nodiscard]] bool settled() override { return queue_.settled(); }

 private:
  const Net& net_;
  WorkQueue& queue_;
};

std::unique_ptr<Run> run_on_counts(const Net& net, const counts::Plan& plan, const SimulationOptions& options, std::uint64_t number,
                                   TraceSink* trace, const std::optional<RunState>& start) {
  if (trace == nullptr) return started<counts::Replication>(net, plan, options, number, trace, start);
  return started<TracedCounts>(net, plan, options, number, *trace, start);
}

}  // namespace

Replications::Replications(const Net& net, const SimulationOptions& options)
    : net_(net),
      options_(options),
      choice_(net, options, [this] { return cancelled(); }),
      work_queue_(net, options, [this] { return cancelled(); }) {
  if (options.leap != nullptr) return;
  if (has_fluid(net)) {
    hybrid_.emplace(fluid::make_hybrid_net(net));
    return;
  }
  if (options.messenger != nullptr && options.messenger->rank() == 0) master_.emplace(*options.messenger, options.patience);
}

Replications::~Replications() {
  if (master_) master_->end();
}

void Replications::run(std::uint64_t first, std::uint64_t count) {
  work_queue_.open(first, count);
  const std::size_t threads = std::clamp<std::size_t>(options_.jobs, 1, std::max<std::size_t>(count, 1));
  {
    std::vector<std::jthread> others;
    for (std::size_t k = master_ ? 0 : 1; k < threads; ++k) others.emplace_back([this] { work(); });
    RemoteReplications remote(net_, work_queue_);
    master_ ? master_->run(remote, [this] { return cancelled(); }) : work();
  }
  if (cancelled()) work_queue_.write();
  results_ = work_queue_.results(first, count);
}

void Replications::work() {
  const Home home{[this](std::uint64_t number, Paused paused) { work_queue_.note(number, std::move(paused)); },
                  [this](std::uint64_t number, ReplicationResult result) { work_queue_.finish(number, std::move(result)); }};
  while (const std::optional<WorkQueue::Task> task = work_queue_.take()) run_one(*task, home);
}

void Replications::serve() {
  Worker worker(options_.jobs, *options_.messenger);
  worker_ = &worker;
  const Home home{
      [&worker](std::uint64_t number, const Paused& paused) { worker.note(number, paused.state); },
      [&worker](std::uint64_t number, const ReplicationResult& result) { worker.finish(number, write_result(result)); }};
  worker.serve([&](const RankTasks::Task& task) { run_one({task.number, {task.text, {}}}, home); });
  worker_ = nullptr;
}

void Replications::run_one(const WorkQueue::Task& task, const Home& home) {
  SimulationOptions options = options_;
  options.cancelled = [this] { return cancelled(); };
  TraceSink* trace = task.number == 0 ? options_.trace : nullptr;
  ReplicationResult result;
  try {
    options.compiled = compiled();
    result = lead(task, options, trace, home);
  } catch (const EvalError& error) {
    result.diagnostics.error(error.where(), error.what());
    result.ended = Ended::error;
  } catch (const StateError& error) {
    result.diagnostics.error({}, error.what());
    result.ended = Ended::error;
  } catch (const LimitReached&) {
    result.ended = Ended::cancelled;
  } catch (const std::bad_alloc&) {
    result.ended = Ended::cancelled;
  }
  home.finish(task.number, std::move(result));
}

// Of a state it is looked at on coloured tokens whether it can be one of the net.
std::unique_ptr<Run> Replications::make_run(const WorkQueue::Task& task, const SimulationOptions& options, TraceSink* trace) const {
  if (options.leap != nullptr) return std::make_unique<leap::Replication>(net_, *options.leap, options, task.number);
  if (hybrid_) return std::make_unique<fluid::Replication>(*hybrid_, options, task.number);
  const std::optional<RunState> start = start_of(net_, options, task.from);
  std::unique_ptr<coloured::Replication> coloured;
  const counts::Plan* const plan = choice_.plan();
  if (start || plan == nullptr) {
    coloured = std::make_unique<coloured::Replication>(net_, options, task.number, trace);
    if (start) coloured->load(*start);
  }
  if (trace != nullptr && !task.from.state.empty()) trace->load(task.from.trace);
  if (plan != nullptr) {
    std::unique_ptr<Run> on_counts = run_on_counts(net_, *plan, options, task.number, trace, start);
    if (on_counts != nullptr) return on_counts;
  }
  return coloured;
}

/// Lets a run on coloured tokens go on on counts, if there is a list of its bindings and counts can
/// say what it has become.
bool Replications::on_counts_from(std::unique_ptr<Run>& run, const SimulationOptions& options, std::uint64_t number) const {
  if (choice_.plan() == nullptr) return false;
  auto on_counts = std::make_unique<counts::Replication>(net_, *choice_.plan(), options, number, nullptr);
  if (!on_counts->load(run->save())) return false;
  run = std::move(on_counts);
  return true;
}

ReplicationResult Replications::lead(const WorkQueue::Task& task, const SimulationOptions& options, TraceSink* trace,
                                     const Home& home) {
  bool may_change = choice_.open();  // the run is on coloured tokens then
  std::unique_ptr<Run> run = make_run(task, options, trace);
  const auto note = [&] {
    home.note(task.number, {write_run_state(net_, run->save()), trace != nullptr ? trace->save().value_or("") : ""});
  };
  PoolWatch watch(run->renewable_bytes());
  for (std::uint64_t period = work_queue_.period();;) {
    if (watch.full(run->renewable_bytes())) {
      const std::function<std::unique_ptr<Run>()> renewal = run->renewal();
      run.reset();
      run = renewal();
      watch.renewed(run->renewable_bytes());
    }
    const double before = may_change ? thread_seconds() : 0;
    if (run->go(watch.steps())) break;
    if (may_change) {
      choice_.spent(thread_seconds() - before);
      may_change = choice_.open();
      if (!may_change && on_counts_from(run, options, task.number)) watch.renewed(run->renewable_bytes());
    }
    if (work_queue_.period() == period) continue;
    note();
    period = work_queue_.period();
  }
  if (run->ended() == Ended::cancelled && options_.checkpoint != nullptr) note();
  ReplicationResult result = run->finish();
  coloured::tell_loop(run->net(), options_, result);
  return result;
}

// What all runs share; the first one makes it. Throws EvalError.
std::shared_ptr<const CompiledTransitions> Replications::compiled() {
  std::call_once(compiled_once_,
                 [this] { compiled_ = std::make_shared<const CompiledTransitions>(hybrid_ ? hybrid_->net : net_); });
  return compiled_;
}

bool Replications::cancelled() {
  if (worker_ != nullptr && worker_->stopped()) return true;
  const std::lock_guard lock(mutex_);
  return options_.cancelled && options_.cancelled();
}

}  // namespace petriloom
