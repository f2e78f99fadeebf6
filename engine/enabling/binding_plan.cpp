// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/binding_plan.h"

#include <algorithm>
#include <iterator>

#include "engine/enabling/plan_compiler.h"

namespace petriloom {

namespace {

/// Whether a leaf fails is found out with the first token that gets as far as to it. So a computed
/// one is part of the key only where it comes first, and none behind another computed one is.
void index_reset(const Net& net, Term& term, IndexTable& indices) {
  for (std::uint32_t k = 0; k < term.pattern.parts.size(); ++k) {
    const PatternPart& part = term.pattern.parts[k];
    if (part.kind == PatternPart::Kind::computed && k > 0) break;
    if (part.can_be_key()) term.key.push_back(k);
  }
  term.index = index_on(net.colours, term.place, true, term.pattern, term.key, indices);
}

// The draws of lists that arcs and other draws only look into, or that give the tokens of an arc.
// What else there is of a transition must not ask for them, as it is not compiled for lists that
// are held.
std::vector<std::uint32_t> held_draws(const Net& net, const Transition& transition) {
  const auto of_list = [&](const Draw& draw) { return net.colours[net.exprs[draw.value].type].kind == ColourKind::list; };
  if (std::none_of(transition.draws.begin(), transition.draws.end(), of_list)) return {};
  std::vector<ExprId> looking, giving;
  for (const Draw& draw : transition.draws) looking.push_back(draw.value);
  for (const Arc& arc : transition.arcs) {
    if (net[arc.place].fluid) continue;
    const bool gives = arc.each && arc.kind == ArcKind::output && net.exprs[arc.value].op == Op::variable;
    (gives ? giving : looking).push_back(arc.value);
    for (const ExprId expr : {arc.count, arc.condition, arc.delay}) looking.push_back(expr);
  }
  std::vector<ExprId> known = looking;
  known.insert(known.end(), giving.begin(), giving.end());
  std::sort(known.begin(), known.end());
  std::vector<std::uint32_t> asked_elsewhere;
  for_each_expression(transition, [&](ExprId expr) {
    if (!expr.valid() || std::binary_search(known.begin(), known.end(), expr)) return;
    const std::vector<std::uint32_t> asked = free_variables(net, expr, transition.variables.size());
    asked_elsewhere.insert(asked_elsewhere.end(), asked.begin(), asked.end());
  });
  std::vector<std::uint32_t> held;
  for (const Draw& draw : transition.draws) {
    const auto looks = [&](ExprId expr) { return !expr.valid() || only_looks_into(net, expr, draw.slot); };
    const bool elsewhere = std::find(asked_elsewhere.begin(), asked_elsewhere.end(), draw.slot) != asked_elsewhere.end();
    if (of_list(draw) && !elsewhere && std::all_of(looking.begin(), looking.end(), looks)) held.push_back(draw.slot);
  }
  return held;
}

/// A term for each of no elements is none, and has no delay (docs/semantics.md, rule 6).
bool is_never(const Net& net, const Term& term) {
  const auto same = [](const Code& code) { return !code.valid() || code.constant(); };
  if (!same(term.condition)) return false;
  if (term.condition.valid() && term.condition.constant_value() == 0) return true;
  return term.kind == ArcKind::output && term.each && same(term.count) && term.value.constant() &&
         net.pool.view(term.value.constant_value()).empty();
}

Term compile(const Net& net, const Transition& transition, const JoinTerm& from, std::uint32_t number, IndexTable& indices,
             std::span<const std::uint32_t> held) {
  const Arc& arc = transition.arcs[number];
  Term term;
  term.kind = arc.kind;
  term.place = arc.place;
  term.arc = number;
  term.each = arc.each;
  const auto code = [&](ExprId expr, IndexTable* counting, bool gives_tokens = false) {
    return Code(net, expr, counting, Code::Calls::compiled, {held, gives_tokens});
  };
  if (arc.count.valid()) term.count = code(arc.count, &indices);
  if (arc.condition.valid()) term.condition = code(arc.condition, &indices);
  if (arc.delay.valid()) term.delay = code(arc.delay, nullptr);
  term.value = code(arc.value, nullptr, arc.each && arc.kind == ArcKind::output);
  term.may_not_fit = !arc.each && net.exprs[arc.value].type != net[arc.place].colour;
  if (arc.such.valid()) term.such = Code(net, arc.such);
  term.token = arc.token;
  if (arc.collect) {
    term.collects = true;
    term.collects_all = !arc.collect->count.valid();
    if (!term.collects_all) term.collected = Code(net, arc.collect->count, &indices);
    if (arc.collect->seen.valid()) term.seen = Code(net, arc.collect->seen);
    term.tokens = arc.collect->tokens;
  }
  term.pattern = compile_pattern(net, from.pattern);
  if (arc.kind == ArcKind::input && !arc.each && term.pattern.wildcards) {
    throw EvalError(net.exprs[arc.value].where, "a wildcard does not say which token an input arc takes; name a variable instead");
  }
  if (arc.kind == ArcKind::reset && !arc.each) index_reset(net, term, indices);
  term.presence = from.presence;
  std::set_union(from.needs.begin(), from.needs.end(), from.presence.begin(), from.presence.end(),
                 std::back_inserter(term.variables));
  const bool one = !term.count.valid() || (term.count.constant() && term.count.constant_value() == 1);
  const bool always = !term.condition.valid() || (term.condition.constant() && term.condition.constant_value() != 0);
  term.always_one = one && always && !arc.each;
  term.never = is_never(net, term);
  if (term.never) return term;
  for (const ExprId expr : {arc.count, arc.condition, arc.value})
    term.varying = term.varying || net.exprs.looks(expr, look::tokens);
  return term;
}

/// A term that is never there is not looked for, unless it says which variables have their first
/// colour.
void leave_out_if_never(const Term& term, JoinTerm& planned) {
  const auto& parts = planned.pattern.parts;
  const bool names_none =
      std::none_of(parts.begin(), parts.end(), [](const ColourPart& part) { return part.kind == ColourPart::Kind::variable; });
  if (term.never && names_none && !planned.list) planned.planned = false;
}

Term compile_use(const Net& net, const Arc& arc) {
  Term term;
  term.kind = arc.kind;
  term.place = arc.place;
  term.each = arc.each;
  if (arc.count.valid()) term.count = Code(net, arc.count);
  if (arc.condition.valid()) term.condition = Code(net, arc.condition);
  term.value = Code(net, arc.value);
  return term;
}

/// Whether a token that the term takes gives all these variables their values.
bool binds(const Term& term, const std::vector<std::uint32_t>& slots) {
  return term.kind == ArcKind::input && !term.each && std::all_of(slots.begin(), slots.end(), [&](std::uint32_t slot) {
           return std::any_of(term.pattern.parts.begin(), term.pattern.parts.end(), [&](const PatternPart& part) {
             return part.kind == PatternPart::Kind::variable && part.slot == slot;
           });
         });
}

bool joined(const TransitionPlan& plan) {
  std::vector<PlaceId> places;
  for (const std::uint32_t input : plan.inputs) {
    const Term& term = plan.terms[input];
    if (term.each || std::find(places.begin(), places.end(), term.place) != places.end()) return true;
    places.push_back(term.place);
  }
  return false;
}

/// Writes down which of the terms may be there, by kind.
void number_terms(TransitionPlan& plan) {
  for (std::uint32_t k = 0; k < plan.terms.size(); ++k) {
    const Term& term = plan.terms[k];
    if (term.never) continue;
    if (term.kind == ArcKind::input) plan.inputs.push_back(k);
    if (term.kind == ArcKind::output || term.kind == ArcKind::reset) plan.changes.push_back(k);
  }
}

/// Whether a step or what it does with parts asks which term has bound a variable.
bool tells_binders(const Plan& plan) {
  const auto any = [](const std::vector<PartAction>& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [](const PartAction& action) { return action.kind == PartAction::Kind::bind_or_compare; });
  };
  return any(plan.trigger) || std::any_of(plan.steps.begin(), plan.steps.end(), [&](const PlanStep& step) {
           return step.kind == JoinStep::Kind::settle || step.kind == JoinStep::Kind::enumerate || any(step.parts);
         });
}

/// What decides whether bindings of a transition are enabled, besides the tokens that they take and
/// read.
std::vector<Dependency> dependencies(const Net& net, const Transition& transition, const std::vector<Term>& terms) {
  using Use = Dependencies::Use;
  Dependencies result(net, transition.binding_size);
  for (const ExprId guard : transition.guards) result.add_guard(guard);
  add_counts_of_terms(transition, terms, result);
  if (transition.timing == Timing::exponential) result.add(transition.a, Use::rate);
  return result.take();
}

}  // namespace

