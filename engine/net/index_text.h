// SPDX-License-Identifier: Apache-2.0
// How the names of instances and of members of families show an index.
#pragma once

#include <string>

#include "engine/net/colour.h"

namespace petriloom {

/// What stands between the brackets of "node[3]", "core[north]" or "link[(1, 2)]" for a colour of the index set: the bare number of
/// an index, every other colour as it is written. A member of a subset is shown as the colour of the base set that it is.
std::string index_text(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool);

}  // namespace petriloom
