// SPDX-License-Identifier: Apache-2.0
#include "engine/net/index_text.h"

#include <algorithm>

namespace petriloom {

std::string index_text(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool) {
  const bool subset = colours[set].kind == ColourKind::subset;
  if (colours[colours.base_of(set)].kind != ColourKind::index) return colours.format(set, colour, pool);
  return std::to_string(subset ? colours[set].members[static_cast<std::size_t>(colour)] : colour);
}

std::string shape_of(std::string_view name, std::vector<std::string>& indices) {
  std::string shape;
  for (std::size_t i = 0; i < name.size(); ++i) {
    shape += name[i];
    if (name[i] != '[') continue;
    const std::size_t end = std::min(name.find(']', i), name.size());
    indices.emplace_back(name.substr(i + 1, end - i - 1));
    i = end - 1;
  }
  return shape;
}

std::string with_starred_indices(std::string_view name) {
  std::vector<std::string> indices;
  std::string text;
  for (const char c : shape_of(name, indices)) text += c == '[' ? std::string("[*") : std::string(1, c);
  return text;
}

}  // namespace petriloom
