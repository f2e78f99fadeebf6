// SPDX-License-Identifier: Apache-2.0
#include "analysis/space/bounded.h"

namespace petriloom {
namespace {

// A place of the module that grows when the pump is worked.
bool grows_inside(const StateSpace& space, const NetModel& model, ModuleId module) {
  std::vector<std::int64_t> growth(model.net().places.size(), 0);
  for (const Tokens& tokens : model.tokens(space.states[space.pump->larger])) growth[tokens.place.index()] += tokens.count;
  for (const Tokens& tokens : model.tokens(space.states[space.pump->smaller])) growth[tokens.place.index()] -= tokens.count;
  for (std::size_t k = 0; k < growth.size(); ++k) {
    if (growth[k] > 0 && inside(model.net(), model.net().places[k].module, module)) return true;
  }
  return false;
}

}  // namespace

Outcome check_bounded(const StateSpace& space, const NetModel& model, ModuleId module) {
  const Net& net = model.net();
  if (space.pump) {
    if (!grows_inside(space, model, module)) return {Verdict::undecided, "another part of the net is unbounded", {}, {}};
    Outcome outcome{Verdict::refuted,
                    "the last steps can be repeated for ever and add tokens each time",
                    path_from_start(space, space.pump->larger),
                    {}};
    outcome.path->loop = path_from_start(space, space.pump->smaller).labels.size();
    return outcome;
  }
  if (!space.complete()) return Outcome::undecided(space);
  std::size_t fullest = net.places.size();
  for (std::size_t k = 0; k < net.places.size(); ++k) {
    if (!inside(net, net.places[k].module, module)) continue;
    if (fullest == net.places.size() || space.maxima.place[k] > space.maxima.place[fullest]) fullest = k;
  }
  if (fullest == net.places.size()) return {Verdict::holds, "there are no places", {}, {}};
  return {Verdict::holds,
          "bound " + std::to_string(space.maxima.place[fullest]) + ", reached in " + path(net, PlaceId(fullest)),
          {},
          {}};
}

}  // namespace petriloom
