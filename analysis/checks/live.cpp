// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/live.h"

#include <algorithm>

#include "analysis/space/scc.h"

namespace petriloom {
namespace {

// The states of terminal components, component by component, the component with the earliest state
// first.
std::vector<std::vector<StateNumber>> terminal_parts(const StateSpace& space) {
  const Components components = strong_components(space.graph, space.size(), nullptr, space.limits);
  const std::vector<std::uint32_t> terminal = components.terminal(space.graph);
  std::vector<std::size_t> part_of(terminal.size(), 0);
  std::vector<std::vector<StateNumber>> parts;
  for (StateNumber state = 0; state < space.size(); ++state) {
    const auto at = std::lower_bound(terminal.begin(), terminal.end(), components.of[state]);
    if (at == terminal.end() || *at != components.of[state]) continue;
    std::size_t& part = part_of[static_cast<std::size_t>(at - terminal.begin())];
    if (part == 0) part = (parts.emplace_back(), parts.size());
    parts[part - 1].push_back(state);
  }
  return parts;
}

// Refuted with the labels of the module that were not seen; not to be used if there are none.
Finding missing(const TransitionLabels& labels, const Net& net, ModuleId module, const std::vector<char>& seen) {
  Finding finding{Verdict::refuted, {}, {}, {}};
  for (Label label = 0; label < labels.size(); ++label) {
    if (seen[label] != 0 || !labels.exists(label) || !inside(net, net[labels.transition(label)].module, module)) continue;
    finding.labels.push_back(label);
  }
  return finding;
}

}  // namespace

Finding check_live(const StateSpace& space, const TransitionLabels& labels, const Net& net, ModuleId module) {
  if (space.first_dead != kNoState) {
    Finding finding = missing(labels, net, module, std::vector<char>(labels.size(), 0));
    if (finding.labels.empty()) return {Verdict::holds, "there are no transitions", {}, {}};
    finding.path = path_from_start(space, space.first_dead);
    finding.note = "none can fire any more in a dead marking";
    return finding;
  }
  for (const std::vector<StateNumber>& part : terminal_parts(space)) {
    std::vector<char> seen(labels.size(), 0);
    for (const StateNumber state : part) {
      for (const Label label : space.graph.labels(state)) seen[label] = 1;
    }
    Finding finding = missing(labels, net, module, seen);
    if (finding.labels.empty()) continue;
    finding.path = path_from_start(space, part.front());
    finding.note = "can never fire again: " + list_of_names(labels, finding.labels);
    return finding;
  }
  if (!space.complete()) return Finding::undecided(space);
  return {Verdict::holds, {}, {}, {}};
}

Method live_by_states() {
  return by_states<PropertyKind::live>([](Task& task, Explored& explored, const Property& property) {
    return check_live(explored.space, explored.model.labels(), task.net(), property.module);
  });
}

}  // namespace petriloom
