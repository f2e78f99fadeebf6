// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/planner.h"

#include <algorithm>

namespace petriloom {

namespace {

using StepKind = PlanStep::Kind;
using Kind = PlanStep::PartAction::Kind;

PlanStep make_step(StepKind kind, std::uint32_t term = 0) {
  PlanStep step;
  step.kind = kind;
  step.term = term;
  return step;
}

}  // namespace

Planner::Planner(const Net& net, TransitionId transition, const TransitionPlan& compiled, IndexTable& indices)
    : net_(net), transition_(net[transition]), compiled_(compiled), indices_(indices) {
  collect_guards();
}

void Planner::collect_guards() {
  // A conjunction is several guards: each half prunes as soon as it can.
  std::vector<ExprId> open(transition_.guards.rbegin(), transition_.guards.rend());
  while (!open.empty()) {
    const ExprId expr = open.back();
    open.pop_back();
    const auto children = net_.exprs.children(expr);
    if (net_.exprs[expr].op == Op::and_) {
      open.push_back(children[1]);
      open.push_back(children[0]);
      continue;
    }
    Guard guard{expr, free_variables(net_, expr, compiled_.binding_size), {}, false};
    if (net_.exprs[expr].op == Op::equal) {
      add_equation(guard, children[0], children[1]);
      add_equation(guard, children[1], children[0]);
    }
    guards_.push_back(std::move(guard));
  }
}

void Planner::add_equation(Guard& guard, ExprId pattern, ExprId value) const {
  Equation equation{take_apart(net_, pattern, net_.exprs[value].type, compiled_.binding_size), value,
                    free_variables(net_, value, compiled_.binding_size)};
  const Slots binds = equation.pattern.binds();
  const bool circular = std::any_of(binds.begin(), binds.end(), [&](std::uint32_t slot) {
    return std::find(equation.needs.begin(), equation.needs.end(), slot) != equation.needs.end();
  });
  if (!binds.empty() && !circular) guard.equations.push_back(std::move(equation));
}

void Planner::start() {
  plan_ = {};
  bound_.assign(compiled_.binding_size, Bound::no);
  origins_.assign(compiled_.binding_size, 0);
  done_.assign(compiled_.terms.size(), false);
  scanned_.assign(compiled_.terms.size(), false);
  waiting_.clear();
  presumed_.clear();
  last_slot_of_scan_.clear();
  best_ = !compiled_.joined_inputs && !compiled_.varying_inputs;
  for (Guard& guard : guards_) guard.done = false;
  for (std::size_t i = 0; i < done_.size(); ++i) {
    const ArcKind kind = compiled_.terms[i].kind;
    done_[i] = kind == ArcKind::output || kind == ArcKind::reset;
  }
}

Plan Planner::plan() {
  start();
  return finish();
}

Plan Planner::plan_check() {
  start();
  std::fill(bound_.begin(), bound_.end(), Bound::yes);
  for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) presume(slot);
  return finish();
}

Plan Planner::plan_from(std::uint32_t arc) {
  start();
  // Variables that decide whether the term is there at all are bound by others.
  use_parts(arc, false, plan_.trigger);
  const Term& term = compiled_.terms[arc];
  for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
    if (bound_[slot] == Bound::yes && !binds(term, slot)) presume(slot);
  }
  return finish();
}

Plan Planner::plan_from(const Pattern& dependency) {
  start();
  for (std::uint32_t k = 0; k < dependency.parts.size(); ++k) {
    const PatternPart& part = dependency.parts[k];
    plan_.trigger.push_back({k, known(part) ? Kind::compare : Kind::bind});
    if (part.kind == PatternPart::Kind::variable) bind(part.slot, 0);
  }
  for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
    if (bound_[slot] == Bound::yes) presume(slot);
  }
  return finish();
}

Plan Planner::finish() {
  for (;;) {
    if (step_cheap() || step_scan() || step_settle()) continue;
    if (std::find(bound_.begin(), bound_.end(), Bound::no) == bound_.end()) break;
    step_enumerate();
  }
  for (PlanStep& step : presumed_) plan_.steps.push_back(std::move(step));
  presumed_.clear();
  if (compiled_.joined_inputs) plan_.steps.push_back(make_step(StepKind::totals));
  plan_.first_is_best = best_;
  return std::move(plan_);
}

