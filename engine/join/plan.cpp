// SPDX-License-Identifier: Apache-2.0
#include "engine/join/plan.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace petriloom {

namespace {

using Kind = JoinStep::Kind;
using Slots = std::vector<std::uint32_t>;

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

/// Whether the words of a colour set are ordered as the numbers that comparisons see.
bool ordered(const ColourSet& set) {
  return set.finite && (set.kind == ColourKind::range || set.kind == ColourKind::enumeration || set.kind == ColourKind::index);
}

class Planner {
 public:
  Planner(const Net& net, const Transition& transition, const Join& join, const JoinPolicy& policy)
      : net_(net),
        transition_(transition),
        join_(join),
        policy_(policy),
        bound_(transition.binding_size),
        guard_done_(join.guards.size()),
        scanned_(join.terms.size()),
        collected_(join.terms.size()) {
    for (const JoinTerm& term : join.terms) term_done_.push_back(!term.planned);
  }

  JoinPlan plan(const JoinStart& start) {
    for (const std::uint32_t slot : start.slots) bound_[slot] = Bound::yes;
    start_ = start.term;
    if (start_) use_parts(*start_, false, plan_.start);
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      if (bound_[slot] == Bound::yes && !(start_ && join_.terms[*start_].binds(slot))) presume(slot);
    }
    while (step_guard(false) || step_verify() || step_lookup() || step_guard(true) || step_scan() || step_collect() ||
           settle(false) || enumerate() || settle(true)) {
    }
    for (JoinStep& step : presumed_) plan_.steps.push_back(std::move(step));
    for (std::uint32_t slot = 0; slot < bound_.size() && !plan_.unbound; ++slot) {
      if (bound_[slot] == Bound::no || (bound_[slot] == Bound::maybe && join_.equated(slot, true))) plan_.unbound = slot;
    }
    return std::move(plan_);
  }

 private:
  /// A variable may be `maybe` bound: by a scan of a term that was absent or not.
  enum class Bound : std::uint8_t { no, maybe, yes };
  /// Parts of a token already chosen that wait for their variables.
  struct Waiting {
    std::size_t term = 0;
    std::uint32_t part = 0;
  };

  [[nodiscard]] bool bound(const Slots& slots) const {
    return std::all_of(slots.begin(), slots.end(), [this](std::uint32_t slot) { return bound_[slot] == Bound::yes; });
  }

  [[nodiscard]] bool known(const ColourPart& part) const {
    switch (part.kind) {
      case ColourPart::Kind::constant:
        return true;
      case ColourPart::Kind::variable:
        return bound_[part.slot] == Bound::yes;
      case ColourPart::Kind::computed:
        return bound(part.needs);
    }
    return false;
  }
  [[nodiscard]] Slots known_parts(const JoinTerm& term) const {
    Slots known_ones;
    for (std::uint32_t k = 0; k < term.pattern.parts.size(); ++k) {
      if (known(term.pattern.parts[k])) known_ones.push_back(k);
    }
    return known_ones;
  }

  JoinStep& add(Kind kind, std::size_t item = 0, std::uint32_t slot = 0) {
    JoinStep& step = plan_.steps.emplace_back();
    step.kind = kind;
    step.item = item;
    step.slot = slot;
    return step;
  }

  /// Guards that take long come after look-ups, which may show that there is nothing to look for.
  bool step_guard(bool long_ones) {
    for (std::size_t k = 0; k < join_.guards.size(); ++k) {
      const JoinGuard& guard = join_.guards[k];
      if (guard_done_[k] || guard.left_out) continue;
      if (guard.takes_long && !long_ones && !policy_.possible_colours) continue;
      if (bound(guard.needs)) {
        finish(k);
        add(guard.whole ? Kind::filter : Kind::guard, k);
        return true;
      }
      if (!policy_.possible_colours && assign(k)) return true;
    }
    for (std::size_t k = 0; k < join_.guards.size() && policy_.possible_colours; ++k) {
      if (!guard_done_[k] && !join_.guards[k].left_out && assign(k)) return true;
    }
    return false;
  }

