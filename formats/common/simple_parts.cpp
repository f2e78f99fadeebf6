// SPDX-License-Identifier: Apache-2.0
#include "formats/common/simple_parts.h"

namespace petriloom {

std::vector<ColourSetId> simple_sets(const ColourTable& colours, ColourSetId set) {
  if (!colours[set].composite()) return {set};
  std::vector<ColourSetId> all;
  for (const ColourSetId part : colours[set].components) {
    const auto inner = simple_sets(colours, part);
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

Parts parts_of_component(const ColourTable& colours, ColourSetId whole, std::size_t number, const Parts& all) {
  const std::vector<ColourSetId>& components = colours[whole].components;
  auto begin = all.begin();
  for (std::size_t k = 0; k < number; ++k) begin += static_cast<std::ptrdiff_t>(simple_sets(colours, components[k]).size());
  return {begin, begin + static_cast<std::ptrdiff_t>(simple_sets(colours, components[number]).size())};
}

}  // namespace petriloom
