// SPDX-License-Identifier: Apache-2.0
// CPN Tools files.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Reads a `.cpn` file. What needs more of ML than is read is an error where it stands, all of them
/// at once; code regions with effects and monitors are kept as text, with a warning each.
ReadResult read_cpn(const std::string& path, std::string text, const ReadOptions& options);

}  // namespace petriloom
