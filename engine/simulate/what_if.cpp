// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/what_if.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace petriloom {

namespace {

/// Seconds of the path that each transition took.
std::map<std::string, double> seconds_of_path(const SimulationResult& result) {
  std::map<std::string, double> seconds;
  if (!result.critical_path) return seconds;
  for (const PathShare& share : transition_shares_of(*result.critical_path)) seconds[share.name] = share.seconds;
  return seconds;
}

SimulationOptions as_before(const SimulationOptions& options) {
  SimulationOptions again = options;
  again.statistics = {};
  again.trace = nullptr;
  again.critical_path = false;
  again.checkpoint = nullptr;
  again.from = nullptr;
  again.progress = nullptr;
  again.finished = nullptr;
  return again;
}

std::string why_not(const SimulationOptions& options, const SimulationResult& result) {
  if (result.dead_ends > 0) return "the run is stuck before its end";
  if (result.ended == Ended::until || result.ended == Ended::firings)
    return "the run ends when it is told to, however fast it is: give it no --until and no --firings";
  if (result.ended != Ended::dead && result.ended != Ended::condition) return "the run did not come to its end";
  if (options.messenger != nullptr) return "the runs would be made by one process";
  if (options.from != nullptr) return "the run began at a saved state";
  if (result.batches.number > 0) return "a long run in batches has no end that could be sooner";
  return {};
}

}  // namespace

std::vector<FasterPart> parts_of(const Net& net, const SimulationResult& result) {
  std::vector<FasterPart> parts;
  for (TimedPart& part : timed_parts(net)) parts.push_back({std::move(part), {}});
  const std::map<std::string, double> seconds = seconds_of_path(result);
  const auto of_path = [&](const FasterPart& one) {
    const auto found = seconds.find(one.part.name);
    return found == seconds.end() ? 0 : found->second;
  };
  std::stable_sort(parts.begin(), parts.end(), [&](const FasterPart& a, const FasterPart& b) { return of_path(a) > of_path(b); });
  return parts;
}

WhatIf what_if(const Net& net, std::span<const FasterPart> parts, const SimulationOptions& options, const SimulationResult& result,
               const WhatIfOptions& of_what_if) {
  WhatIf all;
  all.speed = of_what_if.speed;
  all.why_not = why_not(options, result);
  if (!all.why_not.empty()) return all;
  const std::map<std::string, double> seconds = seconds_of_path(result);
  const SimulationOptions again = as_before(options);
  std::uint64_t firings = 0;
  for (const FasterPart& one : parts) {
    firings += result.firings;
    if (of_what_if.most_firings > 0 && firings > of_what_if.most_firings) {
      all.left_out.push_back(one.part.name);
      continue;
    }
    if (of_what_if.begun) of_what_if.begun(one.part.name);
    const std::optional<Net> faster = with_times(one.net ? *one.net : net, one.part.firings, 1 / all.speed, all.diagnostics);
    if (!faster) continue;
    const SimulationResult run = simulate(*faster, again);
    all.cancelled = run.ended == Ended::cancelled;
    if (all.cancelled) return all;
    all.diagnostics.append(run.diagnostics);
    if (run.diagnostics.has_errors()) continue;
    WhatIfRow row{one.part.name, !one.part.firings.empty(), {}, run.time, {result.time.mean - run.time.mean, 0, run.time.n}};
    row.shorter.half_width = std::hypot(result.time.half_width, run.time.half_width);
    if (const auto found = seconds.find(one.part.name); found != seconds.end()) {
      row.of_path = found->second;
    } else if (result.critical_path && !one.net) {
      row.of_path = 0;
    }
    all.rows.push_back(std::move(row));
  }
  std::stable_sort(all.rows.begin(), all.rows.end(),
                   [](const WhatIfRow& a, const WhatIfRow& b) { return a.shorter.mean > b.shorter.mean; });
  return all;
}

}  // namespace petriloom
