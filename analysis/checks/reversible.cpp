// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/reversible.h"

#include <algorithm>

#include "analysis/space/scc.h"

namespace petriloom {

Finding check_reversible(const StateSpace& space) {
  const Components components = strong_components(space.graph, space.size(), nullptr, space.limits);
  const std::vector<std::uint32_t> terminal = components.terminal(space.graph);
  for (StateNumber state = 0; state < space.size(); ++state) {
    const std::uint32_t component = components.of[state];
    if (component == components.of[0] || !std::binary_search(terminal.begin(), terminal.end(), component)) continue;
    const std::string note = space.graph.dead(state) ? "a dead marking is reached" : "the net is caught where no way leads back";
    return {Verdict::refuted, note, path_from_start(space, state), {}};
  }
  if (!space.complete()) return Finding::undecided(space);
  return {Verdict::holds, {}, {}, {}};
}

Method reversible_by_states() {
  return by_states<PropertyKind::reversible>(
      [](Task&, Explored& explored, const Property&) { return check_reversible(explored.space); });
}

}  // namespace petriloom
