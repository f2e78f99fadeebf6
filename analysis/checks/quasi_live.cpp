// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/quasi_live.h"

namespace petriloom {

Finding check_quasi_live(const StateSpace& space, const TransitionLabels& labels, const Net& net, ModuleId module) {
  std::vector<char> seen(labels.size(), 0);
  for (StateNumber state = 0; state < space.graph.rows(); ++state) {
    for (const Label label : space.graph.labels(state)) seen[label] = 1;
  }
  Finding finding;
  for (Label label = 0; label < labels.size(); ++label) {
    if (seen[label] != 0 || !labels.exists(label) || !inside(net, net[labels.transition(label)].module, module)) continue;
    finding.labels.push_back(label);
  }
  if (finding.labels.empty()) return {Verdict::holds, {}, {}, {}};
  if (!space.complete()) return Finding::undecided(space);
  finding.verdict = Verdict::refuted;
  finding.note = "never enabled: " + list_of_names(labels, finding.labels);
  return finding;
}

Method quasi_live_by_states() {
  return by_states<PropertyKind::quasi_live>([](Task& task, Explored& explored, const Property& property) {
    return check_quasi_live(explored.space, explored.model.labels(), task.net(), property.module);
  });
}

}  // namespace petriloom
