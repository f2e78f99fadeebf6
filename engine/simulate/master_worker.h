// SPDX-License-Identifier: Apache-2.0
// Tasks on many machines: rank 0 hands out numbers, the others run them. Who runs what does not
// change a result.
//
// Messages are a line and a text: from rank 0 "task N" with its state, "stop" (end what runs),
// "end" (no more work); to rank 0 "ready" (one thread more has nothing to do), "state N" (how far
// it is), "result N" (which also says ready), "alive". A rank that has been silent for too long is
// lost, and others get its numbers; "leave" is an "end" that does not wait for it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <vector>

#include "engine/simulate/messenger.h"
#include "engine/simulate/rank_tasks.h"

namespace petriloom {

/// The side of rank 0.
class Master {
 public:
  /// `patience`: s of silence after which a rank is lost.
  Master(Messenger& messenger, double patience);

  /// Hands out what is to be done until all of it is settled. `cancelled` (may be
  /// empty) tells the others to stop too.
  void run(RankTasks& tasks, const std::function<bool()>& cancelled);
  /// Tells the others that there is no more work.
  void end();
  /// Ranks that were lost, ascending.
  [[nodiscard]] std::vector<std::size_t> lost() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Rank {
    Clock::time_point heard = Clock::now();
    std::size_t idle = 0;
    bool lost = false;
    std::set<std::uint64_t> tasks;
  };
  void hear(const Messenger::Message& message, RankTasks& tasks);
  void hand_out(RankTasks& tasks);
  void watch(RankTasks& tasks);

  Messenger& messenger_;
  Clock::duration patience_;
  std::vector<Rank> ranks_;
  std::optional<Clock::time_point> stopping_;  // since when
};

/// The side of the others.
class Worker {
 public:
  Worker(std::size_t jobs, Messenger& messenger) : jobs_(jobs), messenger_(messenger) {}

  /// Runs `work(task)` for every task that comes, on so many threads, until rank 0 says that there
  /// is no more.
  void serve(const std::function<void(const RankTasks::Task&)>& work);
  /// Called by `work`: how far it is, and what came out.
  void note(std::uint64_t number, std::string_view text);
  void finish(std::uint64_t number, std::string_view text);
  /// Whether rank 0 has told everybody to stop.
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  std::optional<RankTasks::Task> take();
  bool hear(const std::string& text);
  void say(std::string text);

  const std::size_t jobs_;
  Messenger& messenger_;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<RankTasks::Task> tasks_;
  std::vector<std::string> sayings_;
  bool ended_ = false;
};

}  // namespace petriloom
