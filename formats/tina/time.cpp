// SPDX-License-Identifier: Apache-2.0
#include "formats/tina/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace petriloom::tina {

namespace {

bool has(const Transition& transition, PlaceId place, ArcKind kind) {
  return std::any_of(transition.arcs.begin(), transition.arcs.end(),
                     [&](const Arc& arc) { return arc.place == place && arc.kind == kind; });
}

}  // namespace

std::vector<Restart> restarts(const std::vector<Transition>& transitions) {
  std::map<PlaceId, std::vector<std::size_t>> timers;
  for (std::size_t t = 0; t < transitions.size(); ++t) {
    if (transitions[t].timing != Timing::deterministic) continue;
    for (const Arc& arc : transitions[t].arcs) {
      if (arc.kind == ArcKind::input || arc.kind == ArcKind::read) timers[arc.place].push_back(t);
    }
  }
  std::vector<Restart> all;
  for (std::size_t t = 0; t < transitions.size(); ++t) {
    for (const Arc& arc : transitions[t].arcs) {
      const auto looking = arc.kind == ArcKind::input ? timers.find(arc.place) : timers.end();
      if (looking == timers.end() || !has(transitions[t], arc.place, ArcKind::output)) continue;
      for (const std::size_t other : looking->second) {
        if (other != t) all.push_back({other, t, arc.place});
      }
    }
  }
  return all;
}

void put_times(std::vector<Transition>& transitions, const std::vector<Interval>& intervals, double unit, bool untimed,
               NetBuilder& builder) {
  const bool all_free = std::all_of(intervals.begin(), intervals.end(), [](const Interval& each) { return each.free(); });
  if (all_free || untimed) return;
  for (std::size_t t = 0; t < transitions.size(); ++t) {
    const Interval& interval = intervals[t];
    if (!interval.exact()) {
      builder.diagnostics().error(
          interval.where,
          fmt::format("the interval of '{}'{} leaves the time of firing open, which a timed net here cannot", transitions[t].name,
                      interval.given ? "" : " (none is [0,w[)"),
          "all intervals [a,a], or none; --untimed leaves time out");
    } else if (interval.low > 0) {
      transitions[t].timing = Timing::deterministic;
      transitions[t].a = builder.expr().real(interval.low * unit, interval.where);
      transitions[t].servers = 1;
    }
  }
  for (const Restart& each : restarts(transitions)) {
    builder.diagnostics().error(
        transitions[each.timed].where,
        fmt::format("firing '{}' takes from '{}' and fills it again, which starts the timer of '{}' again in TINA and does "
                    "not here",
                    transitions[each.by].name, builder.net()[each.place].name, transitions[each.timed].name),
        "a read arc (`?`) does not; --untimed leaves time out");
  }
}

void put_priorities(std::vector<Transition>& transitions, const std::vector<std::vector<std::size_t>>& higher,
                    const Location& where, NetBuilder& builder) {
  // The rank of a transition is the length of the longest chain above it.
  const std::size_t count = transitions.size();
  std::vector<std::vector<std::size_t>> lower(count);
  std::vector<std::size_t> open(count);
  for (std::size_t t = 0; t < count; ++t) {
    open[t] = higher[t].size();
    for (const std::size_t above : higher[t]) lower[above].push_back(t);
  }
  std::vector<std::size_t> settled;
  for (std::size_t t = 0; t < count; ++t) {
    if (open[t] == 0) settled.push_back(t);
  }
  std::vector<std::size_t> rank(count, 0);
  for (std::size_t k = 0; k < settled.size(); ++k) {
    for (const std::size_t below : lower[settled[k]]) {
      rank[below] = std::max(rank[below], rank[settled[k]] + 1);
      if (--open[below] == 0) settled.push_back(below);
    }
  }
  if (settled.size() < count) {
    builder.diagnostics().error(where, "the priorities go round in a circle");
    return;
  }
  std::map<std::size_t, std::size_t> members;
  for (const std::size_t each : rank) ++members[each];
  for (std::size_t t = 0; t < count; ++t) {
    // Everything in the rank above must be above it; then, rank by rank, so is everything higher.
    std::vector<std::size_t> above;
    for (const std::size_t each : higher[t]) {
      if (rank[each] + 1 == rank[t]) above.push_back(each);
    }
    std::sort(above.begin(), above.end());
    above.erase(std::unique(above.begin(), above.end()), above.end());
    if (rank[t] > 0 && above.size() != members[rank[t] - 1]) {
      builder.diagnostics().error(
          where,
          fmt::format("the priorities are no ranking: some transitions are neither above nor below '{}'", transitions[t].name),
          "here every transition of one priority is above every one of a lower");
      return;
    }
    if (rank[t] > 0) transitions[t].priority = builder.expr().integer(-static_cast<std::int64_t>(rank[t]), where);
  }
}

}  // namespace petriloom::tina
