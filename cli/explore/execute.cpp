// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace petriloom::cli::explore {

namespace {

/// A session for a thread: progress is shown by one.
void prepare(Session& own, const Session& session) {
  own.status.be_quiet();
  own.roots = session.roots;
  own.standard_input = session.standard_input;
}

class Execution {
 public:
  Execution(const Question& question, const Execute& how, Journal& journal, Session& session)
      : question_(question), how_(how), journal_(journal), session_(session), rows_(question.sweep.size()) {}

  Executed run();

 private:
  void work();
  std::optional<std::size_t> take();
  void finish(Row row);

  const Question& question_;
  const Execute& how_;
  Journal& journal_;
  Session& session_;
  InputFiles files_;
  std::mutex mutex_;
  std::vector<std::optional<Row>> rows_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::atomic<bool> stopped_ = false;
};

std::optional<std::size_t> Execution::take() {
  const std::lock_guard lock(mutex_);
  while (next_ < rows_.size() && rows_[next_]) ++next_;
  if (next_ == rows_.size() || stopped_ || how_.cancelled()) return std::nullopt;
  return next_++;
}

void Execution::finish(Row row) {
  const std::lock_guard lock(mutex_);
  journal_.add(row);
  const std::size_t point = row.point;
  rows_[point] = std::move(row);
  session_.status.progress(fmt::format("{} of {} points", ++done_, rows_.size()));
}

void Execution::work() {
  Session own;
  prepare(own, session_);
  while (const auto point = take()) {
    auto row = evaluate(question_, *point, files_, own);
    // Where one has no memory, others will not have it either.
    if (!row) stopped_ = true;
    if (row) finish(std::move(*row));
  }
}

Executed Execution::run() {
  for (Row& row : journal_.open()) {
    if (row.point >= rows_.size()) continue;
    done_ += rows_[row.point] ? 0U : 1U;
    rows_[row.point] = std::move(row);
  }
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 1; k < std::min(how_.jobs, rows_.size() - done_); ++k) threads.emplace_back([this] { work(); });
    work();
  }
  session_.status.clear();
  Executed executed;
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

}  // namespace petriloom::cli::explore
