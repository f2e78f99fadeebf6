// SPDX-License-Identifier: Apache-2.0
#include "engine/net/index_text.h"

namespace petriloom {

std::string index_text(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool) {
  const bool subset = colours[set].kind == ColourKind::subset;
  if (colours[colours.base_of(set)].kind != ColourKind::index) return colours.format(set, colour, pool);
  return std::to_string(subset ? colours[set].members[static_cast<std::size_t>(colour)] : colour);
}

}  // namespace petriloom
