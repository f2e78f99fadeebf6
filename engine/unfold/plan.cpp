// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/plan.h"

#include <algorithm>

namespace petriloom {

namespace {

using Kind = UnfoldStep::Kind;

std::optional<Op> mirrored(Op op) {
  switch (op) {
    case Op::less:
      return Op::greater;
    case Op::less_equal:
      return Op::greater_equal;
    case Op::greater:
      return Op::less;
    case Op::greater_equal:
      return Op::less_equal;
    default:
      return std::nullopt;
  }
}

// Colour sets whose words are ordered as the numbers that comparisons see.
bool ordered(const ColourSet& set) {
  return set.finite && (set.kind == ColourKind::range || set.kind == ColourKind::enumeration || set.kind == ColourKind::index);
}

class Planner {
 public:
  Planner(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms)
      : net_(net),
        transition_(transition),
        terms_(terms),
        equations_(unfold_equations(net, transition)),
        bound_(transition.binding_size),
        tried_(transition.binding_size),
        term_done_(terms.size()),
        verified_(terms.size()) {
    for (const ExprId guard : transition.guards) {
      const std::size_t first = parts_.size();
      split_guard(net, guard, parts_);
      // What the marking decides is left to the unfolded net; the rest of such a guard prunes.
      if (net.exprs[guard].stateful())
        std::erase_if(parts_, [&](ExprId part) { return net.exprs[part].stateful(); });
      else
        wholes_.push_back({guard, first, parts_.size()});
    }
    part_done_.resize(parts_.size());
    whole_done_.resize(wholes_.size());
  }

  UnfoldPlan plan(std::optional<std::size_t> trigger) {
    if (trigger) {
      term_done_[*trigger] = true;
      bind(terms_[*trigger].pattern);
      trigger_ = trigger;
    }
    while (guards() || takes() || verifies() || scan() || settle(false) || enumerate() || settle(true)) {
    }
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      const bool unasked = trigger && terms_[*trigger].pattern.binds(slot) && !terms_[*trigger].binds(slot);
      if (unasked || tried_[slot]) presume(slot);
    }
    const auto left = std::find(bound_.begin(), bound_.end(), false);
    if (left != bound_.end()) plan_.unbound = static_cast<std::uint32_t>(left - bound_.begin());
    return std::move(plan_);
  }

 private:
  struct Whole {
    ExprId guard;
    std::size_t first, last;  // its parts
  };

  [[nodiscard]] bool all_bound(const std::vector<std::uint32_t>& slots) const {
    return std::all_of(slots.begin(), slots.end(), [this](std::uint32_t slot) { return bound_[slot]; });
  }
  [[nodiscard]] bool ready(ExprId expr) const { return all_bound(free_variables(net_, expr, transition_.binding_size)); }

  void bind(const ColourPattern& pattern) {
    for (const ColourPart& part : pattern.parts) {
      if (part.kind == ColourPart::Kind::variable) bound_[part.slot] = true;
    }
  }

  UnfoldStep& add(Kind kind, std::size_t item = 0) {
    plan_.steps.emplace_back();
    plan_.steps.back().kind = kind;
    plan_.steps.back().item = item;
    return plan_.steps.back();
  }

  bool guards() {
    bool any = false;
    for (std::size_t w = 0; w < wholes_.size(); ++w) {
      if (whole_done_[w] || !ready(wholes_[w].guard)) continue;
      whole_done_[w] = any = true;
      for (std::size_t k = wholes_[w].first; k < wholes_[w].last; ++k) part_done_[k] = true;
      add(Kind::guard).expr = wholes_[w].guard;
    }
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      if (part_done_[k] || !ready(parts_[k])) continue;
      part_done_[k] = any = true;
      add(Kind::filter).expr = parts_[k];
    }
    return any;
  }

  [[nodiscard]] bool done(ExprId part) const {
    const auto at = std::find(parts_.begin(), parts_.end(), part);
    return at != parts_.end() && part_done_[static_cast<std::size_t>(at - parts_.begin())];
  }

