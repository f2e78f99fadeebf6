// SPDX-License-Identifier: Apache-2.0
// What can be said of a text of the net language that is a net, but hardly the one that was meant.
#pragma once

#include "formats/source/name_index.h"

namespace petriloom::source {

/// Reports units that cannot be right (dimensions.h) as errors, and names that nothing uses
/// (unused.h) as warnings.
void check_source(const Index& index, const loom::Loaded& files, Diagnostics& diagnostics);
/// The same for a file that is read again; of files with errors nothing more is said.
void check_source(const std::string& path, const ReadOptions& options, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom::source
