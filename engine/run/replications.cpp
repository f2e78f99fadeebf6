// SPDX-License-Identifier: Apache-2.0
#include "engine/run/replications.h"

#include <algorithm>
#include <thread>

namespace petriloom {

Replications::Replications(const Net& net, const SimulationOptions& options)
    : net_(net), options_(options), results_(options.replications) {}

void Replications::run() {
  const std::size_t threads = std::clamp<std::size_t>(options_.jobs, 1, std::max<std::size_t>(results_.size(), 1));
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < threads; ++k) others.emplace_back([this] { work(); });
  work();
}

void Replications::work() {
  for (;;) {
    const std::size_t number = next_.fetch_add(1);
    if (number >= results_.size()) return;
    run_one(number);
  }
}

void Replications::run_one(std::size_t number) {
  SimulationOptions options = options_;
  if (options_.cancelled) options.cancelled = [this] { return cancelled(); };
  try {
    results_[number] = Replication(net_, options, number, number == 0 ? options_.trace : nullptr).run();
  } catch (const EvalError& error) {
    results_[number].diagnostics.error(error.where(), error.what());
  }
}

bool Replications::cancelled() {
  const std::lock_guard lock(mutex_);
  return options_.cancelled();
}

}  // namespace petriloom
