// SPDX-License-Identifier: Apache-2.0
#include "formats/modules/contents.h"

namespace petriloom::modules {

Contents::Contents(const Net& net)
    : children(net.modules.size()),
      places(net.modules.size()),
      transitions(net.modules.size()),
      measures(net.modules.size()),
      properties(net.modules.size()),
      first_(net.modules.size(), net.transitions.size()),
      none_(net.transitions.size()) {
  for (std::size_t i = 1; i < net.modules.size(); ++i) children[net.modules[i].parent.index()].push_back(i);
  for (std::size_t i = 0; i < net.places.size(); ++i) places[net.places[i].module.index()].push_back(i);
  for (std::size_t i = 0; i < net.transitions.size(); ++i) transitions[net.transitions[i].module.index()].push_back(i);
  for (std::size_t i = 0; i < net.transitions.size(); ++i) {
    for (ModuleId at = net.transitions[i].module; at.valid() && first_[at.index()] > i; at = net[at].parent) first_[at.index()] = i;
  }
  for (std::size_t i = 0; i < net.measures.size(); ++i) measures[net.measures[i].module.index()].push_back(i);
  for (std::size_t i = 0; i < net.properties.size(); ++i) properties[net.properties[i].module.index()].push_back(i);
}

std::vector<Contents::Step> Contents::steps(std::size_t module) const {
  std::vector<Step> all;
  auto next = transitions[module].begin();
  const auto upto = [&](std::size_t end) {
    for (; next != transitions[module].end() && *next < end; ++next) all.push_back({false, *next});
  };
  for (const std::size_t child : children[module]) {
    if (first_[child] < none_) upto(first_[child]);
    all.push_back({true, child});
  }
  upto(none_);
  return all;
}

}  // namespace petriloom::modules
