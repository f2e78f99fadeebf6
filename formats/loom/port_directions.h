// SPDX-License-Identifier: Apache-2.0
// Which way the ports of a module go in its text; used by the writer.
#pragma once

#include "engine/net/net.h"
#include "formats/loom/write_paths.h"

namespace petriloom::loom {

/// The direction of a port, as the net has it; both ways where what is inside uses it against that,
/// which files of other tools may do and the net language refuses.
ReferenceKind direction_in_text(const Paths& paths, const modules::Contents& contents, ModuleId module, const Reference& port);

}  // namespace petriloom::loom
