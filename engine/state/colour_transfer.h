// SPDX-License-Identifier: Apache-2.0
// Takes colours from one pool to another.
#pragma once

#include "engine/net/colour.h"

namespace petriloom {

/// Whether words of a colour set mean the same in every pool.
bool free_of_handles(const ColourTable& colours, ColourSetId set);

/// The word in pool `to` of the colour that is `word` in pool `from`, which may be the same pool.
Word transfer_colour(const ColourTable& colours, ColourSetId set, Word word, const WordPool& from, WordPool& to);

}  // namespace petriloom
