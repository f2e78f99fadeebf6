// SPDX-License-Identifier: Apache-2.0
// Keeps the books on replications: which are to be run, who runs them, how far they are, and what
// came out. Shared by the threads of this process and the processes that work for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

#include "engine/simulate/checkpoint.h"

namespace petriloom {

class WorkQueue {
 public:
  /// Begins with what `options.checkpoint` resumes. Both must outlive it. `cancelled`: whether
  /// nothing more is to be begun.
  WorkQueue(const Net& net, const SimulationOptions& options, std::function<bool()> cancelled);

  /// The numbers first, first + 1 ... are to be run, but for those that are finished.
  void open(std::uint64_t first, std::uint64_t count);
  struct Task {
    std::uint64_t number = 0;
    Paused from;
  };
  /// The next task for a thread of this process; waits while others may yet give one back. Empty:
  /// all is done.
  std::optional<Task> take();
  /// The next task for another process: never replication 0, whose trace and progress are those of
  /// this process. Empty: none now.
  std::optional<Task> take_away();
  /// A task that was taken away will not come to an end: it starts from where it was last.
  void give_back(std::uint64_t number);
  /// How far a replication is. Writes the checkpoint if it is time and all threads have said so
  /// since the last one.
  void note(std::uint64_t number, Paused paused);
  /// What came out of a replication.
  void finish(std::uint64_t number, ReplicationResult result);
  /// Whether nothing is left to be done or waited for.
  [[nodiscard]] bool settled();
  /// The results of the numbers first, first + 1 ...; of those that were not run, a cancelled one.
  /// Those that no checkpoint needs are handed over.
  std::vector<ReplicationResult> results(std::uint64_t first, std::uint64_t count);
  /// Counts up whenever the states of replications are due to be noted; 0 for ever if there is no
  /// checkpoint.
  [[nodiscard]] std::uint64_t period() const;
  /// Writes the checkpoint now, if there is to be one.
  void write();

 private:
  std::optional<Task> next(bool here);
  [[nodiscard]] bool nothing_left() const;
  void write_if_due();
  void write_now();

  const Net& net_;
  const SimulationOptions& options_;
  std::function<bool()> cancelled_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  Checkpoint book_;
  std::set<std::uint64_t> open_;  // to be run
  // Run by threads here: the period in which each was noted last.
  std::map<std::uint64_t, std::uint64_t> noted_;
  std::set<std::uint64_t> away_;  // run by other processes
  // Replications, for those who want to know how far it is.
  std::uint64_t over_ = 0;
  std::uint64_t written_ = 0;  // period
  double before_ = 0;          // s of wall time before this process went on
};

}  // namespace petriloom
