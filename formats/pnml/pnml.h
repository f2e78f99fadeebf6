// SPDX-License-Identifier: Apache-2.0
// PNML (ISO/IEC 15909-2): place/transition nets read and written, symmetric nets written. docs/formats.md says how time is carried.
#pragma once

#include "formats/format.h"

namespace petriloom {

/// Reads a P/T net. Nodes are named by their ids (files of ours: by their paths). Inhibitor, read and reset arcs are understood in
/// the forms of verifypn, GreatSPN and ProM. Other labels are skipped with a warning that names them.
ReadResult read_pnml(const std::string& path, std::string text, const ReadOptions& options);

/// Writes a P/T net, unfolded first if it is coloured. Time goes into tool-specific annotations. Inhibitor and reset arcs, and time
/// or weights that depend on the marking, are refused.
WriteResult write_pnml(const Net& net, const WriteOptions& options);

/// Writes a symmetric net: finite simple colour sets and products, guards of comparisons, successor and predecessor. Whatever
/// else the net uses is refused at its location.
WriteResult write_pnml_symmetric(const Net& net, const WriteOptions& options);

}  // namespace petriloom
