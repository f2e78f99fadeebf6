// SPDX-License-Identifier: Apache-2.0
// Runs the plans of binding_plan.h: a depth-first search over their steps. Part of Enabling.
#pragma once

#include "engine/run/enabling.h"

namespace petriloom {

class BindingSearch {
 public:
  enum class Outcome : std::uint8_t {
    failed,     ///< no (further) binding on this branch
    stopped,    ///< the sink stopped the search
    exhausted,  ///< with `best_only`: a scan found nothing that goes on, and the scans being independent nothing else will
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
  /// Those that the dependency `number` of the transition concerns if tokens of `colour` come or go.
  Outcome from_dependency(std::size_t number, Word colour, bool best_only);
  /// Just this binding.
  Outcome check(std::span<const Word> binding);

 private:
  Outcome run(const std::vector<PlanStep>& steps, std::size_t from);
  Outcome scan(const std::vector<PlanStep>& steps, std::size_t at);
  Outcome enumerate(const std::vector<PlanStep>& steps, std::size_t at);
  bool assign(const PlanStep& step);
  void settle(const PlanStep& step);
  bool presume(const PlanStep& step);
  bool lookup(const PlanStep& step);
  bool inhibit(const PlanStep& step);
  bool exactly(const PlanStep& step);
  bool totals();
  bool act(const Pattern& pattern, std::uint32_t arc, const std::vector<PlanStep::PartAction>& actions, Word colour);
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
};

}  // namespace petriloom
