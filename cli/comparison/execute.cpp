// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <new>
#include <thread>

#include "analysis/structural/endless.h"
#include "cli/claims/points.h"
#include "cli/comparison/answer.h"
#include "cli/comparison/cache.h"
#include "cli/load/load.h"
#include "cli/load/run_section.h"
#include "cli/simulation/endless.h"
#include "engine/simulate/chance.h"
#include "engine/text/quote.h"

namespace petriloom::cli::claims {

namespace {

/// A net that is read, and what it will be asked.
struct Task {
  std::size_t run = 0;
  std::size_t point = 0;
  std::optional<Net> net;
  Asking asking;
  std::string key;
  std::optional<Answer> answer;
};

/// Asks; memory that is not given leaves figures without values, in whatever thread.
Answer answer_within_memory(const Net& net, const Asking& asking) {
  try {
    return answer(net, asking);
  } catch (const std::bad_alloc&) {
    Answer none{{}, {}, false};
    none.figures.resize(asking.figures.size());
    for (FigureValue& figure : none.figures) figure.missing = "the memory limit was reached";
    return none;
  }
}

class Execution {
 public:
  Execution(const Claims& claims, const ExecuteOptions& options, Session& session)
      : claims_(claims), options_(options), session_(session), cache_(options.cache) {}

  Executed execute();

 private:
  void read(std::size_t run);
  std::optional<Task> prepare(std::size_t run, std::size_t point, const std::vector<std::size_t>& at);
  bool set_end(const Run& run, const RunAt& run_at, const LoadOptions& load, Task& task);
  void work();
  void take(Task& task);
  void error(const Location& where, const std::string& message, const std::string& help = {});

