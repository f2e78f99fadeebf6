// SPDX-License-Identifier: Apache-2.0
#include "engine/net/unfold_plan.h"

#include <algorithm>

namespace petriloom {

namespace {

using Kind = UnfoldStep::Kind;

class Planner {
 public:
  Planner(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms)
      : net_(net),
        transition_(transition),
        terms_(terms),
        bound_(transition.binding_size),
        guard_done_(transition.guards.size()),
        term_done_(terms.size()),
        verified_(terms.size()) {}

  UnfoldPlan plan(std::optional<std::size_t> trigger) {
    if (trigger) {
      start(*trigger);
    }
    while (guards() || assigns() || verifies() || lookups() || scan() || settle() || enumerate()) {
    }
    const auto left = std::find(bound_.begin(), bound_.end(), false);
    if (left != bound_.end()) plan_.unbound = static_cast<std::uint32_t>(left - bound_.begin());
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool all_bound(const std::vector<std::uint32_t>& slots) const {
    return std::all_of(slots.begin(), slots.end(), [this](std::uint32_t slot) { return bound_[slot]; });
  }

  void start(std::size_t term) {
    term_done_[term] = true;
    bind(terms_[term]);
    trigger_ = term;
  }

  void bind(const UnfoldTerm& term) {
    for (const ColourPart& part : term.pattern.parts) {
      if (part.kind == ColourPart::Kind::variable) bound_[part.slot] = true;
    }
  }

  void add(Kind kind, std::size_t term, std::uint32_t slot = 0, ExprId expr = {}) {
    plan_.steps.push_back({kind, term, slot, expr});
  }

  bool guards() {
    bool any = false;
    for (std::size_t k = 0; k < transition_.guards.size(); ++k) {
      if (guard_done_[k] || !all_bound(free_variables(net_, transition_.guards[k], transition_.binding_size))) continue;
      guard_done_[k] = any = true;
      add(Kind::guard, 0, 0, transition_.guards[k]);
    }
    return any;
  }

  // The variable that `side` is, if it is one and not bound yet.
  [[nodiscard]] std::optional<std::uint32_t> unbound_variable(ExprId side) const {
    while (net_.exprs[side].op == Op::convert) side = net_.exprs.children(side)[0];
    const Expr& node = net_.exprs[side];
    if (node.op != Op::variable || static_cast<std::uint64_t>(node.payload) >= transition_.binding_size) return std::nullopt;
    const auto slot = static_cast<std::uint32_t>(node.payload);
    return bound_[slot] ? std::nullopt : std::optional<std::uint32_t>(slot);
  }

  bool assigns() {
    for (std::size_t k = 0; k < transition_.guards.size(); ++k) {
      const Expr& node = net_.exprs[transition_.guards[k]];
      if (guard_done_[k] || node.op != Op::equal) continue;
      const auto sides = net_.exprs.children(transition_.guards[k]);
      for (std::size_t side = 0; side < 2; ++side) {
        const auto slot = unbound_variable(sides[side]);
        if (!slot || !all_bound(free_variables(net_, sides[1 - side], transition_.binding_size))) continue;
        // The guard itself stays to be checked: conversions on the variable's side may lose something.
        bound_[*slot] = true;
        add(Kind::assign, 0, *slot, sides[1 - side]);
        return true;
      }
    }
    return false;
  }

  bool verifies() {
    bool any = false;
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      if (!term_done_[k] || verified_[k] || !all_bound(terms_[k].needs) || !all_bound(terms_[k].presence)) continue;
      verified_[k] = any = true;
      if (trigger_ == k && terms_[k].conditional) add(Kind::present, k);
      add(Kind::verify, k);
    }
    return any;
  }

  bool lookups() {
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      const UnfoldTerm& term = terms_[k];
      if (term_done_[k] || term.pattern.wildcards || !all_bound(term.needs) || !all_bound(term.presence)) continue;
      term_done_[k] = verified_[k] = true;
      add(Kind::lookup, k);
      return true;
    }
    return false;
  }

