// SPDX-License-Identifier: Apache-2.0
// PNML (ISO/IEC 15909-2): every type read; place/transition, symmetric and core model written. docs/formats.md says how time is
// carried.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Reads a net of any type of PNML. Nodes are named by their ids (files of ours: by their paths). Pages are modules, reference
/// places further names. Time and arcs as TINA, PIPE, ProM, verifypn and GreatSPN write them are understood, and NUPN units. Other
/// labels are skipped with a warning that names them.
ReadResult read_pnml(const std::string& path, std::string text, const ReadOptions& options);

/// Writes a P/T net, unfolded first if it is coloured. Time, and inhibitor, reset and equal arcs go into tool-specific annotations.
/// Time or weights that depend on the marking are refused.
WriteResult write_pnml(const Net& net, const WriteOptions& options);

/// Writes the core model: the graph of the P/T net, with marking and weights in tool-specific annotations, too.
WriteResult write_pnml_core(const Net& net, const WriteOptions& options);

/// Writes a symmetric net: finite simple colour sets and products, guards of comparisons, successor and predecessor. Whatever
/// else the net uses is refused at its location.
WriteResult write_pnml_symmetric(const Net& net, const WriteOptions& options);

/// Writes a high-level net: what a symmetric net has, and integers, strings and lists. Functions are written out where they are
/// used. Whatever else the net uses is refused at its location.
WriteResult write_pnml_high_level(const Net& net, const WriteOptions& options);

}  // namespace petriloom
