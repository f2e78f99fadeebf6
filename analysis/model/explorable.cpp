// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/explorable.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/net/fluid.h"

namespace petriloom {
namespace {

bool only_takes_and_puts(const Net& net) {
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) {
      if (arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::reset || arc.kind == ArcKind::equal) return false;
    }
  }
  return true;
}

// Nothing that decides what can fire and what it does looks at the marking, other than by the
// tokens it takes and reads.
bool looks_at_no_marking(const Net& net) {
  return std::all_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
    const auto looks = [&](ExprId expr) { return net.exprs.looks(expr, look::tokens); };
    return std::none_of(transition.guards.begin(), transition.guards.end(), looks) &&
           std::none_of(transition.draws.begin(), transition.draws.end(), [&](const Draw& draw) { return looks(draw.value); }) &&
           std::none_of(transition.arcs.begin(), transition.arcs.end(),
                        [&](const Arc& arc) { return looks(arc.count) || looks(arc.condition) || looks(arc.value); });
  });
}

void refuse_levels(const Net& net) {
  if (const auto found = find_fluid(net))
    throw EvalError(found->where, found->what + ": markings with levels cannot be listed; `petriloom simulate` runs such nets");
}

// Time is left out here, so that nothing can be said of a guard that looks at it.
void refuse_clocks(const Net& net) {
  for (const Transition& transition : net.transitions) {
    for (const ExprId guard : transition.guards) {
      if (!net.exprs.looks(guard, look::time)) continue;
      throw EvalError(
          net.exprs[guard].where,
          fmt::format("the guard of '{}' looks at the time, which is left out when states are explored", transition.name));
    }
  }
}

}  // namespace

void refuse_what_cannot_be_explored(const Net& net) {
  refuse_levels(net);
  refuse_clocks(net);
}

std::vector<PriorityRange> priorities_of(const Net& net, const BindingPlans& plans) {
  std::vector<PriorityRange> result;
  if (timed(net)) return result;
  bool matter = false;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    constexpr PriorityRange kAny{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    const PrecedenceCode& code = plans[TransitionId(t)].precedence;
    const bool same = code.same() || !net.transitions[t].priority.valid();
    const std::int64_t priority = code.same() ? code.all().priority : 0;
    result.push_back(same ? PriorityRange{priority, priority} : kAny);
    matter = matter || !same || priority != result.front().low;
  }
  if (!matter) result.clear();
  return result;
}

bool more_tokens_never_hinder(const Net& net) { return only_takes_and_puts(net) && looks_at_no_marking(net); }

}  // namespace petriloom
