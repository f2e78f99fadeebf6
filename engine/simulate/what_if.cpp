// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/what_if.h"

#include <fmt/format.h>

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

/// The messages of a variant, which do not speak of the run that was asked for.
Diagnostics named(const Diagnostics& of_run, const std::string& variant) {
  Diagnostics named;
  for (const Diagnostic& one : of_run.list()) {
    const std::string message = fmt::format("{}: {}", variant, one.message);
    one.severity == Severity::error ? named.error(one.where, message, one.help) : named.warning(one.where, message, one.help);
  }
  return named;
}

void add_messages(const FasterPart& part, const Diagnostics& of_run, const Net& net, WhatIf& all) {
  if (of_run.list().empty()) return;
  const std::string variant = part.part.firings.empty() ? fmt::format("with {}", part.part.name)
                                                        : fmt::format("{} {:g} times as fast", part.part.name, all.speed);
  all.messages.push_back({named(of_run, variant), net.sources});
}

/// The row of a part, of runs that came to an end or are stuck.
WhatIfRow row_of(const FasterPart& part, const SimulationResult& result, const SimulationResult& run) {
  WhatIfRow row;
  row.name = part.part.name;
  row.faster = !part.part.firings.empty();
  // The time up to where a run is stuck is none in which it did what it has to do.
  row.stuck = run.dead_ends > 0;
  if (row.stuck) return row;
  row.time = run.time;
  row.shorter = {result.time.mean - run.time.mean, std::hypot(result.time.half_width, run.time.half_width), run.time.n};
  return row;
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
    if (all.cancelled || (of_what_if.most_firings > 0 && firings > of_what_if.most_firings)) {
      all.left_out.push_back(one.part.name);
      continue;
    }
    if (of_what_if.begun) of_what_if.begun(one.part.name);
    const Net& as_it_is = one.net ? *one.net : net;
    Diagnostics diagnostics;
    const std::optional<Net> faster = with_times(as_it_is, one.part.firings, 1 / all.speed, diagnostics);
    const SimulationResult run = faster ? simulate(*faster, again) : SimulationResult{};
    all.cancelled = run.ended == Ended::cancelled || !run.unfinished.empty();
    if (all.cancelled) {
      all.left_out.push_back(one.part.name);
      continue;
    }
    diagnostics.append(run.diagnostics);
    add_messages(one, diagnostics, as_it_is, all);
    if (diagnostics.has_errors()) {
      all.failed = true;
      continue;
    }
    WhatIfRow row = row_of(one, result, run);
    if (const auto found = seconds.find(one.part.name); found != seconds.end()) {
      row.of_path = found->second;
    } else if (result.critical_path && !one.net) {
      row.of_path = 0;
    }
    all.rows.push_back(std::move(row));
  }
  std::stable_sort(all.rows.begin(), all.rows.end(), [](const WhatIfRow& a, const WhatIfRow& b) {
    return a.stuck != b.stuck ? b.stuck : a.shorter.mean > b.shorter.mean;
  });
  return all;
}

}  // namespace petriloom
