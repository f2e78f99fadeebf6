// SPDX-License-Identifier: Apache-2.0
// Chooses the order of steps of a plan: guards as soon as their variables are bound, exact lookups next, then the scan with the
// most known parts, enumeration of a colour set last.
#pragma once

#include "engine/enabling/binding_plan.h"

namespace petriloom {

class Planner {
 public:
  /// Plans for one transition, whose terms are compiled; indices that the plans need are added.
  Planner(const Net& net, TransitionId transition, const TransitionPlan& compiled, IndexTable& indices);

  /// The plan that finds all bindings. Throws EvalError if a variable can be bound by nothing.
  Plan plan();
  /// The plan that checks a given binding.
  Plan plan_check();
  /// The plan that finds the bindings in which the term of arc `arc` uses a given token.
  Plan plan_from(std::uint32_t arc);
  /// The plan that finds the bindings whose pattern of a dependency a given token matches.
  Plan plan_from(const Pattern& dependency);

 private:
  using Slots = std::vector<std::uint32_t>;
  /// A variable may be `maybe` bound: by a scan of a term that was absent or not.
  enum class Bound : std::uint8_t { no, maybe, yes };
  /// `x = e` or `(x, y) = e`, seen from the left side.
  struct Equation {
    Pattern pattern;
    ExprId value;
    Slots needs;
  };
  struct Guard {
    ExprId expr;
    Slots needs;
    std::vector<Equation> equations;
    bool done = false;
  };
  /// Parts of a token already chosen that wait for their variables.
  struct Waiting {
    std::uint32_t term = 0;
    std::uint32_t part = 0;
  };

  void start();
  void collect_guards();
  void add_equation(Guard& guard, ExprId pattern, ExprId value) const;
  bool step_equation(Guard& guard, const Equation& equation);
  Plan finish();
  bool step_cheap();
  bool step_guard();
  bool step_verify();
  bool step_lookup();
  bool step_scan();
  bool step_settle();
  [[nodiscard]] bool in_open_equation(std::uint32_t slot) const;
  void step_enumerate();
  [[nodiscard]] static bool binds(const Term& term, std::uint32_t slot);
  [[nodiscard]] static bool may_be_absent(const Term& term);
  void presume(std::uint32_t slot);
  [[nodiscard]] bool may_be_bound_by_term(std::uint32_t slot) const;
  [[nodiscard]] bool bound(const Slots& slots) const;
  [[nodiscard]] bool known(const PatternPart& part) const;
  [[nodiscard]] int score(const Term& term) const;
  void scan(std::uint32_t term);
  void use_parts(std::uint32_t term, bool may_be_absent, std::vector<PlanStep::PartAction>& actions);
  void choose_index(PlanStep& step, bool future);
  void bind(std::uint32_t slot, std::uint64_t origin, Bound how = Bound::yes);
  [[nodiscard]] std::uint64_t origin(const Slots& slots) const;
  void note_order(const Term& term);
  void check_origin(std::uint64_t origins);

  const Net& net_;
  const Transition& transition_;
  const TransitionPlan& compiled_;
  IndexTable& indices_;
  std::vector<Guard> guards_;
  // The plan being made.
  Plan plan_;
  std::vector<Bound> bound_;
  std::vector<bool> done_;
  std::vector<bool> scanned_;
  std::vector<Waiting> waiting_;
  std::vector<PlanStep> presumed_;  // go to the end of the plan
  // For Plan::first_is_best: which scans a variable depends on, as bits.
  std::vector<std::uint64_t> origins_;
  std::vector<std::uint32_t> last_slot_of_scan_;
  bool best_ = true;
};

}  // namespace petriloom
