// SPDX-License-Identifier: Apache-2.0
// Turns the plans of engine/join into those that are run on a marking: a straight translation of
// each step.
#pragma once

#include "engine/enabling/binding_plan.h"
#include "engine/join/plan.h"

namespace petriloom {

class PlanCompiler {
 public:
  /// For one transition, whose terms are compiled. Indices that the plans need are added.
  PlanCompiler(const Net& net, TransitionId transition, const Join& join, const TransitionPlan& compiled, IndexTable& indices)
      : net_(net), transition_(net[transition]), join_(join), compiled_(compiled), indices_(indices) {}

  /// The plan that finds all bindings. Throws EvalError if a variable can be bound by nothing.
  Plan all() { return compile(JoinStart{}); }
  /// The plan that checks a given binding.
  Plan check();
  /// The plan that finds the bindings in which the term of arc `arc` uses a given token.
  Plan from(std::size_t arc) { return compile(JoinStart{arc, {}}); }
  /// The plan that finds the bindings whose pattern of a dependency a given token matches.
  Plan from(const Pattern& dependency);

 private:
  Plan compile(const JoinStart& start);
  void choose_index(PlanStep& step);

  const Net& net_;
  const Transition& transition_;
  const Join& join_;
  const TransitionPlan& compiled_;
  IndexTable& indices_;
};

}  // namespace petriloom
