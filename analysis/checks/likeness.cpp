// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/likeness.h"

#include "analysis/model/difference.h"

namespace petriloom {
namespace {

// States looked at for the one most like the initial state.
constexpr std::size_t kMostCompared = 2000;

}  // namespace

StatePath to_likeness(const NetModel& model, const StateSpace& space, const StatePath& path) {
  const std::vector<Tokens> initial = model.tokens(space.states[0]);
  const StateNumber start = path.states.back();
  std::vector<StateNumber> queue{start};
  StateSet seen(space.size());
  seen.insert(start);
  StateNumber best = start;
  std::int64_t least = -1;
  for (std::size_t next = 0; next < queue.size() && next < kMostCompared; ++next) {
    space.limits.check();
    const std::int64_t unlike = distance(differences(initial, model.tokens(space.states[queue[next]])));
    if (least < 0 || unlike < least) {
      least = unlike;
      best = queue[next];
    }
    if (!space.graph.expanded(queue[next])) continue;
    for (const StateNumber target : space.graph.targets(queue[next])) {
      if (seen[target]) continue;
      seen.insert(target);
      queue.push_back(target);
    }
  }
  StatePath result = path;
  result.loop.reset();
  const auto more = shortest_path(
      space, start, [](StateNumber) { return true; }, [&](StateNumber state) { return state == best; });
  if (more) append(result, *more);
  return result;
}

}  // namespace petriloom
