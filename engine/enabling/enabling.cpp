// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/enabling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/enabling/binding_search.h"
#include "engine/enabling/bound_terms.h"
#include "engine/expr/match.h"

namespace petriloom {

Enabling::Enabling(const Net& net, WordPool& pool, const Limits* limits, std::shared_ptr<const CompiledTransitions> compiled)
    : net_(net),
      pool_(pool),
      evaluator_(net, pool),
      plans_(net, pool, compiled != nullptr ? std::move(compiled) : std::make_shared<const CompiledTransitions>(net)) {
  evaluator_.budget().set_limits(limits);
  std::size_t frame = 0;
  std::size_t terms = 0;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    frame = std::max<std::size_t>(frame, net.transitions[t].variables.size());
    terms = std::max(terms, net.transitions[t].arcs.size());
  }
  frame_.resize(frame);
  precedence_frame_.resize(frame);
  bound_.resize(frame);
  chosen_.resize(terms);
  absent_.resize(terms);
  find_needed();
  for (std::size_t t = 0; t < net.transitions.size(); ++t) decided_.push_back(find_decided(TransitionId(t)));
}

void Enabling::find_needed() {
  const auto is_false = [this](ExprId guard) { return always(net_, guard) == false; };
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    Needed& needed = needed_.emplace_back();
    const std::vector<ExprId>& guards = net_.transitions[t].guards;
    needed.never = std::any_of(guards.begin(), guards.end(), is_false);
    needed.begin = static_cast<std::uint32_t>(needed_places_.size());
    for (const Term& term : plans_[TransitionId(t)].terms) {
      const std::int64_t tokens = always_taken(term);
      if (tokens == 0) continue;
      const auto from = needed_places_.begin() + needed.begin;
      const auto known = std::find(from, needed_places_.end(), term.place);
      if (known == needed_places_.end()) {
        needed_places_.push_back(term.place);
        needed_tokens_.push_back(tokens);
      } else {
        std::int64_t& least = needed_tokens_[static_cast<std::size_t>(known - needed_places_.begin())];
        least = std::max(least, tokens);
      }
    }
    needed.end = static_cast<std::uint32_t>(needed_places_.size());
  }
}

// How many tokens of its place each binding takes or reads by a term, at least. Of a list that is
// the same for all (all nodes have come) each element takes one; those read may be one token.
std::int64_t Enabling::always_taken(const Term& term) {
  if (term.kind != ArcKind::input && term.kind != ArcKind::read) return 0;
  if (!term.each) return term.always_one ? 1 : 0;
  const ExprId list = term.value.expr();
  if (term.kind == ArcKind::read || term.count.valid() || term.condition.valid()) return 0;
  if (net_.exprs.looks(list, look::state | look::random)) return 0;
  if (!free_variables(net_, list, std::numeric_limits<std::size_t>::max()).empty()) return 0;
  try {
    return static_cast<std::int64_t>(pool_.view(term.value.eval(evaluator_, frame_)).size());
  } catch (const EvalError&) {
    return 0;
  }
}

Enabling::Decided Enabling::find_decided(TransitionId transition) const {
  Decided decided;
  for (const Term& term : plans_[transition].terms) {
    if (term.kind != ArcKind::output && term.kind != ArcKind::reset) decided.places.push_back(term.place);
  }
  for (const Dependency& dependency : plans_[transition].dependencies) decided.places.push_back(dependency.place);
  std::sort(decided.places.begin(), decided.places.end());
  decided.places.erase(std::unique(decided.places.begin(), decided.places.end()), decided.places.end());
  const auto look = [&](ExprId expr) { decided.more |= expr.valid() && net_.exprs.looks(expr, look::levels | look::time); };
  for (const ExprId guard : net_[transition].guards) look(guard);
  for (const Arc& arc : net_[transition].arcs) {
    if (arc.kind == ArcKind::output || arc.kind == ArcKind::reset) continue;
    for (const ExprId expr : {arc.count, arc.condition}) look(expr);
    if (arc.collect) look(arc.collect->count);
  }
  return decided;
}

