// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/event_net.h"

#include <algorithm>
#include <cmath>

#include "engine/counts/dependency_graph.h"
#include "engine/net/schedule.h"
#include "engine/random/durations.h"

namespace petriloom::counts {

namespace {

/// Whether an expression, which may be invalid, has the same value in a binding whatever the state.
bool fixed(const Net& net, ExprId expr) { return !net.exprs.looks(expr, look::state | look::random); }

bool fixed(const Net& net, const Arc& arc) {
  return fixed(net, arc.delay) && fixed(net, arc.count) && fixed(net, arc.value) && fixed(net, arc.condition);
}

bool fixed(const Net& net, const Transition& t) {
  const auto fits = [&](ExprId expr) { return fixed(net, expr); };
  return t.draws.empty() && t.memory == Memory::enabling && fits(t.delay) && fits(t.a) && fits(t.b) && fits(t.weight) &&
         std::all_of(t.guards.begin(), t.guards.end(), fits) &&
         std::all_of(t.arcs.begin(), t.arcs.end(), [&](const Arc& arc) { return fixed(net, arc); });
}

bool can_run_on_counts(const Net& net) {
  const auto asks_what_can_fire = [&](ExprId expr) { return net.exprs.looks(expr, look::enabled); };
  return !asks_what_can_fire(net.stop) &&
         std::none_of(net.measures.begin(), net.measures.end(), [&](const Measure& m) { return asks_what_can_fire(m.value); }) &&
         std::all_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& t) { return fixed(net, t); });
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

std::optional<EventNet> make_event_net(const Net& net, const FormLimits& limits) {
  if (!can_run_on_counts(net)) return std::nullopt;
  UnfoldedRows unfolded = unfold_rows(net, limits.unfolding());
  if (!unfolded.rows || unfolded.diagnostics.has_errors()) return std::nullopt;
  std::optional<EventNet> made;
  try {
    std::optional<UnfoldedNet> tokens = make_unfolded_net(net, std::move(unfolded));
    if (!tokens || !small(net, *tokens)) return std::nullopt;
    made.emplace(std::move(*tokens));
    if (!TimeMaker(net, *made).make()) return std::nullopt;
  } catch (const EvalError&) {
    return std::nullopt;  // whether that is an error depends on what fires; the coloured run tells
  }
  if (!DependencyGraph(net, limits, *made).make()) return std::nullopt;
  return made;
}

}  // namespace petriloom::counts
