// SPDX-License-Identifier: Apache-2.0
// What the planner does with variables: when it gives up waiting for a term to bind one, and whether the order of a plan is the
// order of rule 9.
#include <fmt/format.h>

#include <algorithm>

#include "engine/enabling/planner.h"

namespace petriloom {

namespace {

using StepKind = PlanStep::Kind;

PlanStep step_of(StepKind kind, std::uint32_t slot) {
  PlanStep step;
  step.kind = kind;
  step.slot = slot;
  return step;
}

}  // namespace

// See Plan::first_is_best: all scans must be independent, over input terms of one token each, in the order of their colours.
void Planner::note_order(const Term& term) {
  if (term.kind != ArcKind::input || !term.always_one || term.pattern.wildcards || last_slot_of_scan_.size() >= 60) best_ = false;
  std::uint32_t last = 0;
  for (const PatternPart& part : term.pattern.parts) {
    if (part.kind == PatternPart::Kind::computed) {
      if (!known(part) || origin(part.needs) != 0) best_ = false;
      continue;
    }
    if (part.kind != PatternPart::Kind::variable) continue;
    if (bound_[part.slot] == Bound::yes) {
      if (origins_[part.slot] != 0) best_ = false;
      continue;
    }
    if (part.slot < last || !part.can_be_key() || part.turn != 0) best_ = false;
    last = part.slot;
  }
  last_slot_of_scan_.push_back(last);
}

bool Planner::step_settle() {
  const bool nothing_else = std::find(bound_.begin(), bound_.end(), Bound::no) == bound_.end();
  // What may still bind a variable comes before it is given up.
  for (const bool must_wait : {false, true}) {
    if (must_wait && !nothing_else) return false;
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      if (bound_[slot] != Bound::maybe || (in_open_equation(slot) || may_be_bound_by_term(slot)) != must_wait) continue;
      bound_[slot] = Bound::yes;
      best_ = false;
      plan_.steps.push_back(step_of(StepKind::settle, slot));
      return true;
    }
  }
  return false;
}

bool Planner::in_open_equation(std::uint32_t slot) const {
  return std::any_of(guards_.begin(), guards_.end(), [&](const Guard& guard) {
    return !guard.done && std::any_of(guard.equations.begin(), guard.equations.end(), [&](const Equation& equation) {
      const Slots binds = equation.pattern.binds();
      return std::find(binds.begin(), binds.end(), slot) != binds.end();
    });
  });
}

// A variable on which it depends whether the term is there is not bound by it.
bool Planner::binds(const Term& term, std::uint32_t slot) {
  if (term.each || (term.kind != ArcKind::input && term.kind != ArcKind::read)) return false;
  if (std::find(term.presence.begin(), term.presence.end(), slot) != term.presence.end()) return false;
  const Slots slots = term.pattern.binds();
  return std::find(slots.begin(), slots.end(), slot) != slots.end();
}

bool Planner::may_be_absent(const Term& term) {
  return term.condition.valid() || (term.count.valid() && !(term.count.constant() && term.count.constant_value() > 0));
}

bool Planner::may_be_bound_by_term(std::uint32_t slot) const {
  for (std::size_t i = 0; i < done_.size(); ++i) {
    if (!done_[i] && !scanned_[i] && binds(compiled_.terms[i], slot)) return true;
  }
  return false;
}

// The variable is given by a token that does not bind it, or by the caller: it must be what the search for all bindings would give
// it.
void Planner::presume(std::uint32_t slot) {
  PlanStep step = step_of(StepKind::presume, slot);
  for (std::uint32_t i = 0; i < compiled_.terms.size(); ++i) {
    if (!binds(compiled_.terms[i], slot)) continue;
    if (!may_be_absent(compiled_.terms[i])) return;
    step.key.push_back(i);
  }
  if (!step.key.empty() && !in_open_equation(slot)) presumed_.push_back(std::move(step));
}

void Planner::step_enumerate() {
  // What decides whether a term is there comes before what the term would bind; small colour sets come first.
  std::uint32_t chosen = compiled_.binding_size;
  std::pair<bool, std::uint64_t> least;
  for (std::uint32_t slot = 0; slot < compiled_.binding_size; ++slot) {
    const ColourSet& set = net_.colours[transition_.variables[slot].colour];
    if (bound_[slot] != Bound::no || !set.finite) continue;
    const std::pair<bool, std::uint64_t> cost{may_be_bound_by_term(slot), set.size()};
    if (chosen != compiled_.binding_size && cost >= least) continue;
    chosen = slot;
    least = cost;
  }
  if (chosen == compiled_.binding_size) {
    const auto open = static_cast<std::size_t>(std::find(bound_.begin(), bound_.end(), Bound::no) - bound_.begin());
    throw EvalError(transition_.where, fmt::format("nothing binds the variable {} of {}, and its colour set {} is not finite",
                                                   transition_.variables[open].name, transition_.name,
                                                   net_.colours.describe(transition_.variables[open].colour)));
  }
  // Terms that wait for each other's variables: one is tried with every colour, of which only those stay that rule 3 gives it.
  if (least.first) {
    best_ = false;
    presume(chosen);
  }
  last_slot_of_scan_.push_back(chosen);
  if (last_slot_of_scan_.size() > 60) best_ = false;
  bind(chosen, std::uint64_t{1} << ((last_slot_of_scan_.size() - 1) % 64));
  plan_.steps.push_back(step_of(StepKind::enumerate, chosen));
}

}  // namespace petriloom
