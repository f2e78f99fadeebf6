// SPDX-License-Identifier: Apache-2.0
// Runs the plans of binding_plan.h: a depth-first search over their steps. Part of Enabling.
#pragma once

#include <exception>

#include "engine/enabling/enabling.h"

namespace petriloom {

class BindingSearch {
 public:
  enum class Outcome : std::uint8_t {
    failed,   ///< no (further) binding on this branch
    stopped,  ///< the sink stopped the search
    /// With `best_only`: a scan found nothing that goes on, and the scans being independent nothing
    /// else will.
    exhausted,
  };

  BindingSearch(Enabling& enabling, const Marking& marking, TransitionId transition, BindingSink sink)
      : enabling_(enabling),
        marking_(marking),
        transition_(transition),
        plan_(enabling.plans_[transition]),
        sink_(sink),
        frame_(std::span(enabling.frame_).first(plan_.frame_size)) {}

  void ignore_inhibitors() { ignore_inhibitors_ = true; }
  /// All bindings.
  Outcome all();
  /// Those in which the term of arc `arc` uses a token of `colour`.
  Outcome from_token(std::size_t arc, Word colour, bool best_only);
  /// Those that the dependency `number` of the transition affects if tokens of `colour` come or
  /// go.
  Outcome from_dependency(std::size_t number, Word colour, bool best_only);
  /// Just this binding.
  Outcome check(std::span<const Word> binding);

 private:
  void forget_binders();
  Outcome run(const std::vector<PlanStep>& steps, std::size_t from);
  /// All steps are done: tells the sink, unless an expression failed on the way.
  Outcome found(const std::vector<PlanStep>& steps);
  /// Whether the search goes on behind a step that does not branch. An expression that fails holds
  /// for now (`failed_`).
  bool holds(const PlanStep& step);
  bool test(const PlanStep& step);
  [[nodiscard]] static bool branches(const PlanStep& step) {
    return step.kind == PlanStep::Kind::scan || step.kind == PlanStep::Kind::enumerate || step.kind == PlanStep::Kind::collect;
  }
  Outcome scan(const std::vector<PlanStep>& steps, std::size_t at);
  /// How many tokens a scan asks for. If that fails it is one for now (`failed_`).
  std::int64_t wanted(const Term& term);
  Outcome enumerate(const std::vector<PlanStep>& steps, std::size_t at);
  // Of collecting.cpp.
  struct Held {
    Marking::Slot slot = 0;
    Word colour = 0;
    std::int64_t count = 0;
  };
  Outcome collect(const std::vector<PlanStep>& steps, std::size_t at);
  [[nodiscard]] EvalError too_many(const Term& term) const;
  std::vector<Held> held(const PlanStep& step, bool future, std::int64_t most);
  Outcome collect_all(const std::vector<PlanStep>& steps, std::size_t at);
  Outcome collect_first(const std::vector<PlanStep>& steps, std::size_t at, std::int64_t count, std::span<const Held> held);
  Outcome collect_any(const std::vector<PlanStep>& steps, std::size_t at, std::int64_t count, std::vector<Held> held);
  Outcome go_on_with(const std::vector<PlanStep>& steps, std::size_t at, std::vector<Word> colours);
  bool assign(const PlanStep& step);
  void settle(const PlanStep& step);
  bool presume(const PlanStep& step);
  bool lookup(const PlanStep& step);
  bool inhibit(const PlanStep& step);
  bool exactly(const PlanStep& step);
  bool totals();
  bool apply(const Pattern& pattern, std::size_t arc, const std::vector<PartAction>& actions, const std::vector<PlainPart>& plain,
             Word colour);
  bool apply(const std::vector<PlainPart>& parts, Word colour);
  [[nodiscard]] std::int64_t matching(const PlanStep& step, bool future);
  [[nodiscard]] Word key(const PlanStep& step);

  Enabling& enabling_;
  const Marking& marking_;
  TransitionId transition_;
  const TransitionPlan& plan_;
  BindingSink sink_;
  std::span<Word> frame_;
  std::size_t trigger_ = static_cast<std::size_t>(-1);
  bool ignore_inhibitors_ = false;
  bool best_only_ = false;
  /// The first expression that failed on this branch. It ends the run only if all else holds, so
  /// that the order in which a plan looks at things is not seen (docs/semantics.md, rule 4).
  std::exception_ptr failed_;
};

}  // namespace petriloom
