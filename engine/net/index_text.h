// SPDX-License-Identifier: Apache-2.0
// How the names of instances and of members of families show an index.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/net/colour.h"

namespace petriloom {

/// What stands between the brackets of "node[3]", "core[north]" or "link[(1, 2)]" for a colour of
/// the index set: the bare number of an index, every other colour as it is written. A member of a
/// subset is shown as the colour of the base set that it is.
std::string index_text(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool);

/// Takes the indices out of a name, whose brackets stay: "node[].cpu[]" of "node[3].cpu[0]".
std::string shape_of(std::string_view name, std::vector<std::string>& indices);
/// A name, or a pattern of one, with `[*]` in the place of each index: "node[*].cpu[*]" of
/// "node[3].cpu[0]".
std::string with_starred_indices(std::string_view name);

}  // namespace petriloom