  const Claims& claims_;
  const ExecuteOptions& options_;
  Session& session_;
  const Cache cache_;
  Executed result_;
  Diagnostics mistakes_;
  std::vector<Task> tasks_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
};

void Execution::error(const Location& where, const std::string& message, const std::string& help) {
  mistakes_.error(where, message, help);
}

/// Says when a simulation ends. False, and reported, if it never would.
bool Execution::set_end(const Run& run, const RunAt& run_at, const LoadOptions& load, Task& task) {
  SimulationOptions& simulation = task.asking.simulation;
  if (run.question == Question::simulate && is_description(run_at.path, session_))
    apply_run_section(run_at.path, load, simulation, session_);
  if (run_at.settings.until) simulation.until = *run_at.settings.until;
  if (run_at.settings.replications) simulation.replications = *run_at.settings.replications;
  simulation.seed = run.seed;
  if (!has_chance(*task.net)) simulation.replications = 1;
  if (run.question != Question::simulate) return true;
  if (limit_untimed(*task.net, simulation) || has_end(*task.net, simulation) || options_.seconds > 0) return true;
  constexpr std::uint64_t kMostMarkings = 1'000;
  const auto why = never_ends(*task.net, kMostMarkings, options_.cancelled);
  if (why) error(run.where, fmt::format("nothing ends the run {}: {}", quote(run.name), *why), "`until: TIME` says when it ends");
  return !why;
}

/// Reads the net of one point; nothing, and reported, if something is wrong.
std::optional<Task> Execution::prepare(std::size_t run_number, std::size_t point, const std::vector<std::size_t>& at) {
  const Run& run = claims_.runs[run_number];
  const RunAt run_at = claims::run_at(claims_, run, at, options_.quick);
  const std::string where = point_text(claims_, run.axes, at);
  LoadOptions load;
  load.scenario = run.scenario;
  load.constants = run_at.set;
  if (run.question == Question::verify && run.figures.empty()) return std::nullopt;
  ReadResult read = read_any(run_at.path, load, session_);
  if (!read.net || read.net->scenario != run.scenario) {
    const std::string of = where.empty() ? "" : " at " + where;
    error(run.net.where, read.net ? fmt::format("there is no scenario {}", quote(run.scenario))
                                  : fmt::format("the net of the run {}{} cannot be read", quote(run.name), of));
    result_.messages.push_back({read.sources, std::move(read.diagnostics)});
    return std::nullopt;
  }
  Task task{run_number, point, std::move(read.net), {}, {}, std::nullopt};
  Asking& asking = task.asking;
  asking.question = run.question;
  asking.figures = run.figures;
  asking.urgent = run.urgent;
  asking.seconds = options_.seconds;
  asking.bytes = options_.bytes;
  asking.cancelled = options_.cancelled;
  const std::size_t errors = mistakes_.error_count();
  check_figures(*task.net, asking, mistakes_);
  if (mistakes_.error_count() > errors || !set_end(run, run_at, load, task)) return std::nullopt;
  task.key = options_.cache.empty() ? "" : cache_key(*task.net, asking);
  auto kept = cache_.find(task.key);
  if (!kept || kept->size() != run.figures.size()) return task;
  // What is kept needs no net, and nets may be large.
  task.answer = Answer{std::move(*kept), {}, true};
  task.net.reset();
  ++result_.kept;
  return task;
}

/// Reads the nets of a run; after a mistake the others, which likely have it, too, are left alone.
void Execution::read(std::size_t run) {
  const auto points = points_of(claims_, claims_.runs[run].axes);
  for (std::size_t k = 0; k < points.size(); ++k) result_.figures[run].push_back({points[k], {}, "the run was stopped"});
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (options_.cancelled && options_.cancelled()) return;
    auto task = prepare(run, k, points[k]);
    if (!task) return;
    tasks_.push_back(std::move(*task));
  }
}

/// Takes over what a task gave.
void Execution::take(Task& task) {
  const Run& run = claims_.runs[task.run];
  Point& point = result_.figures[task.run][task.point];
  const std::string where = point_text(claims_, run.axes, point.at);
  const std::string name = run.name + (where.empty() ? "" : " at " + where);
  point.missing.clear();
  point.figures = std::move(task.answer->figures);
  for (std::size_t k = 0; k < point.figures.size(); ++k) {
    FigureValue& figure = point.figures[k];
    if (!figure.missing.empty()) figure.missing = fmt::format("{}: {}: {}", name, run.figures[k].name, figure.missing);
  }
  if (!task.answer->diagnostics.has_errors()) return;
  error(run.net.where, fmt::format("the run {} ends with an error", quote(name)));
  result_.messages.push_back({task.net->sources, std::move(task.answer->diagnostics)});
}

/// What a thread does: one task after the other. The order in which they end must not show, so that
/// what they gave waits for all.
void Execution::work() {
  for (std::size_t k = next_++; k < tasks_.size(); k = next_++) {
    Task& task = tasks_[k];
    if (task.answer || (options_.cancelled && options_.cancelled())) continue;
    // Threads that no run needs make replications.
    task.asking.simulation.jobs = std::max<std::size_t>(1, options_.jobs / tasks_.size());
    task.answer = answer_within_memory(*task.net, task.asking);
    std::string problem;
    if (task.answer->diagnostics.has_errors()) continue;  // its messages point into the net
    if (task.answer->whole) problem = cache_.keep(task.key, task.answer->figures);
    task.net.reset();
    const std::lock_guard lock(mutex_);
    if (!problem.empty()) session_.status.note("petriloom compare: --cache: " + problem);
    session_.status.progress(fmt::format("{} of {} runs", ++result_.made + result_.kept, tasks_.size()));
  }
}

Executed Execution::execute() {
  result_.figures.resize(claims_.runs.size());
  for (const std::size_t run : options_.runs) read(run);
  if (!mistakes_.has_errors() && !options_.only_read) {
    std::vector<std::thread> threads;
    for (std::size_t k = 1; k < std::min(options_.jobs, tasks_.size()); ++k) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    for (Task& task : tasks_) {
      if (task.answer) take(task);
    }
  }
  session_.status.clear();
  if (mistakes_.has_errors()) result_.messages.insert(result_.messages.begin(), {claims_.sources, std::move(mistakes_)});
  return std::move(result_);
}

}  // namespace

bool Executed::has_errors() const {
  return std::any_of(messages.begin(), messages.end(), [](const Messages& one) { return one.diagnostics.has_errors(); });
}

Executed execute(const Claims& claims, const ExecuteOptions& options, Session& session) {
  return Execution(claims, options, session).execute();
}

}  // namespace petriloom::cli::claims
