// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/unfolded_net.h"

#include <algorithm>

#include "engine/compiled/dependency.h"
#include "engine/counts/make.h"

namespace petriloom::counts {

namespace {

constexpr Op kStateful[] = {Op::tokens, Op::fireable, Op::dead, Op::now, Op::random};

/// Whether an expression, which may be invalid, has the same value in a binding whatever the state.
bool fixed(const Net& net, ExprId expr) {
  return !expr.valid() || std::none_of(std::begin(kStateful), std::end(kStateful), [&](Op op) { return reaches(net, expr, op); });
}

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
  const auto asks_what_can_fire = [&](ExprId expr) {
    return expr.valid() && (reaches(net, expr, Op::fireable) || reaches(net, expr, Op::dead));
  };
  return !asks_what_can_fire(net.stop) &&
         std::none_of(net.measures.begin(), net.measures.end(), [&](const Measure& m) { return asks_what_can_fire(m.value); }) &&
         std::all_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& t) { return fixed(net, t); });
}

}  // namespace

FormLimits FormLimits::for_choice() {
  FormLimits limits;
  limits.computed = 3'000;
  limits.computed_for_each = 8;
  limits.steps_for_computed = 80;
  limits.words = std::size_t{2} << 20U;
  return limits;
}

UnfoldOptions FormLimits::unfolding() const {
  UnfoldOptions options;
  options.most_places = places;
  options.most_transitions = bindings;
  options.most_arcs = arcs;
  options.most_steps = steps;
  options.most_computed = computed;
  options.computed_for_each = computed_for_each;
  options.steps_for_computed = steps_for_computed;
  options.most_new_words = words;
  options.cancelled = cancelled;
  return options;
}

std::optional<UnfoldedNet> make_unfolded_net(const Net& net, const FormLimits& limits) {
  if (!can_run_on_counts(net)) return std::nullopt;
  UnfoldedRows unfolded = unfold_rows(net, limits.unfolding());
  if (!unfolded.rows || unfolded.diagnostics.has_errors()) return std::nullopt;
  UnfoldedNet made;
  made.parts = std::move(unfolded.parts);
  made.totals = std::move(unfolded.totals);
  try {
    if (!BindingMaker(net, *unfolded.rows, made).make()) return std::nullopt;
  } catch (const EvalError&) {
    return std::nullopt;  // whether that is an error depends on what fires; the coloured run tells
  }
  if (!DependencyGraph(net, limits, made).make()) return std::nullopt;
  return made;
}

}  // namespace petriloom::counts