bool Planner::step_cheap() { return step_guard() || step_verify() || step_lookup(); }

bool Planner::bound(const Slots& slots) const {
  return std::all_of(slots.begin(), slots.end(), [&](std::uint32_t slot) { return bound_[slot] == Bound::yes; });
}

void Planner::bind(std::uint32_t slot, std::uint64_t origin, Bound how) {
  bound_[slot] = how;
  origins_[slot] |= origin;
}

std::uint64_t Planner::origin(const Slots& slots) const {
  std::uint64_t result = 0;
  for (const std::uint32_t slot : slots) result |= origins_[slot];
  return result;
}

void Planner::check_origin(std::uint64_t origins) {
  if ((origins & (origins - 1)) != 0) best_ = false;
}

bool Planner::step_guard() {
  for (Guard& guard : guards_) {
    if (guard.done) continue;
    if (bound(guard.needs)) {
      guard.done = true;
      check_origin(origin(guard.needs));
      plan_.steps.push_back(make_step(StepKind::guard));
      plan_.steps.back().code = Code(net_, guard.expr, &indices_);
      return true;
    }
    for (const Equation& equation : guard.equations) {
      if (step_equation(guard, equation)) return true;
    }
  }
  return false;
}

bool Planner::step_equation(Guard& guard, const Equation& equation) {
  if (!bound(equation.needs)) return false;
  PlanStep step = make_step(StepKind::assign);
  const std::uint64_t from = origin(equation.needs);
  for (std::uint32_t k = 0; k < equation.pattern.parts.size(); ++k) {
    const PatternPart& part = equation.pattern.parts[k];
    const auto same = [&](const PlanStep::PartAction& action) {
      const PatternPart& other = equation.pattern.parts[action.part];
      return action.kind != Kind::compare && part.kind == PatternPart::Kind::variable && other.slot == part.slot;
    };
    if (std::any_of(step.parts.begin(), step.parts.end(), same)) {
      step.parts.push_back({k, Kind::compare});
      continue;
    }
    const bool free = part.kind == PatternPart::Kind::variable && bound_[part.slot] != Bound::yes;
    if (!free && !known(part)) return false;
    const Kind bind = free && bound_[part.slot] == Bound::maybe ? Kind::bind_or_compare : Kind::bind;
    step.parts.push_back({k, free ? bind : Kind::compare});
  }
  for (const auto& action : step.parts) {
    const PatternPart& part = equation.pattern.parts[action.part];
    if (part.kind == PatternPart::Kind::computed) check_origin(from | origin(part.needs));
    if (part.kind != PatternPart::Kind::variable) continue;
    if (action.kind == Kind::compare) {
      check_origin(from | origins_[part.slot]);
      continue;
    }
    for (std::size_t scan = 0; scan < last_slot_of_scan_.size(); ++scan) {
      if ((from >> scan & 1U) != 0 && part.slot < last_slot_of_scan_[scan]) best_ = false;
    }
    bind(part.slot, from);
  }
  guard.done = true;
  check_origin(from);
  step.code = Code(net_, equation.value, &indices_);
  step.pattern = equation.pattern;
  plan_.steps.push_back(std::move(step));
  return true;
}

bool Planner::known(const PatternPart& part) const {
  switch (part.kind) {
    case PatternPart::Kind::constant:
      return true;
    case PatternPart::Kind::variable:
      return bound_[part.slot] == Bound::yes;
    case PatternPart::Kind::computed:
      return bound(part.needs);
  }
  return false;
}

bool Planner::step_verify() {
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Waiting wait = waiting_[i];
    const PatternPart& part = compiled_.terms[wait.term].pattern.parts[wait.part];
    if (!known(part)) continue;
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    PlanStep step = make_step(StepKind::verify, wait.term);
    step.parts.push_back({wait.part, Kind::compare});
    if (!last_slot_of_scan_.empty()) best_ = false;
    plan_.steps.push_back(std::move(step));
    return true;
  }
  return false;
}

