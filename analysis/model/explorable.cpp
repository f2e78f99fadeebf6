// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/explorable.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/clocks/time_values.h"
#include "engine/expr/match.h"
#include "engine/questions/fluid.h"

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
           std::none_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) {
             // To collect all takes more where there is more.
             const bool all = arc.collect && (!arc.collect->count.valid() || looks(arc.collect->count));
             return all || looks(arc.count) || looks(arc.condition) || looks(arc.value);
           });
  });
}

void refuse_levels(const Net& net) {
  if (const auto found = find_fluid(net))
    throw EvalError(found->where, found->what + ": markings with levels cannot be listed; `petriloom simulate` runs such nets");
}

[[noreturn]] void refuse_list(const Net& net, const Transition& transition, const Arc& collects, Location where,
                              std::string_view what) {
  const std::string& list = transition.variables[collects.collect->list].name;
  throw EvalError(where, fmt::format("{} depends on which tokens '{}' collects from '{}' as '{}': the first that came, of which "
                                     "nothing is known when states are explored",
                                     what, transition.name, path(net, collects.place), list));
}

// Every choice of tokens is explored in place of the first by arrival, which is among them. So
// whether one can fire, and which goes first, must be the same for all of them, or a choice that no
// run makes would keep another transition from firing, or a marking from being dead.
void refuse_where_lists_decide(const Net& net, const Transition& transition, const Arc& collects) {
  const auto uses = [&](ExprId expr) {
    const std::vector<std::uint32_t> slots = free_variables(net, expr, transition.binding_size);
    return std::find(slots.begin(), slots.end(), collects.collect->list) != slots.end();
  };
  for (const ExprId guard : transition.guards) {
    if (uses(guard)) refuse_list(net, transition, collects, net.exprs[guard].where, "the guard");
  }
  for (const ExprId expr : {transition.priority, transition.order}) {
    if (expr.valid() && uses(expr)) refuse_list(net, transition, collects, net.exprs[expr].where, "what goes first");
  }
  for (const Arc& arc : transition.arcs) {
    if (&arc == &collects || arc.kind == ArcKind::output || arc.kind == ArcKind::reset) continue;
    const bool collected = arc.collect && (uses(arc.collect->pattern) || uses(arc.collect->count));
    const bool shared = arc.kind == ArcKind::input && arc.place == collects.place;
    if (shared || collected || uses(arc.count) || uses(arc.condition) || uses(arc.value))
      refuse_list(net, transition, collects, arc.where, "what the arc needs");
  }
}

void refuse_lists_that_decide(const Net& net) {
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) {
      if (arc.collect && arc.collect->count.valid()) refuse_where_lists_decide(net, transition, arc);
    }
  }
}

}  // namespace

void refuse_what_cannot_be_explored(const Net& net) {
  refuse_lists_that_decide(net);
  refuse_levels(net);
}

void refuse_what_times_decide(TimeValues& times, const std::vector<Atom>& atoms) {
  times.refuse_what_decides();
  for (const Atom& atom : atoms) times.refuse_what_is_asked(atom.expr, atom.slots);
}

void refuse_what_times_decide(const Net& net, const std::vector<Atom>& atoms, Clocks clocks) {
  // Without delays and durations the time is 0 throughout.
  if (clocks == Clocks::open || !timed(net)) return;
  TimeValues times(net);
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    for (std::size_t k = 0; k < transition.guards.size(); ++k) {
      if (!times.guard(TransitionId(t), k)) continue;
      throw EvalError(net.exprs[transition.guards[k]].where,
                      fmt::format("the guard of '{}' depends on the time, which is left out when states are explored; `petriloom "
                                  "verify --urgent` leaves open whether it holds, `petriloom simulate` runs such nets",
                                  transition.name));
    }
  }
  if (clocks == Clocks::refused) times.refuse_what_chances();
  refuse_what_times_decide(times, atoms);
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
