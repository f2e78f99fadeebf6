// SPDX-License-Identifier: Apache-2.0
#include "analysis/chain/chain_parts.h"

#include <algorithm>

namespace petriloom {

ChainParts::ChainParts(const MarkovChain& chain)
    : chain_(chain), components_(strong_components(chain.graph, chain.size())), local_(chain.size(), kNoState) {
  starts_.assign(components_.count + std::size_t{1}, 0);
  for (const std::uint32_t component : components_.of) ++starts_[component + std::size_t{1}];
  for (std::size_t c = 0; c < components_.count; ++c) starts_[c + 1] += starts_[c];
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  order_.resize(chain_.size());
  for (std::size_t s = 0; s < chain_.size(); ++s) order_[next[components_.of[s]]++] = static_cast<StateNumber>(s);
}

std::span<const StateNumber> ChainParts::members(std::uint32_t component) const {
  return std::span(order_).subspan(starts_[component], starts_[component + 1] - starts_[component]);
}

bool ChainParts::left(std::uint32_t component) const {
  const auto inside = members(component);
  return std::any_of(inside.begin(), inside.end(), [&](StateNumber state) {
    const auto targets = chain_.graph.targets(state);
    return std::any_of(targets.begin(), targets.end(), [&](StateNumber to) { return components_.of[to] != component; });
  });
}

Inflow ChainParts::inflow(std::uint32_t component) {
  const auto inside = members(component);
  Inflow part;
  for (std::size_t k = 0; k < inside.size(); ++k) local_[inside[k]] = static_cast<StateNumber>(k);
  part.starts.assign(inside.size() + 1, 0);
  const auto for_each_edge = [&](const auto& use) {
    for (std::size_t k = 0; k < inside.size(); ++k) {
      const auto targets = chain_.graph.targets(inside[k]);
      const auto rates = chain_.rates_of(inside[k]);
      for (std::size_t e = 0; e < targets.size(); ++e) {
        if (components_.of[targets[e]] == component) use(k, local_[targets[e]], rates[e]);
      }
    }
  };
  for_each_edge([&](std::size_t, StateNumber to, double) { ++part.starts[to + std::size_t{1}]; });
  for (std::size_t k = 0; k < inside.size(); ++k) part.starts[k + 1] += part.starts[k];
  part.sources.resize(part.starts.back());
  part.rates.resize(part.starts.back());
  std::vector<std::uint64_t> next(part.starts.begin(), part.starts.end() - 1);
  for_each_edge([&](std::size_t from, StateNumber to, double rate) {
    part.sources[next[to]] = static_cast<StateNumber>(from);
    part.rates[next[to]++] = rate;
  });
  part.exits.reserve(inside.size());
  part.leaves.reserve(inside.size());
  for (const StateNumber state : inside) {
    part.exits.push_back(chain_.exits[state]);
    const auto targets = chain_.graph.targets(state);
    const auto rates = chain_.rates_of(state);
    long double leaves = 0;
    for (std::size_t e = 0; e < targets.size(); ++e) leaves += components_.of[targets[e]] == component ? 0 : rates[e];
    part.leaves.push_back(leaves);
  }
  return part;
}

}  // namespace petriloom
