// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/join.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/expr/drawn.h"

namespace petriloom {

namespace {

constexpr JoinPolicy kPolicy{true};

/// Whether the term is matched against the possible colours of its place. Others (lists,
/// expressions that cannot be inverted) are looked up once the binding is complete, or, if the
/// marking decides on their presence, not at all.
bool matched(const JoinTerm& term) {
  const auto& parts = term.pattern.parts;
  const auto variable = [](const ColourPart& part) { return part.kind == ColourPart::Kind::variable; };
  const auto constant = [](const ColourPart& part) { return part.kind == ColourPart::Kind::constant; };
  return term.matched() && (term.pattern.wildcards || std::any_of(parts.begin(), parts.end(), variable) ||
                            std::all_of(parts.begin(), parts.end(), constant));
}

/// Whether a part of a pattern can be asked for in an index once its variables are known.
bool can_be_key(const ColourTable& colours, const ColourPart& part) {
  return part.type == part.leaf || colours.converts(part.leaf, part.type);
}

/// The variables of which the marking decides whether they have their first colour; none if every
/// term is decided.
std::vector<UnfoldOpenSlot> open_slots_of(const Join& join, std::uint32_t binding_size) {
  std::vector<UnfoldOpenSlot> open;
  if (std::none_of(join.terms.begin(), join.terms.end(), [](const JoinTerm& term) { return term.undecided; })) return open;
  for (std::uint32_t slot = 0; slot < binding_size; ++slot) {
    if (join.equated(slot, false)) continue;
    UnfoldOpenSlot one{slot, {}};
    bool certain = false;
    bool undecided = false;
    for (std::size_t k = 0; k < join.terms.size(); ++k) {
      const JoinTerm& term = join.terms[k];
      if (!term.binds(slot)) continue;
      one.terms.push_back(k);
      certain = certain || !term.conditional;
      undecided = undecided || term.undecided;
    }
    if (undecided && !certain) open.push_back(std::move(one));
  }
  return open;
}

/// Prepares one transition after the other.
class Preparation {
 public:
  Preparation(const Net& net, bool untimed, std::vector<PossibleColours>& places, Diagnostics& diagnostics)
      : net_(net), untimed_(untimed), places_(places), diagnostics_(diagnostics) {}
  UnfoldTransition prepare(TransitionId id);

 private:
  bool has_outcomes(TransitionId id);
  JoinPlan plan(TransitionId id, const Join& join, const JoinStart& start);
  std::vector<UnfoldMatcher> matchers_of(const Transition& transition, const Join& join);
  std::uint32_t index_on(PlaceId place, const ColourPattern& pattern, std::vector<std::uint32_t>& key);

  const Net& net_;
  const bool untimed_;
  std::vector<PossibleColours>& places_;
  Diagnostics& diagnostics_;
};

UnfoldTransition Preparation::prepare(TransitionId id) {
  const Transition& transition = net_[id];
  UnfoldTransition data;
  data.join = join_of(net_, transition, kPolicy);
  std::vector<JoinTerm>& terms = data.join.terms;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const bool takes = terms[k].kind == ArcKind::input || terms[k].kind == ArcKind::read;
    terms[k].planned = matched(terms[k]);
    if (takes && !terms[k].planned && !terms[k].undecided) data.late.push_back(k);
  }
  data.open_slots = open_slots_of(data.join, transition.binding_size);
  data.outcomes = has_outcomes(id);
  data.all = plan(id, data.join, {});
  data.by_term.resize(terms.size());
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (!terms[k].planned) continue;
    data.by_term[k] = plan(id, data.join, {k, {}});
    data.repeats = data.repeats || terms[k].pattern.wildcards || terms[k].undecided;
  }
  data.matchers = matchers_of(transition, data.join);
  if (data.all.unbound) {
    diagnostics_.error(
        transition.where,
        fmt::format("the variable '{}' of '{}' cannot be enumerated", transition.variables[*data.all.unbound].name, path(net_, id)),
        "bind it by a pattern of an input arc or by a guard 'x = e'");
  }
  return data;
}

