// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/solved_parts.h"

#include <algorithm>

#include "analysis/model/place_instances.h"
#include "engine/measure/observed.h"

namespace petriloom {

SolvedParts::SolvedParts(NetModel& model, const MarkovGraph& graph)
    : net_(model.net()), pool_(model.pool()), of_colour_(net_.places.size()) {
  Found places;
  Found transitions;
  const auto folded = [](const auto& node) { return node.folded > 0; };
  const bool any = std::any_of(net_.places.begin(), net_.places.end(), folded) ||
                   std::any_of(net_.transitions.begin(), net_.transitions.end(), folded);
  for (StateNumber state = 0; any && state < graph.states.size(); ++state) {
    model.load(graph.states[state]);
    model.for_each_token([&](const Tokens& tokens) {
      if (folded(net_[tokens.place]))
        places.emplace(tokens.place.index(), instance_indices(net_, pool_, tokens.place, tokens.colour));
    });
    model.for_each_enabled([&](TransitionId id, std::span<const Word> binding) {
      const auto end = binding.begin() + static_cast<std::ptrdiff_t>(net_[id].folded);
      if (folded(net_[id])) transitions.emplace(id.index(), std::vector<Word>(binding.begin(), end));
    });
  }
  set(net_.places, places, places_);
  set(net_.transitions, transitions, transitions_);
}

template <class Nodes>
void SolvedParts::set(const Nodes& nodes, const Found& found, Parts& parts) {
  auto next = found.begin();
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    parts.first.push_back(parts.names.size());
    std::string array = array_of(net_, nodes[node].module, nodes[node].name);
    if (array.empty() && nodes[node].folded > 0) array = starred_path(net_, nodes[node].module, nodes[node].name);
    const auto add = [&](const std::vector<Word>& indices) {
      parts.known.insert(hash_words(node, indices), static_cast<std::uint32_t>(parts.names.size()));
      parts.indices.push_back(indices);
      parts.names.push_back(indexed_path(net_, nodes[node].module, nodes[node].name, indices));
      parts.arrays.push_back(array);
    };
    if (next == found.end() || next->first != node) add({});
    for (; next != found.end() && next->first == node; ++next) add(next->second);
  }
}

std::size_t SolvedParts::find(const Parts& parts, std::size_t node, std::span<const Word> indices) {
  const std::uint32_t number = parts.known.find(hash_words(node, indices), [&](std::uint32_t at) {
    const bool of_node = at >= parts.first[node] && (node + 1 == parts.first.size() || at < parts.first[node + 1]);
    return of_node && std::equal(indices.begin(), indices.end(), parts.indices[at].begin(), parts.indices[at].end());
  });
  return number;
}

std::size_t SolvedParts::number(PlaceId place, Word colour) {
  if (net_[place].folded == 0) return places_.first[place.index()];
  const auto [at, fresh] = of_colour_[place.index()].try_emplace(colour, 0);
  if (fresh) at->second = find(places_, place.index(), instance_indices(net_, pool_, place, colour));
  return at->second;
}

std::size_t SolvedParts::number(TransitionId transition, std::span<const Word> binding) const {
  if (net_[transition].folded == 0) return transitions_.first[transition.index()];
  return find(transitions_, transition.index(), binding.first(net_[transition].folded));
}

}  // namespace petriloom
