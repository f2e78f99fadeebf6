// SPDX-License-Identifier: Apache-2.0
// Colours by value: words that mean the same in every run, while handles into a WordPool are those
// of one run.
//
// The value of a colour is a sequence of words, read by way of its colour set:
//   list, string            the number of elements (bytes), then the value of each
//   product, record, not finite   the value of each component
//   union, not finite       the number of the variant, then the value of what it holds
//   all others              the word itself (engine/net/colour.h); of a real the bits of the double
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

using ColourValue = std::vector<Word>;

/// Appends the value of a colour.
void append_value(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool, ColourValue& out);
/// The colour whose value `in` begins with; what was read is taken off `in`. Empty if it begins
/// with no value of the colour set.
std::optional<Word> read_value(const ColourTable& colours, ColourSetId set, std::span<const Word>& in, WordPool& pool);

}  // namespace petriloom
