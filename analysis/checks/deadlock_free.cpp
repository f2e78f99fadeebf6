// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/deadlock_free.h"

#include "engine/text/wording.h"

namespace petriloom {

Finding check_deadlock_free(const StateSpace& space) {
  const std::string ends = space.final_dead > 0 ? counted(space.final_dead, "final dead marking") : std::string();
  if (space.first_deadlock != kNoState) {
    std::string note = counted(space.dead - space.final_dead, "dead marking");
    if (!ends.empty()) note += " beside " + ends;
    if (!space.complete()) note += " among those explored";
    return {Verdict::refuted, std::move(note), path_from_start(space, space.first_deadlock), {}};
  }
  if (!space.complete()) return Finding::undecided(space);
  return {Verdict::holds, ends, {}, {}};
}

Method deadlock_free_by_states() {
  return by_states<PropertyKind::deadlock_free>(
      [](Task&, Explored& explored, const Property&) { return check_deadlock_free(explored.space); });
}

}  // namespace petriloom