  // Scans the term with the most parts known: first those that are always there.
  bool scan() {
    std::optional<std::size_t> best;
    long best_score = 0;
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      const UnfoldTerm& term = terms_[k];
      if (term_done_[k] || !all_bound(term.presence)) continue;
      long score = term.conditional ? 0 : 1000;
      for (const ColourPart& part : term.pattern.parts) {
        const bool known =
            part.kind == ColourPart::Kind::constant || (part.kind == ColourPart::Kind::variable && bound_[part.slot]);
        score += known ? 2 : -1;
        if (known && !part.path.empty() && part.path[0].first == 0) score += 10;
      }
      if (!best || score > best_score) {
        best = k;
        best_score = score;
      }
    }
    if (!best) return false;
    term_done_[*best] = true;
    add(Kind::scan, *best);
    if (!terms_[*best].conditional) bind(terms_[*best]);
    return true;
  }

  bool settle() {
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      if (bound_[slot]) continue;
      const bool bindable = std::any_of(terms_.begin(), terms_.end(), [&](const UnfoldTerm& t) { return t.pattern.binds(slot); });
      if (!bindable) continue;
      bool waiting = false;
      for (std::size_t k = 0; k < terms_.size(); ++k) waiting = waiting || (!term_done_[k] && terms_[k].pattern.binds(slot));
      if (waiting) continue;
      bound_[slot] = true;
      add(Kind::settle, 0, slot);
      return true;
    }
    return false;
  }

  bool enumerate() {
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      if (bound_[slot] || !net_.colours[transition_.variables[slot].colour].finite) continue;
      bound_[slot] = true;
      add(Kind::enumerate, 0, slot);
      return true;
    }
    return false;
  }

  const Net& net_;
  const Transition& transition_;
  const std::vector<UnfoldTerm>& terms_;
  std::vector<bool> bound_;
  std::vector<bool> guard_done_;
  std::vector<bool> term_done_;
  std::vector<bool> verified_;
  std::optional<std::size_t> trigger_;
  UnfoldPlan plan_;
};

}  // namespace

std::vector<UnfoldTerm> unfold_terms(const Net& net, const Transition& transition) {
  std::vector<UnfoldTerm> terms;
  for (std::size_t k = 0; k < transition.arcs.size(); ++k) {
    const Arc& arc = transition.arcs[k];
    if ((arc.kind != ArcKind::input && arc.kind != ArcKind::read) || arc.each) continue;
    UnfoldTerm term;
    term.arc = k;
    term.pattern = colour_pattern(net, arc.value, net[arc.place].colour, transition.binding_size);
    const bool matches =
        term.pattern.wildcards || std::any_of(term.pattern.parts.begin(), term.pattern.parts.end(),
                                              [](const ColourPart& p) { return p.kind == ColourPart::Kind::variable; });
    const bool constant = std::all_of(term.pattern.parts.begin(), term.pattern.parts.end(),
                                      [](const ColourPart& p) { return p.kind == ColourPart::Kind::constant; });
    if (!matches && !constant) continue;
    term.needs = free_variables(net, arc.value, transition.binding_size);
    const auto add_presence = [&](ExprId expr) {
      if (!expr.valid()) return;
      const auto slots = free_variables(net, expr, transition.binding_size);
      term.presence.insert(term.presence.end(), slots.begin(), slots.end());
      term.conditional = term.conditional || net.exprs[expr].op != Op::literal;
    };
    add_presence(arc.condition);
    add_presence(arc.count);
    // A constant count of 0 or less makes the term absent for ever.
    if (arc.count.valid() && net.exprs[arc.count].op == Op::literal && net.exprs[arc.count].payload <= 0) continue;
    terms.push_back(std::move(term));
  }
  return terms;
}

UnfoldPlan unfold_plan(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms,
                       std::optional<std::size_t> trigger) {
  return Planner(net, transition, terms).plan(trigger);
}

}  // namespace petriloom