  // Equalities one side of which is known.
  bool takes() {
    for (const UnfoldEquation& equation : equations_) {
      // What the marking says is not known here.
      if (net_.exprs[equation.guard].stateful() || done(equation.guard) || !ready(equation.value)) continue;
      const auto& parts = equation.pattern.parts;
      const bool news = std::any_of(parts.begin(), parts.end(), [this](const ColourPart& part) {
        return part.kind == ColourPart::Kind::variable && !bound_[part.slot];
      });
      if (!news) continue;
      // The guard itself stays to be checked: conversions on the variable's side may lose something.
      bind(equation.pattern);
      UnfoldStep& step = add(Kind::take, plan_.takes.size());
      step.expr = equation.value;
      plan_.takes.push_back(equation.pattern);
      return true;
    }
    return false;
  }

  bool verifies() {
    bool any = false;
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      if (!term_done_[k] || verified_[k] || !all_bound(terms_[k].needs) || !all_bound(terms_[k].presence)) continue;
      verified_[k] = any = true;
      if (trigger_ == k && terms_[k].conditional) add(Kind::present, k);
      const auto& parts = terms_[k].pattern.parts;
      const auto computed = [](const ColourPart& part) { return part.kind == ColourPart::Kind::computed; };
      if (std::any_of(parts.begin(), parts.end(), computed)) add(Kind::verify, k);
    }
    return any;
  }

  [[nodiscard]] bool known(const ColourPart& part) const {
    switch (part.kind) {
      case ColourPart::Kind::constant:
        return true;
      case ColourPart::Kind::variable:
        return bound_[part.slot];
      case ColourPart::Kind::computed:
        return all_bound(part.needs);
    }
    return false;
  }

  // Terms that are fully known first, then the one with the most parts known, those that are always there before others.
  [[nodiscard]] std::optional<std::size_t> best_term() const {
    constexpr long kUnconditional = 1000;
    constexpr long kFull = 10000;
    std::optional<std::size_t> best;
    long best_score = 0;
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      const UnfoldTerm& term = terms_[k];
      if (term_done_[k] || !all_bound(term.presence)) continue;
      long score = term.conditional ? 0 : kUnconditional;
      bool full = !term.pattern.wildcards;
      for (const ColourPart& part : term.pattern.parts) {
        score += known(part) ? 10 : -1;
        full = full && known(part);
      }
      if (full) score += kFull;
      if (!best || score > best_score) {
        best = k;
        best_score = score;
      }
    }
    return best;
  }

  bool scan() {
    const std::optional<std::size_t> best = best_term();
    if (!best) return false;
    const UnfoldTerm& term = terms_[*best];
    term_done_[*best] = true;
    UnfoldStep& step = add(Kind::scan, *best);
    step.once = true;
    for (std::uint32_t k = 0; k < term.pattern.parts.size(); ++k) {
      const ColourPart& part = term.pattern.parts[k];
      if (!known(part)) step.once = false;
      if (known(part) && can_be_key(net_.colours, part)) step.key.push_back(k);
    }
    if (!term.conditional) bind(term.pattern);
    return true;
  }

  // Whether some term could bind the variable, and whether one of those is still to come.
  [[nodiscard]] bool bindable(std::uint32_t slot) const {
    return std::any_of(terms_.begin(), terms_.end(), [slot](const UnfoldTerm& term) { return term.binds(slot); });
  }
  [[nodiscard]] bool waits(std::uint32_t slot) const {
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      if (!term_done_[k] && terms_[k].binds(slot)) return true;
    }
    return false;
  }

  // Whether a guard gives the variable its colour; `open`: one that has not done so yet.
  [[nodiscard]] bool equated(std::uint32_t slot, bool open) const {
    return std::any_of(equations_.begin(), equations_.end(), [&](const UnfoldEquation& equation) {
      return equation.pattern.binds(slot) && !(open && done(equation.guard));
    });
  }
  // The same by what the marking says: any colour.
  [[nodiscard]] bool equated_by_state(std::uint32_t slot) const {
    return std::any_of(equations_.begin(), equations_.end(), [&](const UnfoldEquation& equation) {
      return equation.pattern.binds(slot) && net_.exprs[equation.guard].stateful();
    });
  }

  // `must`: nothing else can give it a colour any more.
  bool settle(bool must) {
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      if (bound_[slot] || !bindable(slot) || equated_by_state(slot)) continue;
      if (!must && (waits(slot) || equated(slot, true))) continue;
      bound_[slot] = true;
      add(Kind::settle).slot = slot;
      return true;
    }
    return false;
  }

  // The variable was given by a trigger that does not bind it, or tried before what would bind it: its colour must be what that
  // gives.
  void presume(std::uint32_t slot) {
    if (equated(slot, false)) return;
    std::vector<std::size_t> binders;
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      if (!terms_[k].binds(slot)) continue;
      if (!terms_[k].conditional) return;
      binders.push_back(k);
    }
    if (binders.empty()) return;
    UnfoldStep& step = add(Kind::presume);
    step.slot = slot;
    step.binders = std::move(binders);
  }

  bool enumerate() { return enumerate(false) || enumerate(true); }

  // First variables that no term could bind, on which the presence of terms may depend.
  bool enumerate(bool any) {
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      if (bound_[slot] || !net_.colours[transition_.variables[slot].colour].finite || (!any && waits(slot))) continue;
      // One whose terms have all been looked at has a colour already, or its first one, or that of an equation.
      if (bindable(slot) && !waits(slot) && !equated_by_state(slot)) continue;
      std::vector<UnfoldBound> bounds = bounds_of(slot);
      bound_[slot] = true;
      tried_[slot] = waits(slot);
      UnfoldStep& step = add(Kind::enumerate);
      step.slot = slot;
      step.bounds = std::move(bounds);
      return true;
    }
    return false;
  }

  [[nodiscard]] bool is_variable(ExprId expr, std::uint32_t slot) const {
    while (net_.exprs[expr].op == Op::convert || net_.exprs[expr].op == Op::index_of) expr = net_.exprs.children(expr)[0];
    return net_.exprs[expr].op == Op::variable && net_.exprs[expr].payload == static_cast<Word>(slot);
  }

  // Comparisons of the variable with what is known.
  [[nodiscard]] std::vector<UnfoldBound> bounds_of(std::uint32_t slot) const {
    std::vector<UnfoldBound> bounds;
    if (!ordered(net_.colours[transition_.variables[slot].colour])) return bounds;
    for (const ExprId part : parts_) {
      const Op op = net_.exprs[part].op;
      if (!mirrored(op)) continue;
      const auto sides = net_.exprs.children(part);
      for (std::size_t side = 0; side < 2; ++side) {
        const ColourSetId compared = net_.exprs[sides[side]].type;
        if (net_.colours[compared].kind == ColourKind::real || !is_variable(sides[side], slot) || !ready(sides[1 - side])) continue;
        bounds.push_back({side == 0 ? op : *mirrored(op), sides[1 - side]});
      }
    }
    return bounds;
  }

  const Net& net_;
  const Transition& transition_;
  const std::vector<UnfoldTerm>& terms_;
  std::vector<UnfoldEquation> equations_;
  std::vector<bool> bound_;
  std::vector<bool> tried_;  // enumerated while a term that could bind it was still to come
  std::vector<ExprId> parts_;
  std::vector<Whole> wholes_;
  std::vector<bool> part_done_;
  std::vector<bool> whole_done_;
  std::vector<bool> term_done_;
  std::vector<bool> verified_;
  std::optional<std::size_t> trigger_;
  UnfoldPlan plan_;
};

}  // namespace

UnfoldPlan unfold_plan(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms,
                       std::optional<std::size_t> trigger) {
  return Planner(net, transition, terms).plan(trigger);
}

}  // namespace petriloom
