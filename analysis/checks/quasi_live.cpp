// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/quasi_live.h"

namespace petriloom {

Outcome check_quasi_live(const StateSpace& space, const TransitionLabels& labels, const Net& net, ModuleId module) {
  std::vector<char> seen(labels.size(), 0);
  for (StateNumber state = 0; state < space.graph.rows(); ++state) {
    for (const Label label : space.graph.labels(state)) seen[label] = 1;
  }
  Outcome outcome;
  for (Label label = 0; label < labels.size(); ++label) {
    if (seen[label] != 0 || !labels.exists(label) || !inside(net, net[labels.transition(label)].module, module)) continue;
    outcome.labels.push_back(label);
  }
  if (outcome.labels.empty()) return {Verdict::holds, {}, {}, {}};
  if (!space.complete()) return Outcome::undecided(space);
  outcome.verdict = Verdict::refuted;
  outcome.note = "never enabled: " + list_of_names(labels, outcome.labels);
  return outcome;
}

}  // namespace petriloom
