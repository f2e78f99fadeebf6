// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/plan_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/enabling/plan_order.h"

namespace petriloom {

namespace {

/// Empty if some part is not plain, or may be bound or not.
std::vector<PlainPart> plain_parts(const Pattern& pattern, const std::vector<PartAction>& actions) {
  std::vector<PlainPart> result;
  for (const PartAction& action : actions) {
    const PatternPart& part = pattern.parts[action.part];
    if (!part.plain || part.kind == ColourPart::Kind::computed || action.kind == PartAction::Kind::bind_or_compare) return {};
    PlainPart& plain = result.emplace_back(PlainPart{part.accessor, PlainPart::Kind::binds, part.slot, part.word});
    if (part.kind == ColourPart::Kind::constant) plain.kind = PlainPart::Kind::is_word;
    if (part.kind == ColourPart::Kind::variable && action.kind == PartAction::Kind::compare)
      plain.kind = PlainPart::Kind::is_variable;
  }
  return result;
}

}  // namespace

Plan PlanCompiler::check() {
  JoinStart start;
  start.slots.resize(compiled_.binding_size);
  std::iota(start.slots.begin(), start.slots.end(), 0U);
  return compile(start);
}

Plan PlanCompiler::from(const Pattern& dependency) {
  JoinStart start;
  std::vector<PartAction> actions;
  for (std::uint32_t k = 0; k < dependency.parts.size(); ++k) {
    const PatternPart& part = dependency.parts[k];
    const bool known = part.kind != PatternPart::Kind::variable ||
                       std::find(start.slots.begin(), start.slots.end(), part.slot) != start.slots.end();
    actions.push_back({k, known ? PartAction::Kind::compare : PartAction::Kind::bind});
    if (!known) start.slots.push_back(part.slot);
  }
  Plan plan = compile(start);
  plan.trigger = std::move(actions);
  plan.plain_trigger = plain_parts(dependency, plan.trigger);
  return plan;
}

Plan PlanCompiler::compile(const JoinStart& start) {
  JoinPlan plan = join_plan(net_, transition_, join_, {}, start);
  if (plan.unbound) {
    const Variable& variable = transition_.variables[*plan.unbound];
    throw EvalError(transition_.where, fmt::format("nothing binds the variable {} of {}, and its colour set {} is not finite",
                                                   variable.name, transition_.name, net_.colours.describe(variable.colour)));
  }
  Plan compiled;
  compiled.first_is_best = first_is_best(compiled_, join_, start, plan);
  compiled.trigger = std::move(plan.start);
  if (start.term) compiled.plain_trigger = plain_parts(compiled_.terms[*start.term].pattern, compiled.trigger);
  for (JoinStep& from : plan.steps) {
    const bool lookup = from.kind == JoinStep::Kind::lookup;
    const bool each = lookup && join_.terms[from.item].each;
    if (each && join_.terms[from.item].kind == ArcKind::input) continue;  // `totals` looks at it
    PlanStep& step = compiled.steps.emplace_back();
    static_cast<JoinStep&>(step) = std::move(from);
    if (step.kind == JoinStep::Kind::assign) {
      const JoinEquation& equation = join_.guards[step.item].equations[step.equation];
      step.code = Code(net_, equation.value, &indices_);
      step.pattern = compile_pattern(net_, equation.pattern);
    }
    if (step.kind == JoinStep::Kind::assign) step.plain = plain_parts(step.pattern, step.parts);
    if (step.kind == JoinStep::Kind::scan || step.kind == JoinStep::Kind::verify) {
      step.plain = plain_parts(compiled_.terms[step.item].pattern, step.parts);
    }
    const bool counted = lookup && !each && join_.terms[step.item].pattern.wildcards;
    if (step.kind == JoinStep::Kind::scan || step.kind == JoinStep::Kind::collect || counted) choose_index(step);
  }
  if (compiled_.joined_inputs) compiled.steps.emplace_back().kind = JoinStep::Kind::totals;
  return compiled;
}

void PlanCompiler::choose_index(PlanStep& step) {
  const Term& term = compiled_.terms[step.item];
  std::erase_if(step.key, [&](std::uint32_t k) { return !term.pattern.parts[k].can_be_key(); });
  const std::uint32_t rank = step.kind == JoinStep::Kind::scan ? term.rank : TokenIndex::kNoRank;
  const bool future = term.kind == ArcKind::inhibitor || term.kind == ArcKind::equal || term.collects_all;
  const IndexId index = index_on(net_.colours, term.place, future, term.pattern, step.key, indices_, rank);
  step.index = static_cast<std::uint32_t>(index.index());
}

}  // namespace petriloom
