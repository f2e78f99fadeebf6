// SPDX-License-Identifier: Apache-2.0
#include "engine/run/replications.h"

#include <algorithm>
#include <thread>

#include "engine/run/flat_replication.h"

namespace petriloom {

Replications::Replications(const Net& net, const SimulationOptions& options)
    : net_(net), options_(options), results_(options.replications) {
  if (options.engine == Engine::flat || (options.engine == Engine::fastest && options.trace == nullptr)) flat_ = flatten(net);
}

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
    TraceSink* trace = number == 0 ? options_.trace : nullptr;
    results_[number] =
        flat_ ? FlatReplication(net_, *flat_, options, number, trace).run() : Replication(net_, options, number, trace).run();
  } catch (const EvalError& error) {
    results_[number].diagnostics.error(error.where(), error.what());
  }
}

bool Replications::cancelled() {
  const std::lock_guard lock(mutex_);
  return options_.cancelled();
}

}  // namespace petriloom
