// SPDX-License-Identifier: Apache-2.0
#include "formats/tina/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace petriloom::tina {

namespace {

bool has(const Transition& transition, PlaceId place, ArcKind kind) {
  return std::any_of(transition.arcs.begin(), transition.arcs.end(),
                     [&](const Arc& arc) { return arc.place == place && arc.kind == kind; });
}

// Whether every transition of one rank is above every one of the next, and so, rank by rank, above
// all of the lower ones.
bool is_ranking(const std::vector<std::vector<std::size_t>>& higher, const std::vector<std::size_t>& rank) {
  std::map<std::size_t, std::size_t> members;
  for (const std::size_t each : rank) ++members[each];
  for (std::size_t t = 0; t < rank.size(); ++t) {
    std::set<std::size_t> above;
    for (const std::size_t each : higher[t]) {
      if (rank[each] + 1 == rank[t]) above.insert(each);
    }
    if (rank[t] > 0 && above.size() != members[rank[t] - 1]) return false;
  }
  return true;
}

// Whether the tokens are there that a transition needs.
ExprId enabled(const Transition& transition, const Location& where, NetBuilder& builder) {
  ExprBuilder& expr = builder.expr();
  std::map<PlaceId, std::int64_t> taken;
  ExprId all = expr.boolean(true, where);
  const auto need = [&](Op op, PlaceId place, std::int64_t count) {
    const ExprId compared = expr.binary(op, expr.tokens(place, {}, where), expr.integer(count, where), where);
    all = expr.binary(Op::and_, all, compared, where);
  };
  for (const Arc& arc : transition.arcs) {
    const std::int64_t count = arc.count.valid() ? expr.constant(arc.count).value_or(1) : 1;
    if (arc.kind == ArcKind::input) taken[arc.place] += count;
    if (arc.kind == ArcKind::read) need(Op::greater_equal, arc.place, count);
    if (arc.kind == ArcKind::inhibitor) need(Op::less, arc.place, count);
  }
  for (const auto& [place, count] : taken) need(Op::greater_equal, place, count);
  for (const ExprId guard : transition.guards) all = expr.binary(Op::and_, all, guard, where);
  return all;
}

// A transition fires only where none of those above it could: a guard over the marking. `settled`
// has each one behind those above it.
void put_guards(std::vector<Transition>& transitions, const std::vector<std::vector<std::size_t>>& higher,
                const std::vector<std::size_t>& settled, const Location& where, NetBuilder& builder) {
  constexpr std::size_t kMostGuards = 1'000'000;
  std::vector<ExprId> could;
  for (const Transition& each : transitions) could.push_back(enabled(each, where, builder));
  std::vector<std::set<std::size_t>> above(transitions.size());
  std::size_t guards = 0;
  for (const std::size_t t : settled) {
    for (const std::size_t each : higher[t]) {
      above[t].insert(each);
      above[t].insert(above[each].begin(), above[each].end());
    }
    if ((guards += above[t].size()) > kMostGuards) {
      builder.diagnostics().error(where, fmt::format("the priorities are no ranking, and more than {} pairs", kMostGuards));
      return;
    }
    for (const std::size_t each : above[t]) transitions[t].guards.push_back(builder.expr().unary(Op::not_, could[each], where));
  }
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
  if (is_ranking(higher, rank)) {
    for (std::size_t t = 0; t < count; ++t) {
      if (rank[t] > 0) transitions[t].priority = builder.expr().integer(-static_cast<std::int64_t>(rank[t]), where);
    }
    return;
  }
  const bool timed =
      std::any_of(transitions.begin(), transitions.end(), [](const Transition& each) { return each.timing != Timing::immediate; });
  if (timed) {
    builder.diagnostics().error(where, "in a net with time priorities must be a ranking",
                                "every transition of one priority above every one of a lower; --untimed leaves time out");
    return;
  }
  put_guards(transitions, higher, settled, where, builder);
}

}  // namespace petriloom::tina
