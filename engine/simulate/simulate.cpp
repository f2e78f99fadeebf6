// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/simulate.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "engine/critical_path/recorder.h"
#include "engine/leap/rate_net.h"
#include "engine/measure/derived.h"
#include "engine/questions/fluid.h"
#include "engine/simulate/engines.h"
#include "engine/simulate/messenger.h"
#include "engine/simulate/replications.h"
#include "engine/statistics/statistics.h"
#include "engine/trace/tee.h"

namespace petriloom {

namespace {

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// Runs them in groups. What a group gives is put together before the next one begins, so that
/// memory does not grow with their number; with a precision to reach, the groups are those after
/// which it is looked at.
void run_all(Replications& replications, const SimulationOptions& options, Statistics& statistics,
             std::vector<std::uint64_t>& unfinished) {
  constexpr std::uint64_t kMostTogether = 4096;
  const std::uint64_t all = options.replications;
  const bool precision = !options.statistics.precision.empty() && options.statistics.batches == 0;
  std::uint64_t look = precision ? std::min(all, options.statistics.least_replications) : all;
  for (std::uint64_t done = 0; done < all;) {
    const std::uint64_t count = std::min(look - done, kMostTogether);
    replications.run(done, count);
    for (std::size_t k = 0; k < replications.results().size(); ++k) {
      ReplicationResult& run = replications.results()[k];
      if (run.ended == Ended::cancelled) unfinished.push_back(done + k);
      statistics.add(run);
    }
    done += count;
    if (options.cancelled && options.cancelled()) {
      for (std::uint64_t number = done; number < look; ++number) unfinished.push_back(number);
      return;
    }
    if (done < look) continue;
    if (precision && statistics.precise()) return;
    look = std::min(all, look + look / 4 + 1);
  }
}

// What runs of levels and of leaps cannot do is refused, with what would be lost.
bool goes_with_all(const Net& net, const SimulationOptions& options, Diagnostics& diagnostics) {
  if (options.tau_leap) {
    if (options.messenger != nullptr && !supported(RunKind::leap, Extra::ranks)) {
      diagnostics.error({}, "tau-leaping runs in one process", "simulate on threads of it");
    } else if (const ExtraRow* row = lacking(RunKind::leap, options)) {
      diagnostics.error({}, fmt::format("tau-leaping: {} speaks of single firings", row->what), "simulate without it");
    }
  } else if (has_fluid(net)) {
    if (const ExtraRow* row = lacking(RunKind::fluid, options))
      refuse_fluid(net, fmt::format("{} holds tokens and no levels", row->what), "simulate without it", diagnostics);
  }
  return !diagnostics.has_errors();
}

}  // namespace

SimulationResult simulate(const Net& net, const SimulationOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  SimulationResult result;
  const DerivedMeasures derived(net, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  Statistics statistics(net, options, options.statistics, options.confidence, derived, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  SimulationOptions recorded = options;
  recorded.recording = statistics.plan();
  std::optional<CriticalPathRecorder> path;
  TraceTee told;
  if (options.critical_path) {
    told.add(&path.emplace(net));
    if (options.trace != nullptr) told.add(options.trace);
    recorded.trace = told.sink();
  }
  if (!goes_with_all(net, options, result.diagnostics)) return result;
  std::optional<leap::RateNet> leap;
  if (options.tau_leap) {
    leap = leap::make_rate_net(net, {}, result.diagnostics);
    if (!leap) return result;
    recorded.leap = &*leap;
  }
  Replications replications(net, recorded);
  if (options.messenger != nullptr && options.messenger->rank() > 0) {
    replications.serve();
    return result;
  }
  if (options.engine_or_none && !replications.as_asked()) {
    result.diagnostics.error({}, fmt::format("the net cannot be run as is asked for: {}", replications.engine()));
    return result;
  }
  run_all(replications, options, statistics, result.unfinished);
  result.engine = replications.engine();
  if (path) result.critical_path = path->path();
  result.lost_ranks = replications.lost_ranks();
  statistics.finish(result);
  if (has_fluid(net)) result.flowing.tolerance = options.tolerance;
  if (options.tau_leap) result.leaps.epsilon = *options.tau_leap;
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (options.checkpoint != nullptr && options.checkpoint->resume != nullptr)
    result.wall_seconds += options.checkpoint->resume->seconds;
  if (options.from != nullptr) result.firings_before = options.from->firings;
  result.peak_bytes = peak_bytes();
  return result;
}

}  // namespace petriloom
