// SPDX-License-Identifier: Apache-2.0
// Names that nothing uses.
#pragma once

#include "formats/source/name_index.h"

namespace petriloom::source {

/// Warns of variables, constants, functions, places and names bound by `let` that a file declares
/// and nothing uses. What a file without transitions and instances of its own declares outside of
/// modules is for those that import it, and is passed over.
void warn_of_unused(const Index& index, const loom::Loaded& files, Diagnostics& diagnostics);

}  // namespace petriloom::source
