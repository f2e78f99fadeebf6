// SPDX-License-Identifier: Apache-2.0
#include "engine/state/colour_transfer.h"

namespace petriloom {

bool free_of_handles(const ColourTable& colours, ColourSetId set) { return !colours[colours.base_of(set)].pooled(); }

Word transfer_colour(const ColourTable& colours, ColourSetId set, Word word, const WordPool& from, WordPool& to) {
  // Whatever has a handle somewhere inside has one itself; the words of a subset are positions.
  const ColourSet& what = colours[set];
  if (!what.pooled() || &from == &to) return word;
  const auto view = from.view(word);
  std::vector<Word> parts(view.begin(), view.end());
  switch (what.kind) {
    case ColourKind::product:
    case ColourKind::record:
      for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = transfer_colour(colours, what.components[k], parts[k], from, to);
      break;
    case ColourKind::list:
      for (Word& part : parts) part = transfer_colour(colours, what.components[0], part, from, to);
      break;
    case ColourKind::union_:
      parts[1] = transfer_colour(colours, what.components[static_cast<std::size_t>(parts[0])], parts[1], from, to);
      break;
    default:  // a string: bytes
      break;
  }
  return to.intern(parts);
}

}  // namespace petriloom