  void finish(std::size_t guard) {
    guard_done_[guard] = true;
    for (std::size_t k = guard + 1; k < join_.guards.size(); ++k) {
      if (join_.guards[k].whole == guard) guard_done_[k] = true;
    }
  }

  bool assign(std::size_t guard) {
    const auto& equations = join_.guards[guard].equations;
    for (std::size_t k = 0; k < equations.size(); ++k) {
      if (!bound(equations[k].needs)) continue;
      std::vector<PartAction> parts = assigned(equations[k].pattern);
      if (parts.empty()) continue;
      for (const PartAction& action : parts) {
        const ColourPart& part = equations[k].pattern.parts[action.part];
        if (part.kind == ColourPart::Kind::variable) bound_[part.slot] = Bound::yes;
      }
      if (!policy_.possible_colours) guard_done_[guard] = true;
      JoinStep& step = add(Kind::assign, guard);
      step.equation = k;
      step.parts = std::move(parts);
      return true;
    }
    return false;
  }

  /// What to do with the parts of a pattern whose value is known; nothing if it binds nothing, or
  /// not yet.
  [[nodiscard]] std::vector<PartAction> assigned(const ColourPattern& pattern) const {
    std::vector<PartAction> parts;
    Slots news;
    for (std::uint32_t k = 0; k < pattern.parts.size(); ++k) {
      const ColourPart& part = pattern.parts[k];
      // The guard is looked at as a whole, too.
      if (part.kind == ColourPart::Kind::computed && policy_.possible_colours) continue;
      const bool given = part.kind == ColourPart::Kind::variable && std::find(news.begin(), news.end(), part.slot) != news.end();
      if (given || known(part)) {
        parts.push_back({k, PartAction::Kind::compare});
      } else if (part.kind == ColourPart::Kind::variable) {
        news.push_back(part.slot);
        const bool maybe = bound_[part.slot] == Bound::maybe;
        parts.push_back({k, maybe ? PartAction::Kind::bind_or_compare : PartAction::Kind::bind});
      } else {
        return {};
      }
    }
    return news.empty() ? std::vector<PartAction>{} : parts;
  }

