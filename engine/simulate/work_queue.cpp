// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/work_queue.h"

#include <algorithm>

namespace petriloom {

WorkQueue::WorkQueue(const Net& net, const SimulationOptions& options, std::function<bool()> cancelled)
    : net_(net), options_(options), cancelled_(std::move(cancelled)) {
  if (options.checkpoint != nullptr && options.checkpoint->resume != nullptr) book_ = *options.checkpoint->resume;
  if (options.checkpoint != nullptr) book_.settings = options.checkpoint->settings;
  before_ = book_.seconds;
}

void WorkQueue::open(std::uint64_t first, std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  for (std::uint64_t number = first; number < first + count; ++number) {
    if (!book_.finished.contains(number)) open_.insert(open_.end(), number);
  }
}

bool WorkQueue::nothing_left() const { return noted_.empty() && away_.empty() && (open_.empty() || cancelled_()); }

std::optional<WorkQueue::Task> WorkQueue::next(bool here) {
  if (cancelled_()) return std::nullopt;
  const auto at = std::find_if(open_.begin(), open_.end(), [here](std::uint64_t number) { return here || number != 0; });
  if (at == open_.end()) return std::nullopt;
  const std::uint64_t number = *at;
  open_.erase(at);
  Task task{number, {}};
  if (const auto paused = book_.running.find(number); paused != book_.running.end()) task.from = paused->second;
  return task;
}

std::optional<WorkQueue::Task> WorkQueue::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    std::optional<Task> task = next(true);
    if (task) {
      noted_[task->number] = period();
      return task;
    }
    if (nothing_left()) break;
    // The flag of Ctrl-C wakes nobody.
    changed_.wait_for(lock, std::chrono::milliseconds(100));
  }
  changed_.notify_all();
  return std::nullopt;
}

std::optional<WorkQueue::Task> WorkQueue::take_away() {
  const std::lock_guard lock(mutex_);
  std::optional<Task> task = next(false);
  if (task) away_.insert(task->number);
  return task;
}

void WorkQueue::give_back(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  if (away_.erase(number) > 0) open_.insert(number);
  changed_.notify_all();
}

void WorkQueue::note(std::uint64_t number, Paused paused) {
  const std::lock_guard lock(mutex_);
  book_.running[number] = std::move(paused);
  if (const auto here = noted_.find(number); here != noted_.end()) here->second = period();
  write_if_due();
}

void WorkQueue::finish(std::uint64_t number, ReplicationResult result) {
  const std::lock_guard lock(mutex_);
  if (result.ended != Ended::cancelled) book_.running.erase(number);
  book_.finished[number] = std::move(result);
  ++over_;
  if (options_.finished) options_.finished(over_);
  noted_.erase(number);
  away_.erase(number);
  write_if_due();
  changed_.notify_all();
}

bool WorkQueue::settled() {
  const std::lock_guard lock(mutex_);
  return nothing_left();
}

std::vector<ReplicationResult> WorkQueue::results(std::uint64_t first, std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  std::vector<ReplicationResult> results(count);
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto found = book_.finished.find(first + k);
    if (found == book_.finished.end()) {
      results[k].ended = Ended::cancelled;
    } else if (options_.checkpoint != nullptr) {
      results[k] = found->second;
    } else {
      results[k] = std::move(found->second);
      book_.finished.erase(found);
    }
  }
  return results;
}

std::uint64_t WorkQueue::period() const {
  if (options_.checkpoint == nullptr) return 0;
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  return static_cast<std::uint64_t>(passed / options_.checkpoint->every);
}

void WorkQueue::write_if_due() {
  if (period() <= written_) return;
  const bool all = std::all_of(noted_.begin(), noted_.end(), [this](const auto& one) { return one.second > written_; });
  if (all) write_now();
}

void WorkQueue::write() {
  const std::lock_guard lock(mutex_);
  write_now();
}

void WorkQueue::write_now() {
  if (options_.checkpoint == nullptr || !options_.checkpoint->write) return;
  written_ = period();
  book_.seconds = before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  options_.checkpoint->write(write_checkpoint(net_, book_));
}

}  // namespace petriloom
