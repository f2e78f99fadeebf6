// SPDX-License-Identifier: Apache-2.0
// Independent replications of one net, run on threads that each take the next number.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "engine/run/flat_net.h"
#include "engine/run/replication.h"
#include "engine/run/simulate.h"

namespace petriloom {

class Replications {
 public:
  /// Takes `options.replications` runs, on `options.jobs` threads at most. `net` and `options` must outlive it.
  Replications(const Net& net, const SimulationOptions& options);

  /// Runs all of them; what goes wrong in one is in its diagnostics.
  void run();
  /// By number of the replication, so that threads do not change the order.
  [[nodiscard]] std::vector<ReplicationResult>& results() { return results_; }

 private:
  void work();
  void run_one(std::size_t number);
  bool cancelled();

  const Net& net_;
  const SimulationOptions& options_;
  std::optional<FlatNet> flat_;
  std::vector<ReplicationResult> results_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
};

}  // namespace petriloom