  bool step_verify() {
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
      const Waiting wait = waiting_[k];
      const JoinTerm& term = join_.terms[wait.term];
      if (!known(term.pattern.parts[wait.part])) continue;
      // Of a term that is not there nothing must fail.
      if (policy_.possible_colours && !bound(term.presence)) continue;
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(k));
      add(Kind::verify, wait.term).parts.push_back({wait.part, PartAction::Kind::compare});
      return true;
    }
    return false;
  }

  bool step_lookup() {
    std::optional<std::pair<int, std::size_t>> best;
    for (std::size_t k = 0; k < term_done_.size(); ++k) {
      const JoinTerm& term = join_.terms[k];
      if (term_done_[k] || !bound(term.needs) || !bound(term.presence)) continue;
      const int value = policy_.possible_colours ? (start_ == k ? 20000 : 0) + (term.pattern.wildcards ? 0 : 10000) + score(k) : 0;
      if (!best || value > best->first) best = {value, k};
    }
    if (!best) return false;
    term_done_[best->second] = true;
    add(Kind::lookup, best->second).key = known_parts(join_.terms[best->second]);
    return true;
  }

  /// Terms that are always there come first, then those with the most known parts.
  [[nodiscard]] int score(std::size_t number) const {
    const auto& parts = join_.terms[number].pattern.parts;
    const Arc& arc = transition_.arcs[number];
    const bool always = !arc.condition.valid() && (!arc.count.valid() || net_.exprs[arc.count].op == Op::literal);
    const auto known_ones = std::count_if(parts.begin(), parts.end(), [this](const ColourPart& part) { return known(part); });
    const int unknown = static_cast<int>(parts.size()) - static_cast<int>(known_ones);
    const int tie = policy_.possible_colours ? -unknown : arc.kind == ArcKind::input ? 1 : 0;
    return (always ? 1000 : 0) + 10 * static_cast<int>(known_ones) + tie;
  }

  /// Whether going through the tokens of a term binds something.
  [[nodiscard]] bool useful(const JoinTerm& term) const {
    return term.matched() && bound(term.presence) &&
           std::any_of(term.pattern.parts.begin(), term.pattern.parts.end(),
                       [this](const ColourPart& part) { return part.kind == ColourPart::Kind::variable && !known(part); });
  }

  bool step_scan() {
    std::optional<std::pair<int, std::size_t>> best;
    for (std::size_t k = 0; k < term_done_.size(); ++k) {
      if (term_done_[k] || scanned_[k] || !useful(join_.terms[k])) continue;
      if (const int value = score(k); !best || value > best->first) best = {value, k};
    }
    if (!best) return false;
    const std::size_t chosen = best->second;
    const JoinTerm& term = join_.terms[chosen];
    JoinStep& step = add(Kind::scan, chosen);
    step.key = known_parts(term);
    use_parts(chosen, term.conditional, step.parts);
    scanned_[chosen] = true;
    // A scan finds its tokens one colour at a time; only then is all of the term settled by it.
    const auto waits = [&](const Waiting& waiting) { return waiting.term == chosen; };
    term_done_[chosen] = !term.pattern.wildcards && std::none_of(waiting_.begin(), waiting_.end(), waits);
    return true;
  }

  /// Once what is collected is known. Its list may decide on guards and other terms.
  bool step_collect() {
    for (std::size_t k = 0; k < join_.terms.size(); ++k) {
      const JoinTerm& term = join_.terms[k];
      if (!term.list || collected_[k] || !term.planned || !bound(term.asks)) continue;
      collected_[k] = true;
      JoinStep& step = add(Kind::collect, k, *term.list);
      step.key = known_parts(term);
      step.given = bound_[step.slot] == Bound::yes;
      bound_[step.slot] = Bound::yes;
      return true;
    }
    return false;
  }

  void use_parts(std::size_t number, bool may_be_absent, std::vector<PartAction>& actions) {
    const ColourPattern& pattern = join_.terms[number].pattern;
    for (std::uint32_t k = 0; k < pattern.parts.size(); ++k) {
      const ColourPart& part = pattern.parts[k];
      // What fails at once must not fail before guards have been looked at.
      if (part.kind == ColourPart::Kind::computed && (policy_.possible_colours || !known(part))) {
        waiting_.push_back({number, k});
      } else if (known(part)) {
        actions.push_back({k, PartAction::Kind::compare});
      } else {
        const bool maybe = may_be_absent || bound_[part.slot] == Bound::maybe;
        actions.push_back({k, maybe ? PartAction::Kind::bind_or_compare : PartAction::Kind::bind});
        bound_[part.slot] = may_be_absent ? Bound::maybe : Bound::yes;
      }
    }
  }

  /// Whether a guard that has not been looked at gives the variable its colour.
  [[nodiscard]] bool in_open_equation(std::uint32_t slot) const {
    for (std::size_t k = 0; k < guard_done_.size(); ++k) {
      if (guard_done_[k]) continue;
      for (const JoinEquation& equation : join_.guards[k].equations) {
        if (equation.binds(slot)) return true;
      }
    }
    return false;
  }

  /// Whether a term that is still to come could bind the variable.
  [[nodiscard]] bool waits_for_term(std::uint32_t slot) const {
    for (std::size_t k = 0; k < term_done_.size(); ++k) {
      if (!term_done_[k] && !scanned_[k] && join_.terms[k].binds(slot)) return true;
    }
    return false;
  }

  /// Whether a list that is still to be collected will bind the variable.
  [[nodiscard]] bool waits_for_list(std::uint32_t slot) const {
    for (std::size_t k = 0; k < collected_.size(); ++k) {
      if (!collected_[k] && join_.terms[k].planned && join_.terms[k].list == slot) return true;
    }
    return false;
  }

  /// What may still bind a variable comes before it is given up, which is a `must` when nothing
  /// else is left to do.
  bool settle(bool must) {
    for (std::uint32_t slot = 0; must && slot < bound_.size(); ++slot) {
      if (bound_[slot] == Bound::no && !waits_for_list(slot)) return false;
    }
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      if (bound_[slot] != Bound::maybe || join_.equated(slot, true)) continue;
      if (!must && (in_open_equation(slot) || waits_for_term(slot))) continue;
      bound_[slot] = Bound::yes;
      add(Kind::settle, 0, slot);
      return true;
    }
    return false;
  }

  void presume(std::uint32_t slot) {
    JoinStep step;
    step.kind = Kind::presume;
    step.slot = slot;
    for (std::uint32_t k = 0; k < join_.terms.size(); ++k) {
      if (!join_.terms[k].binds(slot)) continue;
      if (!join_.terms[k].conditional) return;
      step.key.push_back(k);
    }
    if (!step.key.empty() && !join_.equated(slot, false)) presumed_.push_back(std::move(step));
  }

  bool enumerate() {
    // What decides whether a term is there comes before what the term would bind; small colour sets
    // come first.
    using Cost = std::tuple<bool, bool, std::uint64_t>;
    std::optional<std::pair<Cost, std::uint32_t>> least;
    for (std::uint32_t slot = 0; slot < bound_.size(); ++slot) {
      const ColourSet& set = net_.colours[transition_.variables[slot].colour];
      if (bound_[slot] == Bound::yes || !set.finite) continue;
      const bool waits = waits_for_term(slot);
      const bool maybe = bound_[slot] == Bound::maybe;
      // One that no term will bind any more has its first colour if none has bound it; or any, by
      // what is not known.
      if (maybe && !waits && !join_.equated(slot, true)) continue;
      const std::pair cost{Cost{waits, maybe, policy_.possible_colours ? 0 : set.size()}, slot};
      if (!least || cost < *least) least = cost;
    }
    if (!least) return false;
    const auto [cost, slot] = *least;
    // Terms that wait for each other's variables: one is tried with every colour, of which only
    // those stay that rule 3 gives it.
    const bool early = std::get<0>(cost);
    if (early) presume(slot);
    JoinStep& step = add(Kind::enumerate, 0, slot);
    step.early = early;
    if (policy_.possible_colours) step.bounds = bounds_of(slot);
    bound_[slot] = Bound::yes;
    return true;
  }

  [[nodiscard]] bool is_variable(ExprId expr, std::uint32_t slot) const {
    while (net_.exprs[expr].op == Op::convert || net_.exprs[expr].op == Op::index_of) expr = net_.exprs.children(expr)[0];
    return net_.exprs[expr].op == Op::variable && net_.exprs[expr].payload == static_cast<Word>(slot);
  }

  /// Comparisons of the variable with what is known.
  [[nodiscard]] std::vector<JoinBound> bounds_of(std::uint32_t slot) const {
    std::vector<JoinBound> bounds;
    if (!ordered(net_.colours[transition_.variables[slot].colour])) return bounds;
    for (const JoinGuard& guard : join_.guards) {
      const Op op = net_.exprs[guard.expr].op;
      if (!guard.whole || guard.left_out || !mirrored(op)) continue;
      const auto sides = net_.exprs.children(guard.expr);
      for (std::size_t side = 0; side < 2; ++side) {
        const ExprId limit = sides[1 - side];
        if (net_.colours[net_.exprs[sides[side]].type].kind == ColourKind::real || !is_variable(sides[side], slot)) continue;
        if (bound(free_variables(net_, limit, bound_.size()))) bounds.push_back({side == 0 ? op : *mirrored(op), limit});
      }
    }
    return bounds;
  }

  const Net& net_;
  const Transition& transition_;
  const Join& join_;
  const JoinPolicy& policy_;
  std::vector<Bound> bound_;
  std::vector<bool> guard_done_;
  std::vector<bool> term_done_;
  std::vector<bool> scanned_;
  std::vector<bool> collected_;
  std::vector<Waiting> waiting_;
  std::vector<JoinStep> presumed_;  // go to the end of the plan
  std::optional<std::size_t> start_;
  JoinPlan plan_;
};

}  // namespace

JoinPlan join_plan(const Net& net, const Transition& transition, const Join& join, const JoinPolicy& policy,
                   const JoinStart& start) {
  return Planner(net, transition, join, policy).plan(start);
}

}  // namespace petriloom
