// SPDX-License-Identifier: Apache-2.0
// Place/transition nets of the model checker LoLA (`.lola`).
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Reads a low-level net. Bounds (SAFE) and fairness assumptions are kept as notes, with a warning;
/// high-level nets are refused.
ReadResult read_lola(const std::string& path, std::string text, const ReadOptions& options);

/// Writes a net, unfolded first if it is coloured. Read arcs become arcs there and back; other arc
/// kinds, priorities and time are refused.
WriteResult write_lola(const Net& net, const WriteOptions& options);

}  // namespace petriloom
