// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/deadlock_free.h"

#include "engine/text/wording.h"

namespace petriloom {

Outcome check_deadlock_free(const StateSpace& space) {
  if (space.first_dead != kNoState) {
    std::string note = counted(space.dead, "dead marking");
    if (!space.complete()) note += " among those explored";
    return {Verdict::refuted, std::move(note), path_from_start(space, space.first_dead), {}};
  }
  if (!space.complete()) return Outcome::undecided(space);
  return {Verdict::holds, {}, {}, {}};
}

}  // namespace petriloom
