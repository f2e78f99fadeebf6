// SPDX-License-Identifier: Apache-2.0
#include "analysis/space/paths.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/space/scc.h"

namespace petriloom {
namespace {

Label label_between(const StateGraph& graph, StateNumber from, StateNumber to) {
  const auto targets = graph.targets(from);
  const auto found = std::find(targets.begin(), targets.end(), to);
  return graph.labels(from)[static_cast<std::size_t>(found - targets.begin())];
}

StatePath path_through(const StateGraph& graph, std::vector<StateNumber> states) {
  StatePath path;
  for (std::size_t k = 1; k < states.size(); ++k) path.labels.push_back(label_between(graph, states[k - 1], states[k]));
  path.states = std::move(states);
  return path;
}

// Breadth-first from `from`; `wanted(state)` is asked of every state met over an edge.
class PathSearch {
 public:
  PathSearch(const StateSpace& space, const StatePredicate& within) : space_(space), within_(within), poll_(space.limits) {}

  std::optional<StatePath> run(StateNumber from, const StatePredicate& wanted) {
    std::vector<StateNumber> queue{from};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const StateNumber state = queue[next];
      poll_(space_.graph.expanded(state) ? kStepsOfEdge * (1 + space_.graph.targets(state).size()) : 1);
      if (!space_.graph.expanded(state) || !within_(state)) continue;
      for (const StateNumber target : space_.graph.targets(state)) {
        if (wanted(target)) return trace(from, state, target);
        if (target != from && came_from_.try_emplace(target, state).second) queue.push_back(target);
      }
    }
    return std::nullopt;
  }

 private:
  StatePath trace(StateNumber from, StateNumber last, StateNumber target) const {
    std::vector<StateNumber> states{target, last};
    while (states.back() != from) states.push_back(came_from_.at(states.back()));
    std::reverse(states.begin(), states.end());
    return path_through(space_.graph, std::move(states));
  }

  static constexpr std::uint64_t kStepsOfEdge = 8;  // a look into a table outside of the cache
  const StateSpace& space_;
  const StatePredicate& within_;
  Poll poll_;
  std::unordered_map<StateNumber, StateNumber> came_from_;
};

}  // namespace

StatePath path_from_start(const StateSpace& space, StateNumber to) {
  std::vector<StateNumber> states{to};
  while (states.back() != 0) states.push_back(space.parent[states.back()]);
  std::reverse(states.begin(), states.end());
  return path_through(space.graph, std::move(states));
}

std::optional<StatePath> shortest_path(const StateSpace& space, StateNumber from, const StatePredicate& within,
                                       const StatePredicate& goal) {
  if (goal(from)) return StatePath{{from}, {}, {}};
  return PathSearch(space, within).run(from, goal);
}

std::optional<StatePath> shortest_cycle(const StateSpace& space, StateNumber from, const StatePredicate& within) {
  return PathSearch(space, within).run(from, [&](StateNumber state) { return state == from && within(state); });
}

std::optional<StatePath> maximal_path(const StateSpace& space, StateNumber from, const StateSet& within) {
  const Components components = strong_components(space.graph, space.size(), &within, space.limits);
  std::vector<char> cyclic(components.count, 0);
  Poll poll(space.limits);
  for (StateNumber state = 0; state < space.graph.rows(); ++state) {
    if (!within[state]) continue;
    poll(1 + space.graph.targets(state).size());
    for (const StateNumber target : space.graph.targets(state)) {
      if (within[target] && components.of[target] == components.of[state]) cyclic[components.of[state]] = 1;
    }
  }
  const StatePredicate inside = [&](StateNumber state) { return within[state]; };
  const StatePredicate goal = [&](StateNumber state) {
    return within[state] && (space.graph.dead(state) || cyclic[components.of[state]] != 0);
  };
  std::optional<StatePath> path = shortest_path(space, from, inside, goal);
  if (!path || space.graph.dead(path->states.back())) return path;
  const std::size_t loop = path->labels.size();
  append(*path, *shortest_cycle(space, path->states.back(), inside));
  path->loop = loop;
  return path;
}

void append(StatePath& path, const StatePath& more) {
  if (more.loop) path.loop = path.labels.size() + *more.loop;
  path.states.insert(path.states.end(), more.states.begin() + 1, more.states.end());
  path.labels.insert(path.labels.end(), more.labels.begin(), more.labels.end());
}

}  // namespace petriloom
