// SPDX-License-Identifier: Apache-2.0
// Independent replications of one net, on threads and other processes that each take the next
// number.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/course/run.h"
#include "engine/fluid/hybrid_net.h"
#include "engine/simulate/engine_choice.h"
#include "engine/simulate/master_worker.h"
#include "engine/simulate/simulate.h"
#include "engine/simulate/work_queue.h"

namespace petriloom {

class Replications {
 public:
  /// On `options.jobs` threads at most. `net` and `options` must outlive it.
  Replications(const Net& net, const SimulationOptions& options);
  Replications(const Replications&) = delete;
  Replications& operator=(const Replications&) = delete;
  /// Tells other processes that there is nothing more to be done.
  ~Replications();

  /// Runs those of the numbers first, first + 1 ...; what goes wrong in one is in its diagnostics.
  void run(std::uint64_t first, std::uint64_t count);
  /// Of the last call, by number of the replication, so that threads do not change the order. Those
  /// that were not run because all was cancelled have no measures.
  [[nodiscard]] std::vector<ReplicationResult>& results() { return results_; }
  /// Other processes that were lost; their replications were run again.
  [[nodiscard]] std::vector<std::size_t> lost_ranks() const { return master_ ? master_->lost() : std::vector<std::size_t>(); }
  /// Whether the engine that is asked for runs the net.
  [[nodiscard]] bool as_asked() const { return options_.engine != Engine::counts || choice_.plan() != nullptr; }
  /// Which engine runs the net, and why, in one sentence.
  [[nodiscard]] std::string engine() const { return choice_.why(); }
  /// In a process of a rank above 0: works for rank 0 until that has no more work.
  void serve();

 private:
  /// Where a replication's progress and result go.
  struct Home {
    std::function<void(std::uint64_t, Paused)> note;
    std::function<void(std::uint64_t, ReplicationResult)> finish;
  };
  void work();
  void run_one(const WorkQueue::Task& task, const Home& home);
  [[nodiscard]] std::unique_ptr<Run> make_run(const WorkQueue::Task& task, const SimulationOptions& options,
                                              TraceSink* trace) const;
  ReplicationResult lead(const WorkQueue::Task& task, const SimulationOptions& options, TraceSink* trace, const Home& home);
  bool on_counts_from(std::unique_ptr<Run>& run, const SimulationOptions& options, std::uint64_t number) const;
  std::shared_ptr<const CompiledTransitions> compiled();
  bool cancelled();

  const Net& net_;
  const SimulationOptions& options_;
  const Worker* worker_ = nullptr;
  std::mutex mutex_;
  std::once_flag compiled_once_;
  std::shared_ptr<const CompiledTransitions> compiled_;
  EngineChoice choice_;                     // after what `cancelled` looks at
  std::optional<fluid::HybridNet> hybrid_;  // of a net with fluid places
  WorkQueue work_queue_;
  std::optional<Master> master_;
  std::vector<ReplicationResult> results_;
};

}  // namespace petriloom