bool Planner::step_lookup() {
  for (std::uint32_t i = 0; i < done_.size(); ++i) {
    if (done_[i] || !bound(compiled_.terms[i].variables)) continue;
    const Term& term = compiled_.terms[i];
    done_[i] = true;
    const std::uint64_t from = origin(term.variables);
    check_origin(from);
    // The arrivals of what it takes would vary with the scan.
    if (term.kind == ArcKind::input && from != 0) best_ = false;
    if (term.each && term.kind == ArcKind::input) return true;  // `totals` looks at it
    const bool counts = term.kind == ArcKind::inhibitor || term.kind == ArcKind::equal;
    const StepKind count = term.kind == ArcKind::equal ? StepKind::exactly : StepKind::inhibit;
    PlanStep step = make_step(counts ? count : StepKind::lookup, i);
    if (term.pattern.wildcards && !term.each) choose_index(step, counts);
    plan_.steps.push_back(std::move(step));
    return true;
  }
  return false;
}

void Planner::choose_index(PlanStep& step, bool future) {
  const Term& term = compiled_.terms[step.term];
  std::vector<Accessor> accessors;
  std::vector<ColourSetId> types;
  for (std::uint32_t k = 0; k < term.pattern.parts.size(); ++k) {
    const PatternPart& part = term.pattern.parts[k];
    if (!part.can_be_key() || !known(part)) continue;
    step.key.push_back(k);
    accessors.push_back(part.accessor);
    types.push_back(part.part_type);
  }
  step.index = indices_.add(net_.colours, term.place, future, std::move(accessors), types);
}

int Planner::score(const Term& term) const {
  const bool takes = term.kind == ArcKind::input || term.kind == ArcKind::read;
  if (!takes || term.each || !bound(term.presence)) return -1;
  int keys = 0;
  bool useful = false;
  for (const PatternPart& part : term.pattern.parts) {
    if (known(part)) {
      keys += 2;
    } else if (part.kind == PatternPart::Kind::variable) {
      useful = true;
    }
  }
  if (!useful) return -1;
  const bool always = !term.condition.valid() && (!term.count.valid() || term.count.constant());
  return (always ? 1000 : 0) + 2 * keys + (term.kind == ArcKind::input ? 1 : 0);
}

bool Planner::step_scan() {
  int best = -1;
  std::uint32_t chosen = 0;
  for (std::uint32_t i = 0; i < done_.size(); ++i) {
    if (done_[i] || scanned_[i]) continue;
    const int value = score(compiled_.terms[i]);
    if (value > best) {
      best = value;
      chosen = i;
    }
  }
  if (best < 0) return false;
  scan(chosen);
  return true;
}

void Planner::use_parts(std::uint32_t number, bool may_be_absent, std::vector<PlanStep::PartAction>& actions) {
  const Term& term = compiled_.terms[number];
  const std::uint64_t origin = last_slot_of_scan_.empty() ? 0 : std::uint64_t{1} << (last_slot_of_scan_.size() - 1);
  for (std::uint32_t k = 0; k < term.pattern.parts.size(); ++k) {
    const PatternPart& part = term.pattern.parts[k];
    if (known(part)) {
      actions.push_back({k, Kind::compare});
      continue;
    }
    if (part.kind == PatternPart::Kind::computed) {
      waiting_.push_back({number, k});
      continue;
    }
    const bool maybe = may_be_absent || bound_[part.slot] == Bound::maybe;
    actions.push_back({k, maybe ? Kind::bind_or_compare : Kind::bind});
    bind(part.slot, origin, may_be_absent ? Bound::maybe : Bound::yes);
  }
}

void Planner::scan(std::uint32_t number) {
  const Term& term = compiled_.terms[number];
  const bool absent = may_be_absent(term);
  PlanStep step = make_step(StepKind::scan, number);
  choose_index(step, false);
  note_order(term);
  use_parts(number, absent, step.parts);
  scanned_[number] = true;
  // A scan finds its tokens one colour at a time; only then is all of the term settled by it.
  const bool deferred = std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& w) { return w.term == number; });
  done_[number] = !deferred && !term.pattern.wildcards;
  plan_.steps.push_back(std::move(step));
}

}  // namespace petriloom
