// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/place_instances.h"

namespace petriloom {

std::vector<Word> instance_indices(const Net& net, const WordPool& pool, PlaceId id, Word colour) {
  const Place& place = net[id];
  std::vector<Word> indices;
  if (place.folded == 0) return indices;
  if (!net.colours[place.colour].composite()) return {colour};
  for (std::uint32_t k = 0; k < place.folded; ++k) indices.push_back(net.colours.component(place.colour, colour, k, pool));
  return indices;
}

std::size_t PlaceInstances::number(PlaceId place, Word colour) {
  const auto [at, fresh] = colours_[place.index()].try_emplace(colour, 0);
  if (!fresh) return at->second;
  const auto [known, added] = known_.try_emplace({place, instance_indices(net_, pool_, place, colour)}, instances_.size());
  if (added) instances_.push_back(known);
  return at->second = known->second;
}

std::string PlaceInstances::name(std::size_t number) const {
  const auto& [place, indices] = instances_[number]->first;
  return indexed_path(net_, net_[place].module, net_[place].name, indices);
}

}  // namespace petriloom
