// SPDX-License-Identifier: Apache-2.0
// Writing CPN Tools files.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Writes the net for CPN Tools: a page for each module, substitution transitions with ports,
/// fusion sets for places used from elsewhere, functions and colour sets in CPN ML, times as real
/// time stamps. Pages are laid out by Graphviz where the net has no positions. The order of
/// transitions and the way conflicts are decided are kept in a comment among the declarations.
WriteResult write_cpn(const Net& net, const WriteOptions& options);

}  // namespace petriloom
