// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/ctl_by_states.h"

#include "analysis/logic/ctl_witness.h"

namespace petriloom {

Method ctl_by_states() {
  return by_states<PropertyKind::ctl>([](Task& task, Explored& explored, const Property& property) -> Finding {
    if (task.fairness() != Fairness::none) return {Verdict::undecided, "fairness is for LTL, not for CTL", {}, {}};
    const Truth& truth = explored.ctl.check(property.formula);
    if (truth.yes[0] != truth.maybe[0]) return Finding::undecided(explored.space);
    return {truth.yes[0] ? Verdict::holds : Verdict::refuted, {}, explain(explored.ctl, property.formula), {}};
  });
}

}  // namespace petriloom