// Reports what is drawn and has no outcomes to look at.
bool Preparation::has_outcomes(TransitionId id) {
  const Transition& transition = net_[id];
  bool outcomes = false;
  for (const Arc& arc : transition.arcs) {
    if (!puts_drawn(net_, arc)) continue;
    if (untimed_ && !state_decides(net_, arc)) {
      outcomes = true;
    } else if (draws(net_, arc.value)) {
      diagnostics_.error(arc.where, fmt::format("what '{}' puts is drawn at random, which cannot be unfolded", path(net_, id)),
                         "without time, or as a transition for each outcome, with weights, it can");
    }
  }
  const std::vector<char> drawn = drawn_for_tokens(net_, transition);
  if (std::count(drawn.begin(), drawn.end(), 1) > 0) {
    diagnostics_.error(transition.draws.front().where,
                       fmt::format("what '{}' draws when it fires cannot be unfolded", path(net_, id)),
                       "a transition for each outcome, with weights, can");
  }
  return outcomes;
}

JoinPlan Preparation::plan(TransitionId id, const Join& join, const JoinStart& start) {
  JoinPlan plan = join_plan(net_, net_[id], join, kPolicy, start);
  std::vector<bool> scanned(join.terms.size());
  // One token is as good as many: what was scanned is there, and of the start it matters only
  // whether it is there at all.
  std::erase_if(plan.steps, [&](const JoinStep& step) {
    if (step.kind == JoinStep::Kind::scan) scanned[step.item] = true;
    if (step.kind != JoinStep::Kind::lookup) return false;
    return scanned[step.item] || (step.item == start.term && !join.terms[step.item].conditional);
  });
  for (JoinStep& step : plan.steps) {
    if (step.kind != JoinStep::Kind::scan && step.kind != JoinStep::Kind::lookup) continue;
    if (step.kind == JoinStep::Kind::lookup) {
      for (const std::uint32_t k : step.key) step.parts.push_back({k, PartAction::Kind::compare});
    }
    step.index = index_on(net_[id].arcs[step.item].place, join.terms[step.item].pattern, step.key);
  }
  return plan;
}

std::vector<UnfoldMatcher> Preparation::matchers_of(const Transition& transition, const Join& join) {
  std::vector<UnfoldMatcher> matchers;
  for (std::size_t a = 0; a < transition.arcs.size(); ++a) {
    const Arc& arc = transition.arcs[a];
    const bool wild = net_.exprs[arc.value].wildcards;
    if (arc.each || (arc.kind == ArcKind::read && !wild) || arc.kind == ArcKind::input || arc.kind == ArcKind::output) continue;
    UnfoldMatcher& matcher = matchers.emplace_back();
    matcher.arc = a;
    for (std::uint32_t k = 0; k < join.terms[a].pattern.parts.size(); ++k) matcher.key.push_back(k);
    matcher.index = index_on(arc.place, join.terms[a].pattern, matcher.key);
  }
  return matchers;
}

// Leaves those parts of `key` that an index can have.
std::uint32_t Preparation::index_on(PlaceId place, const ColourPattern& pattern, std::vector<std::uint32_t>& key) {
  std::erase_if(key, [&](std::uint32_t k) { return !can_be_key(net_.colours, pattern.parts[k]); });
  std::vector<const ColourPart*> parts;
  for (const std::uint32_t k : key) parts.push_back(&pattern.parts[k]);
  return parts.empty() ? 0 : places_[place.index()].index_on(parts);
}

}  // namespace

std::vector<UnfoldTransition> prepare_transitions(const Net& net, bool untimed, std::vector<PossibleColours>& places,
                                                  Diagnostics& diagnostics) {
  Preparation preparation(net, untimed, places, diagnostics);
  std::vector<UnfoldTransition> prepared;
  prepared.reserve(net.transitions.size());
  for (std::size_t t = 0; t < net.transitions.size(); ++t) prepared.push_back(preparation.prepare(TransitionId(t)));
  return prepared;
}

}  // namespace petriloom