bool Enabling::search(const Marking& marking, TransitionId transition, std::size_t arc, Word colour, BindingSink sink,
                      bool ignore_inhibitors, bool best_only) {
  BindingSearch run(*this, marking, transition, sink);
  if (ignore_inhibitors) run.ignore_inhibitors();
  const std::size_t terms = plans_[transition].terms.size();
  const auto outcome = arc < terms ? run.from_token(arc, colour, best_only) : run.from_dependency(arc - terms, colour, best_only);
  return outcome == BindingSearch::Outcome::stopped;
}

bool Enabling::for_each(const Marking& marking, TransitionId transition, BindingSink sink) {
  if (!possible(marking, transition)) return true;
  return BindingSearch(*this, marking, transition, sink).all() != BindingSearch::Outcome::stopped;
}

bool Enabling::for_each(const Marking& marking, BindingSink sink) {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    if (!for_each(marking, TransitionId(t), sink)) return false;
  }
  return true;
}

bool Enabling::for_each_using(const Marking& marking, TransitionId transition, std::size_t arc, Word colour, BindingSink sink,
                              bool ignore_inhibitors) {
  return !search(marking, transition, arc, colour, sink, ignore_inhibitors, false);
}

bool Enabling::find_using(const Marking& marking, TransitionId transition, std::size_t arc, Word colour, BindingSink sink) {
  const auto once = [&](TransitionId found, std::span<const Word> frame) {
    sink(found, frame);
    return false;
  };
  return search(marking, transition, arc, colour, once, false, plans_[transition].by_arc[arc].first_is_best);
}

bool Enabling::enabled(const Marking& marking, TransitionId transition, std::span<const Word> binding) {
  const auto found = [](TransitionId, std::span<const Word>) { return false; };
  return BindingSearch(*this, marking, transition, found).check(binding) == BindingSearch::Outcome::stopped;
}

void Enabling::inputs_seen(TransitionId transition, std::vector<Tokens>& inputs) const {
  inputs.clear();
  const TransitionPlan& plan = plans_[transition];
  if (!plan.inputs_seen) return;
  for (const std::uint32_t k : plan.inputs) inputs.push_back({plan.terms[k].place, chosen_[k], 1});
}

bool Enabling::fireable(const Marking& marking, TransitionId transition) {
  return !for_each(marking, transition, [](TransitionId, std::span<const Word>) { return false; });
}

bool Enabling::dead(const Marking& marking) {
  return for_each(marking, [](TransitionId, std::span<const Word>) { return false; });
}

Precedence Enabling::evaluated(TransitionId transition, std::span<const Word> binding) {
  const TransitionPlan& plan = plans_[transition];
  std::copy_n(binding.begin(), plan.binding_size, precedence_frame_.begin());
  return plan.precedence.of(evaluator_, precedence_frame_);
}

double Enabling::weight(const Marking& marking, TransitionId transition, std::span<const Word> binding) {
  const TransitionPlan& plan = plans_[transition];
  std::copy_n(binding.begin(), plan.binding_size, precedence_frame_.begin());
  const double weight = real_of_word(plan.weight.eval(evaluator_, precedence_frame_, &marking));
  if (std::isfinite(weight) && weight > 0) return weight;
  throw EvalError(net_[transition].where, fmt::format("a weight must be finite and positive, not {}", weight));
}

std::int64_t MarkingView::tokens(PlaceId place) const { return marking_.total_in(place); }

std::int64_t MarkingView::tokens_if(PlaceId place, const std::function<bool(Word)>& match) const {
  std::int64_t sum = 0;
  for (Marking::Slot slot = 0; slot < marking_.slots(place); ++slot) {
    const std::int64_t total = marking_.total(place, slot);
    if (total > 0 && match(marking_.colour(place, slot))) sum += total;
  }
  return sum;
}

std::int64_t MarkingView::tokens(PlaceId place, Word colour) const { return marking_.total_of(place, colour); }
bool MarkingView::fireable(TransitionId transition) const { return enabling_.fireable(marking_, transition); }
bool MarkingView::dead() const { return enabling_.dead(marking_); }

}  // namespace petriloom
