// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/reversible.h"

#include <algorithm>

#include "analysis/space/scc.h"

namespace petriloom {

Finding check_reversible(const StateSpace& space, std::optional<std::size_t> final_atom) {
  const Components components = strong_components(space.graph, space.size(), nullptr, space.limits);
  const std::vector<std::uint32_t> terminal = components.terminal(space.graph);
  std::vector<char> ends(components.count, 0);  // whether the initial state or a final one is in it
  ends[components.of[0]] = 1;
  for (StateNumber state = 0; final_atom && state < space.graph.rows(); ++state) {
    if (space.atoms[*final_atom][state]) ends[components.of[state]] = 1;
  }
  for (StateNumber state = 0; state < space.size(); ++state) {
    const std::uint32_t component = components.of[state];
    if (ends[component] != 0 || !std::binary_search(terminal.begin(), terminal.end(), component)) continue;
    const std::string note = space.graph.dead(state) ? "a dead marking is reached" : "the net is caught where no way leads back";
    return {Verdict::refuted, note, path_from_start(space, state), {}};
  }
  if (!space.complete()) return Finding::undecided(space);
  return {Verdict::holds, {}, {}, {}};
}

Method reversible_by_states() {
  return by_states<PropertyKind::reversible>(
      [](Task& task, Explored& explored, const Property&) { return check_reversible(explored.space, task.final_atom()); });
}

}  // namespace petriloom
