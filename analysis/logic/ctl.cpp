// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/ctl.h"

#include <stdexcept>

namespace petriloom {
namespace {

// Greatest set Z within `start` such that each state of Z is dead, exempt, or has a successor in Z.
StateSet stay(const StateSpace& space, const ReverseGraph& reverse, StateSet set, bool unexpanded_stay) {
  std::vector<std::uint32_t> ways(space.size(), 0);
  std::vector<StateNumber> leaving;
  Poll poll(space.limits);
  for (StateNumber state = 0; state < space.size(); ++state) {
    poll();
    if (!set[state] || space.graph.dead(state)) continue;
    if (!space.graph.expanded(state)) {
      if (!unexpanded_stay) leaving.push_back(state);
      continue;
    }
    poll(space.graph.targets(state).size());
    for (const StateNumber target : space.graph.targets(state)) ways[state] += set[target] ? 1U : 0U;
    if (ways[state] == 0) leaving.push_back(state);
  }
  for (const StateNumber state : leaving) set.erase(state);
  while (!leaving.empty()) {
    const StateNumber gone = leaving.back();
    leaving.pop_back();
    poll(1 + reverse.sources(gone).size());
    for (const StateNumber source : reverse.sources(gone)) {
      if (!set[source] || --ways[source] > 0) continue;
      set.erase(source);
      leaving.push_back(source);
    }
  }
  return set;
}

}  // namespace

Truth operator~(Truth truth) {
  truth.yes.complement();
  truth.maybe.complement();
  std::swap(truth.yes, truth.maybe);
  return truth;
}

Truth operator&(Truth a, const Truth& b) {
  a.yes &= b.yes;
  a.maybe &= b.maybe;
  return a;
}

Truth operator|(Truth a, const Truth& b) {
  a.yes |= b.yes;
  a.maybe |= b.maybe;
  return a;
}

const Truth& CtlChecker::check(FormulaId formula) {
  const auto known = known_.find(formula);
  if (known != known_.end()) return known->second;
  Truth truth = compute(net_[formula]);
  held_ += truth.yes.bytes() + truth.maybe.bytes();
  space_.limits.check(held_);
  return known_.emplace(formula, std::move(truth)).first->second;
}

Truth CtlChecker::compute(const Formula& node) {
  const auto left = [&]() -> const Truth& { return check(node.left); };
  const auto right = [&]() -> const Truth& { return check(node.right); };
  switch (node.op) {
    case FormulaOp::atom:
      return atom(node);
    case FormulaOp::true_:
      return constant(true);
    case FormulaOp::false_:
      return constant(false);
    case FormulaOp::not_:
      return ~left();
    case FormulaOp::and_:
      return left() & right();
    case FormulaOp::or_:
      return left() | right();
    case FormulaOp::implies:
      return ~left() | right();
    case FormulaOp::iff:
      return (left() & right()) | (~left() & ~right());
    case FormulaOp::ex:
      return exists_next(left());
    case FormulaOp::ax:
      return ~exists_next(~left());
    case FormulaOp::ef:
      return exists_until(constant(true), left());
    case FormulaOp::ag:
      return ~exists_until(constant(true), ~left());
    case FormulaOp::eg:
      return exists_globally(left());
    case FormulaOp::af:
      return ~exists_globally(~left());
    case FormulaOp::eu:
      return exists_until(left(), right());
    case FormulaOp::au: {
      const Truth fails = ~right();
      return ~(exists_until(fails, ~left() & fails) | exists_globally(fails));
    }
    default:
      throw std::logic_error("an operator of LTL in a formula of CTL");
  }
}

Truth CtlChecker::atom(const Formula& node) const {
  Truth truth{space_.atoms[atoms_.number(node)], {}};
  truth.maybe = truth.yes;
  truth.yes.resize(space_.size(), false);
  truth.maybe.resize(space_.size(), true);
  return truth;
}

Truth CtlChecker::constant(bool value) const { return {StateSet(space_.size(), value), StateSet(space_.size(), value)}; }

const ReverseGraph& CtlChecker::reverse() {
  if (!reverse_) {
    held_ += ReverseGraph::bytes(space_.graph, space_.size());
    space_.limits.check(held_);
    reverse_.emplace(space_.graph, space_.size(), space_.limits);
  }
  return *reverse_;
}

Truth CtlChecker::exists_next(const Truth& f) const {
  Truth result = constant(false);
  Poll poll(space_.limits);
  for (StateNumber state = 0; state < space_.size(); ++state) {
    if (!space_.graph.expanded(state)) {
      result.maybe.insert(state);
      continue;
    }
    poll(1 + space_.graph.targets(state).size());
    for (const StateNumber target : space_.graph.targets(state)) {
      if (f.yes[target]) result.yes.insert(state);
      if (f.maybe[target]) result.maybe.insert(state);
    }
  }
  return result;
}

StateSet CtlChecker::backward(StateSet reached, const StateSet& through) {
  std::vector<StateNumber> open;
  Poll poll(space_.limits);
  for (StateNumber state = 0; state < space_.size(); ++state) {
    if (reached[state]) open.push_back(state);
  }
  while (!open.empty()) {
    const StateNumber state = open.back();
    open.pop_back();
    poll(1 + reverse().sources(state).size());
    for (const StateNumber source : reverse().sources(state)) {
      if (reached[source] || !through[source]) continue;
      reached.insert(source);
      open.push_back(source);
    }
  }
  return reached;
}

Truth CtlChecker::exists_until(const Truth& f, const Truth& g) {
  Truth result{backward(g.yes, f.yes), {}};
  if (space_.complete()) {
    result.maybe = result.yes;
    return result;
  }
  StateSet start = g.maybe;
  for (auto state = static_cast<StateNumber>(space_.graph.rows()); state < space_.size(); ++state) {
    if (f.maybe[state]) start.insert(state);
  }
  result.maybe = backward(std::move(start), f.maybe);
  return result;
}

Truth CtlChecker::exists_globally(const Truth& f) {
  Truth result{stay(space_, reverse(), f.yes, false), {}};
  result.maybe = space_.complete() ? result.yes : stay(space_, reverse(), f.maybe, true);
  return result;
}

}  // namespace petriloom
