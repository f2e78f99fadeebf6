// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/by_states.h"

#include "analysis/checks/likeness.h"

namespace petriloom {
namespace {

bool returns(PropertyKind kind) {
  return kind == PropertyKind::live || kind == PropertyKind::quasi_live || kind == PropertyKind::reversible;
}

FiringPath firings_along(Explored& explored, const StatePath& path) {
  const StateSpace& space = explored.space;
  FiringPath result;
  for (std::size_t k = 0; k < path.labels.size(); ++k) {
    space.limits.check();
    auto firing = explored.model.find_firing(space.states[path.states[k]], path.labels[k], space.states[path.states[k + 1]]);
    // There is one: the edge was made by it.
    if (firing) result.firings.push_back(std::move(*firing));
  }
  result.loop = path.loop;
  const StateNumber last = path.states.back();
  if (!space.graph.expanded(last)) result.end = PathEnd::unexplored;
  if (space.graph.dead(last)) result.end = PathEnd::dead;
  return result;
}

}  // namespace

void tell(Explored& explored, PropertyKind kind, const Finding& finding, Outcome& outcome) {
  const TransitionLabels& labels = explored.model.labels();
  outcome.verdict = finding.verdict;
  outcome.note = finding.note;
  for (const Label label : finding.labels) outcome.idle.push_back({labels.transition(label), labels.indices(label)});
  if (!finding.labels.empty()) {
    for (const std::int64_t most : explored.space.maxima.place) outcome.marked.push_back(most > 0 ? 1 : 0);
  }
  if (!finding.path) return;
  outcome.path = firings_along(explored, *finding.path);
  if (finding.verdict != Verdict::refuted || !returns(kind)) return;
  const StatePath caught = to_likeness(explored.model, explored.space, *finding.path);
  outcome.path = firings_along(explored, caught);
}

}  // namespace petriloom
