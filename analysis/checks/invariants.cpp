// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/invariants.h"

namespace petriloom {

Finding check_invariant(const StateSpace& space, std::size_t atom) {
  const StateSet& holds = space.atoms[atom];
  for (StateNumber state = 0; state < holds.size(); ++state) {
    if (!holds[state]) return {Verdict::refuted, {}, path_from_start(space, state), {}};
  }
  if (!space.complete()) return Finding::undecided(space);
  return {Verdict::holds, {}, {}, {}};
}

Method invariant_by_states() {
  return by_states<PropertyKind::invariant>([](Task& task, Explored& explored, const Property& property) {
    return check_invariant(explored.space, task.atoms().number(task.net()[property.formula]));
  });
}

}  // namespace petriloom