std::optional<bool> always(const Net& net, ExprId guard) {
  const Code code(net, guard);
  return code.constant() ? std::optional<bool>(code.constant_value() != 0) : std::nullopt;
}

void add_counts_of_terms(const Transition& transition, const std::vector<Term>& terms, Dependencies& dependencies) {
  using Use = Dependencies::Use;
  for (const Term& term : terms) {
    if (term.never || term.kind == ArcKind::output || term.kind == ArcKind::reset) continue;
    const Arc& arc = transition.arcs[term.arc];
    for (const ExprId expr : {arc.count, arc.condition, arc.value}) dependencies.add(expr, Use::enabling);
    if (arc.collect) dependencies.add(arc.collect->count, Use::enabling);
    if (term.kind == ArcKind::equal || term.collects) dependencies.add(term.place, term.pattern, Use::enabling);
  }
}

CompiledTransitions::CompiledTransitions(const Net& net) {
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    TransitionPlan plan;
    plan.frame_size = static_cast<std::uint32_t>(transition.variables.size());
    plan.binding_size = transition.binding_size;
    Join join = join_of(net, transition, {});
    std::erase_if(join.guards, [&](const JoinGuard& guard) { return always(net, guard.expr) == true; });
    for (const JoinGuard& guard : join.guards) plan.guards.emplace_back(net, guard.expr, &indices);
    const std::vector<std::uint32_t> held = held_draws(net, transition);
    for (std::uint32_t a = 0; a < transition.arcs.size(); ++a) {
      plan.terms.push_back(compile(net, transition, join.terms[a], a, indices, held));
      leave_out_if_never(plan.terms.back(), join.terms[a]);
    }
    number_terms(plan);
    plan.joined_inputs = joined(plan);
    plan.inputs_seen = !plan.joined_inputs && std::all_of(plan.inputs.begin(), plan.inputs.end(), [&](std::uint32_t input) {
      return plan.terms[input].always_one && !plan.terms[input].collects;
    });
    plan.varying_inputs = std::any_of(plan.terms.begin(), plan.terms.end(), [](const Term& term) {
      return term.varying && (term.kind == ArcKind::input || term.kind == ArcKind::read);
    });
    plan.dependencies = dependencies(net, transition, plan.terms);
    plan.precedence = PrecedenceCode(net, transition);
    for (const ExprId expr : {transition.priority, transition.order}) {
      if (!expr.valid()) continue;
      const std::vector<std::uint32_t> slots = free_variables(net, expr, transition.binding_size);
      plan.precedence_slots.insert(plan.precedence_slots.end(), slots.begin(), slots.end());
    }
    for (Term& term : plan.terms) {
      if (plan.precedence_slots.empty() || !binds(term, plan.precedence_slots)) continue;
      term.rank = static_cast<std::uint32_t>(ranked.size());
      ranked.push_back({TransitionId(t), term.arc});
    }
    plan.a = Code(net, transition.a, &indices);
    plan.b = Code(net, transition.b, &indices);
    for (const ExprId time : transition.times) plan.times.emplace_back(net, time, &indices);
    for (const Draw& draw : transition.draws) {
      const bool is_held = std::find(held.begin(), held.end(), draw.slot) != held.end();
      plan.draw_slots.push_back(draw.slot);
      plan.draws.emplace_back(net, draw.value, &indices, Code::Calls::compiled, HeldLists{held, is_held});
    }
    plan.weight = Code(net, transition.weight, &indices);
    for (const Arc& use : transition.uses) plan.uses.push_back(compile_use(net, use));
    plan.at_most = Code(net, transition.at_most);
    PlanCompiler compiler(net, TransitionId(t), join, plan, indices);
    plan.all = compiler.all();
    plan.check = compiler.check();
    plan.by_arc.resize(transition.arcs.size());
    for (std::uint32_t a = 0; a < transition.arcs.size(); ++a) {
      const ArcKind kind = transition.arcs[a].kind;
      const bool takes = kind == ArcKind::input || kind == ArcKind::read;
      if (takes || kind == ArcKind::inhibitor) plan.by_arc[a] = compiler.from(a);
    }
    for (const Dependency& dependency : plan.dependencies) plan.by_arc.push_back(compiler.from(dependency.pattern));
    plan.tells_binders = tells_binders(plan.all) || std::any_of(plan.by_arc.begin(), plan.by_arc.end(), tells_binders);
    plans.push_back(std::move(plan));
  }
}

BindingPlans::BindingPlans(const Net& net, WordPool& pool, std::shared_ptr<const CompiledTransitions> compiled)
    : compiled_(std::move(compiled)), indices_(compiled_->indices) {
  std::vector<TokenRank*> ranks;
  for (const CompiledTransitions::RankedTerm& term : compiled_->ranked) {
    const TransitionPlan& plan = (*this)[term.transition];
    ranks_.push_back(std::make_unique<TermRank>(net, pool, plan.precedence, plan.terms[term.arc].pattern, plan.frame_size));
    ranks.push_back(ranks_.back().get());
  }
  indices_.set_ranks(std::move(ranks));
}

}  // namespace petriloom
