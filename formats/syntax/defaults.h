// SPDX-License-Identifier: Apache-2.0
// Constants and functions that are declared by default.
#pragma once

#include <deque>

#include "engine/net/diagnostics.h"
#include "formats/syntax/ast.h"

namespace petriloom::loom {

/// Drops from the files of a net what is declared by default and declared otherwise as well; what
/// is left is declared as if it were not by default. Two defaults of one name both stay, and are
/// declared twice. A function of another number of parameters than its default is an error. Blocks
/// of modules and scopes are left as they are.
void settle_defaults(std::deque<Node>& trees, const Sources& sources, Diagnostics& diagnostics);

/// The same in the block of a module or scope, whose parameters are declarations, too.
void settle_defaults(Node& block, const Node* parameters, const Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom::loom
