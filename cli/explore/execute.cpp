// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/simulate/master_worker.h"

namespace petriloom::cli::explore {

namespace {

/// A session for a thread: progress is shown by one.
void prepare(Session& own, const Session& session) {
  own.status.be_quiet();
  own.roots = session.roots;
  own.standard_input = session.standard_input;
}

/// The points, which threads of this process and other processes take.
class Execution final : public RankTasks {
 public:
  Execution(const Question& question, const Execute& how, Journal& journal, Session& session)
      : question_(question), how_(how), journal_(journal), session_(session), rows_(question.sweep.size()) {}

  Executed run();

  std::optional<Task> take_away() override;
  void give_back(std::uint64_t number) override;
  void note(std::uint64_t /*number*/, std::string_view /*text*/) override {}
  void finish(std::uint64_t number, std::string_view text) override;
  [[nodiscard]] bool settled() override;

 private:
  void resume();
  void work();
  std::optional<std::size_t> take();
  std::optional<std::size_t> next();
  [[nodiscard]] bool stopped() const { return stopped_ || how_.cancelled(); }
  [[nodiscard]] bool nothing_left() const { return running_ == 0 && (stopped() || (given_back_.empty() && next_ == rows_.size())); }
  void keep(std::optional<Row> row);

  const Question& question_;
  const Execute& how_;
  Journal& journal_;
  Session& session_;
  InputFiles files_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::optional<Row>> rows_;
  std::vector<std::size_t> given_back_;
  std::size_t next_ = 0;     // no point before it is open, but for those given back
  std::size_t running_ = 0;  // here and elsewhere
  std::size_t done_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// The next point that nobody has; the mutex is held.
std::optional<std::size_t> Execution::next() {
  if (stopped()) return std::nullopt;
  std::optional<std::size_t> point;
  if (!given_back_.empty()) {
    point = given_back_.back();
    given_back_.pop_back();
  } else {
    while (next_ < rows_.size() && rows_[next_]) ++next_;
    if (next_ < rows_.size()) point = next_++;
  }
  running_ += point ? 1U : 0U;
  return point;
}

/// The next point for a thread here; waits while another process may yet be lost.
std::optional<std::size_t> Execution::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (const auto point = next()) return point;
    if (how_.messenger == nullptr || nothing_left()) return std::nullopt;
    // The flag of Ctrl-C wakes nobody.
    changed_.wait_for(lock, std::chrono::milliseconds(100));
  }
}

std::optional<RankTasks::Task> Execution::take_away() {
  const std::lock_guard lock(mutex_);
  const auto point = next();
  return point ? std::optional(Task{*point, {}}) : std::nullopt;
}

void Execution::give_back(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  --running_;
  given_back_.push_back(number);
  changed_.notify_all();
}

void Execution::finish(std::uint64_t /*number*/, std::string_view text) { keep(read_row(text)); }

bool Execution::settled() {
  const std::lock_guard lock(mutex_);
  return nothing_left();
}

/// Takes what came of a point. Where one was called off or has no memory, others will not do
/// better.
void Execution::keep(std::optional<Row> row) {
  const std::lock_guard lock(mutex_);
  --running_;
  changed_.notify_all();
  if (!row) {
    stopped_ = true;
    return;
  }
  journal_.add(*row);
  const std::size_t point = row->point;
  rows_.at(point) = std::move(*row);
  session_.status.progress(fmt::format("{} of {} points", ++done_, rows_.size()));
}

void Execution::work() {
  Session own;
  prepare(own, session_);
  while (const auto point = take()) keep(evaluate(question_, *point, files_, own));
}

void Execution::resume() {
  for (Row& row : journal_.open()) {
    if (row.point >= rows_.size()) continue;
    done_ += rows_[row.point] ? 0U : 1U;
    rows_[row.point] = std::move(row);
  }
}

Executed Execution::run() {
  resume();
  Executed executed;
  {
    std::vector<std::jthread> threads;
    const std::size_t wanted = std::min(how_.jobs, std::max<std::size_t>(1, rows_.size() - done_));
    for (std::size_t k = how_.messenger == nullptr ? 1 : 0; k < wanted; ++k) threads.emplace_back([this] { work(); });
    if (how_.messenger == nullptr) {
      work();
    } else {
      Master master(*how_.messenger, how_.patience);
      master.run(*this, how_.cancelled);
      master.end();
      executed.lost = master.lost();
    }
  }
  session_.status.clear();
  for (std::optional<Row>& row : rows_) {
    if (row) executed.rows.push_back(std::move(*row));
  }
  executed.whole = executed.rows.size() == rows_.size();
  return executed;
}

}  // namespace

Executed execute(const Question& question, const Execute& how, Journal& journal, Session& session) {
  return Execution(question, how, journal, session).run();
}

void serve(const Question& question, const Execute& how, const Session& session) {
  Worker worker(how.jobs, *how.messenger);
  Question own = question;
  own.simulation.cancelled = [&] { return worker.stopped() || how.cancelled(); };
  InputFiles files;
  worker.serve([&](const RankTasks::Task& task) {
    Session of_thread;
    prepare(of_thread, session);
    const auto row = evaluate(own, task.number, files, of_thread);
    worker.finish(task.number, row ? write_row(*row) : "");
  });
}

void dismiss(const Execute& how) {
  if (how.messenger != nullptr) Master(*how.messenger, how.patience).end();
}

}  // namespace petriloom::cli::explore
