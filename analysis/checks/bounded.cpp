// SPDX-License-Identifier: Apache-2.0
#include "analysis/checks/bounded.h"

#include <algorithm>

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

/// The most tokens that were in one place, of a folded instance in that of each.
struct Bound {
  std::int64_t tokens = 0;
  PlaceId place;
  std::optional<std::size_t> instance;
};

std::vector<Bound> bounds_of(const StateSpace& space, const NetModel& model, ModuleId module) {
  const Net& net = model.net();
  std::vector<Bound> bounds;
  for (std::size_t k = 0; k < net.places.size(); ++k) {
    const bool in_instances = net.places[k].folded > 0 && space.maxima.place[k] > 0;
    if (!in_instances && inside(net, net.places[k].module, module)) bounds.push_back({space.maxima.place[k], PlaceId(k), {}});
  }
  for (std::size_t number = 0; number < space.maxima.instance.size(); ++number) {
    const PlaceId place = model.instances().place(number);
    if (inside(net, net[place].module, module)) bounds.push_back({space.maxima.instance[number], place, number});
  }
  return bounds;
}

}  // namespace

Finding check_bounded(const StateSpace& space, const NetModel& model, ModuleId module) {
  const Net& net = model.net();
  if (space.pump) {
    if (!grows_inside(space, model, module)) return {Verdict::undecided, "another part of the net is unbounded", {}, {}};
    Finding finding{Verdict::refuted,
                    "the last steps can be repeated for ever and add tokens each time",
                    path_from_start(space, space.pump->larger),
                    {}};
    finding.path->loop = path_from_start(space, space.pump->smaller).labels.size();
    return finding;
  }
  if (!space.complete()) return Finding::undecided(space);
  const std::vector<Bound> bounds = bounds_of(space, model, module);
  std::int64_t most = -1;
  for (const Bound& bound : bounds) most = std::max(most, bound.tokens);
  if (most < 0) return {Verdict::holds, "there are no places", {}, {}};
  // Among equals the first name, which is the same whether arrays are folded or not.
  std::string fullest;
  for (const Bound& bound : bounds) {
    if (bound.tokens != most) continue;
    std::string name = bound.instance ? model.instances().name(*bound.instance) : path(net, bound.place);
    if (fullest.empty() || name < fullest) fullest = std::move(name);
  }
  return {Verdict::holds, "bound " + std::to_string(most) + ", reached in " + fullest, {}, {}};
}

std::int64_t most_in_place(const StateSpace& space, const NetModel& model) {
  std::int64_t most = 0;
  for (const Bound& bound : bounds_of(space, model, ModuleId(0))) most = std::max(most, bound.tokens);
  return most;
}

Method bounded_by_states() {
  return by_states<PropertyKind::bounded>([](Task&, Explored& explored, const Property& property) {
    return check_bounded(explored.space, explored.model, property.module);
  });
}

}  // namespace petriloom
