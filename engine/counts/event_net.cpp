// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/event_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/counts/dependency_graph.h"
#include "engine/questions/measure_keys.h"
#include "engine/questions/schedule.h"
#include "engine/random/durations.h"

namespace petriloom::counts {

namespace {

/// Whether an expression, which may be invalid, has the same value in a binding whatever the state.
bool fixed(const Net& net, ExprId expr) { return !net.exprs.looks(expr, look::state | look::random); }

bool fixed(const Net& net, const Arc& arc) {
  return !arc.collect && fixed(net, arc.delay) && fixed(net, arc.count) && fixed(net, arc.value) && fixed(net, arc.condition);
}

/// What of a transition depends on the state, or is random; empty if nothing does.
std::string what_varies(const Net& net, const Transition& t) {
  const auto varies = [&](ExprId expr) { return !fixed(net, expr); };
  if (!t.draws.empty()) return "what it draws";
  if (t.memory != Memory::enabling) return "its memory";
  if (std::any_of(t.guards.begin(), t.guards.end(), varies)) return "a guard";
  if (varies(t.delay)) return "its delay";
  if (varies(t.a) || varies(t.b)) return "its time";
  if (varies(t.weight)) return "its weight";
  const auto other = std::find_if(t.arcs.begin(), t.arcs.end(), [&](const Arc& arc) { return !fixed(net, arc); });
  return other == t.arcs.end() ? "" : fmt::format("its arc with '{}'", path(net, other->place));
}

// Whether numbers are so small that sums of tokens stay far from the ends of 64 bits, and changes
// stand in a word of the program.
bool small(const Net& net, const UnfoldedNet& made) {
  const auto few = [](const auto& tokens) { return tokens.amount < kMostTokens; };
  const auto all = [](const auto& rows, const auto& fits) { return std::all_of(rows.all().begin(), rows.all().end(), fits); };
  return std::all_of(net.places.begin(), net.places.end(),
                     [](const Place& place) {
                       return std::all_of(place.initial.begin(), place.initial.end(), [](const InitialTokens& tokens) {
                         return tokens.available >= 0 && tokens.count < kMostTokens;
                       });
                     }) &&
         all(made.takes, few) && all(made.puts, few) &&
         all(made.conditions, [](const Condition& condition) { return condition.count < kMostTokens; }) &&
         all(made.changes, [](const Change& change) { return change.amount == static_cast<std::int32_t>(change.amount); });
}

/// Adds the times and weights of bindings.
class TimeMaker {
 public:
  TimeMaker(const Net& net, EventNet& made) : net_(net), made_(made), evaluator_(net, made.parts.pool) {}

  // False if the net has no form on counts after all. Throws EvalError if an expression fails,
  // which in a run it may never do.
  bool make() {
    for (std::uint32_t binding = 0; binding < made_.parts.transitions.size(); ++binding) {
      const Transition& transition = net_[made_.transition_of(binding)];
      frame_ = made_.frame(net_, binding);
      if (!(transition.timing == Timing::immediate ? add_immediate(binding, transition) : add_timed(binding, transition)))
        return false;
    }
    for (TimedBinding& timed : made_.timed) timed.conditions = made_.conditions[timed.binding];
    return true;
  }

 private:
  double value(ExprId expr) { return expr.valid() ? real_of_word(evaluator_.eval(expr, frame_)) : 0; }

  bool add_timed(std::uint32_t binding, const Transition& transition) {
    made_.classes.push_back({false, static_cast<std::uint32_t>(made_.timed.size())});
    TimedBinding timed;
    timed.binding = binding;
    timed.timing = transition.timing;
    timed.a = value(transition.a);
    timed.b = value(transition.b);
    timed.servers = scheduled(transition.timing) ? 1 : transition.servers;
    std::vector<double> times;
    for (const ExprId time : transition.times) times.push_back(value(time));
    for (const double time : times) made_.times.add(time);
    made_.times.end_row();
    made_.timed.push_back(timed);
    if (scheduled(transition.timing) && check_schedule(transition.timing, times)) return false;
    return check_parameters(transition.timing, timed.a, timed.b).empty() && !made_.shares_servers(net_, binding);
  }

  bool add_immediate(std::uint32_t binding, const Transition& transition) {
    made_.classes.push_back({true, static_cast<std::uint32_t>(made_.immediate.size())});
    ImmediateBinding immediate;
    immediate.binding = binding;
    immediate.weighted = transition.weight.valid();
    immediate.weight = value(transition.weight);
    made_.immediate.push_back(immediate);
    return !immediate.weighted || (std::isfinite(immediate.weight) && immediate.weight > 0);
  }

  const Net& net_;
  EventNet& made_;
  Evaluator evaluator_;
  std::vector<Word> frame_;
};

}  // namespace

std::string why_not_on_counts(const Net& net) {
  const auto asks_what_can_fire = [&](ExprId expr) { return net.exprs.looks(expr, look::enabled); };
  if (asks_what_can_fire(net.stop)) return "the stop condition asks what can fire";
  for (const Measure& measure : net.measures) {
    bool asks = false;
    for_each_expression(measure, [&](ExprId expr) { asks = asks || asks_what_can_fire(expr); });
    if (asks) return fmt::format("the measure '{}' asks what can fire", measure.name);
  }
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    if (shares(transition)) {
      return fmt::format("'{}' ({}) does its work at a speed that it shares with others", path(net, TransitionId(t)),
                         net.sources->describe(transition.where));
    }
    const std::string what = what_varies(net, transition);
    if (what.empty()) continue;
    return fmt::format("of '{}' ({}) {} depends on the marking, on the time or on chance", path(net, TransitionId(t)),
                       net.sources->describe(transition.where), what);
  }
  return {};
}

std::optional<EventNet> make_event_net(const Net& net, const FormLimits& limits) {
  if (!why_not_on_counts(net).empty()) return std::nullopt;
  UnfoldedRows unfolded = unfold_rows(net, limits.unfolding());
  if (!unfolded.rows || unfolded.diagnostics.has_errors()) return std::nullopt;
  std::optional<EventNet> made;
  try {
    const auto called_off = [&] { return limits.cancelled && limits.cancelled(); };
    std::optional<UnfoldedNet> tokens = make_unfolded_net(net, std::move(unfolded));
    if (!tokens || !small(net, *tokens) || called_off()) return std::nullopt;
    made.emplace(std::move(*tokens));
    if (!TimeMaker(net, *made).make() || called_off()) return std::nullopt;
  } catch (const EvalError&) {
    return std::nullopt;  // whether that is an error depends on what fires; the coloured run tells
  }
  if (!DependencyGraph(net, limits, *made).make()) return std::nullopt;
  return made;
}

}  // namespace petriloom::counts
