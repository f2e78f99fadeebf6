// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/ltl_by_states.h"

#include "analysis/logic/ltl.h"

namespace petriloom {

Method ltl_by_states() {
  return by_states<PropertyKind::ltl>([](Task& task, Explored& explored, const Property& property) -> Finding {
    const TransitionLabels& labels = explored.model.labels();
    if (task.fairness() != Fairness::none && labels.coarse()) {
      return {Verdict::undecided, "fairness cannot tell the instances of a transition apart that is folded over too many", {}, {}};
    }
    LtlResult result = check_ltl(task.net(), property.formula, task.atoms(), explored.space, task.fairness(), explored.space.limits,
                                 labels.fair_labels());
    return {result.verdict, std::move(result.note), std::move(result.counterexample), {}};
  });
}

}  // namespace petriloom
