// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/invariants.h"

namespace petriloom {

Outcome check_invariant(const StateSpace& space, std::size_t atom) {
  const StateSet& holds = space.atoms[atom];
  for (StateNumber state = 0; state < holds.size(); ++state) {
    if (!holds[state]) return {Verdict::refuted, {}, path_from_start(space, state), {}};
  }
  if (!space.complete()) return Outcome::undecided(space);
  return {Verdict::holds, {}, {}, {}};
}

}  // namespace petriloom
