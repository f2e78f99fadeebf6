// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/plan_order.h"

#include <algorithm>

namespace petriloom {

namespace {

using Slots = std::vector<std::uint32_t>;
constexpr std::size_t kMostScans = 60;

/// Follows a plan, step by step.
class Order {
 public:
  Order(const TransitionPlan& compiled, const Join& join)
      : compiled_(compiled),
        join_(join),
        bound_(compiled.binding_size),
        origins_(compiled.binding_size),
        best_(!compiled.joined_inputs && !compiled.varying_inputs) {}

  void start(const JoinStart& start) {
    for (const std::uint32_t slot : start.slots) bound_[slot] = true;
    if (!start.term) return;
    for (const ColourPart& part : join_.terms[*start.term].pattern.parts) {
      if (part.kind == ColourPart::Kind::variable) bound_[part.slot] = true;
    }
  }

  void follow(const JoinStep& step) {
    switch (step.kind) {
      case JoinStep::Kind::guard:
      case JoinStep::Kind::filter:
        return check(origin(join_.guards[step.item].needs));
      case JoinStep::Kind::assign:
        return assign(join_.guards[step.item].equations[step.equation], step.parts);
      case JoinStep::Kind::lookup:
        return lookup(join_.terms[step.item]);
      case JoinStep::Kind::scan:
        return scan(step);
      case JoinStep::Kind::verify:
        best_ = best_ && last_slots_.empty();
        return;
      case JoinStep::Kind::settle:
        best_ = false;
        return;
      case JoinStep::Kind::enumerate:
        best_ = best_ && !step.early;
        add_scan(step.slot);
        return bind(step.slot, last_scan(), true);
      case JoinStep::Kind::collect:  // its transition has joined inputs
        best_ = false;
        return bind(step.slot, 0, true);
      case JoinStep::Kind::presume:
      case JoinStep::Kind::totals:
        return;
    }
  }

  /// Once all steps are followed. What is found first comes first by arrival, so that bindings must
  /// not differ in what goes before that, or a scan goes by it.
  [[nodiscard]] bool best() const { return best_ && (ranked_ || origin(compiled_.precedence_slots) == 0); }

 private:
  [[nodiscard]] std::uint64_t origin(const Slots& slots) const {
    std::uint64_t result = 0;
    for (const std::uint32_t slot : slots) result |= origins_[slot];
    return result;
  }
  [[nodiscard]] bool bound(const Slots& slots) const {
    return std::all_of(slots.begin(), slots.end(), [this](std::uint32_t slot) { return bound_[slot]; });
  }
  void bind(std::uint32_t slot, std::uint64_t origin, bool certain) {
    bound_[slot] = certain;
    origins_[slot] |= origin;
  }
  void check(std::uint64_t origins) { best_ = best_ && (origins & (origins - 1)) == 0; }

  void add_scan(std::uint32_t last_slot) {
    last_slots_.push_back(last_slot);
    best_ = best_ && last_slots_.size() <= kMostScans;
  }
  [[nodiscard]] std::uint64_t last_scan() const { return std::uint64_t{1} << ((last_slots_.size() - 1) % 64); }

  void assign(const JoinEquation& equation, const std::vector<PartAction>& parts) {
    const std::uint64_t from = origin(equation.needs);
    check(from);
    for (const PartAction& action : parts) {
      const ColourPart& part = equation.pattern.parts[action.part];
      if (part.kind == ColourPart::Kind::computed) check(from | origin(part.needs));
      if (part.kind != ColourPart::Kind::variable) continue;
      if (action.kind == PartAction::Kind::compare) {
        check(from | origins_[part.slot]);
        continue;
      }
      for (std::size_t scan = 0; best_ && scan < last_slots_.size(); ++scan) {
        if ((from >> scan & 1U) != 0 && part.slot < last_slots_[scan]) best_ = false;
      }
      bind(part.slot, from, true);
    }
  }

  void lookup(const JoinTerm& term) {
    const std::uint64_t from = origin(term.needs) | origin(term.presence);
    check(from);
    // The arrivals of what it takes would vary with the scan.
    if (term.kind == ArcKind::input && from != 0) best_ = false;
  }

  void scan(const JoinStep& step) {
    const Term& term = compiled_.terms[step.item];
    best_ = best_ && term.kind == ArcKind::input && term.always_one && !term.pattern.wildcards;
    ranked_ = ranked_ || term.rank != TokenIndex::kNoRank;
    std::uint32_t last = 0;
    for (const PatternPart& part : term.pattern.parts) {
      if (part.kind == PatternPart::Kind::computed) {
        best_ = best_ && bound(part.needs) && origin(part.needs) == 0;
        continue;
      }
      if (part.kind != PatternPart::Kind::variable) continue;
      if (bound_[part.slot]) {
        best_ = best_ && origins_[part.slot] == 0;
        continue;
      }
      best_ = best_ && part.slot >= last && part.plain;
      last = part.slot;
    }
    add_scan(last);
    for (const PartAction& action : step.parts) {
      if (action.kind == PartAction::Kind::compare) continue;
      bind(term.pattern.parts[action.part].slot, last_scan(), !join_.terms[step.item].conditional);
    }
  }

  const TransitionPlan& compiled_;
  const Join& join_;
  std::vector<bool> bound_;
  std::vector<std::uint64_t> origins_;     // which scans a variable depends on, as bits
  std::vector<std::uint32_t> last_slots_;  // by scan
  bool best_;
  bool ranked_ = false;
};

}  // namespace

bool first_is_best(const TransitionPlan& compiled, const Join& join, const JoinStart& start, const JoinPlan& plan) {
  Order order(compiled, join);
  order.start(start);
  for (const JoinStep& step : plan.steps) order.follow(step);
  return order.best();
}

}  // namespace petriloom
