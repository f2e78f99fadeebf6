// SPDX-License-Identifier: Apache-2.0
// Writing PNML (ISO/IEC 15909-2): place/transition, symmetric and high-level nets, and the core
// model. docs/formats.md says how time is carried.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Writes a P/T net, unfolded first if it is coloured. Time, and inhibitor, reset and equal arcs go
/// into tool-specific annotations. Time or weights that depend on the marking are refused.
WriteResult write_pnml(const Net& net, const WriteOptions& options);

/// Writes the core model: the graph of the P/T net, with marking and weights in tool-specific
/// annotations, too.
WriteResult write_pnml_core(const Net& net, const WriteOptions& options);

/// Writes a symmetric net: finite simple colour sets and products, guards of comparisons, successor
/// and predecessor. Whatever else the net uses is refused at its location.
WriteResult write_pnml_symmetric(const Net& net, const WriteOptions& options);

/// Writes a high-level net: what a symmetric net has, and integers, strings and lists. Functions
/// are written out where they are used. Whatever else the net uses is refused at its location.
WriteResult write_pnml_high_level(const Net& net, const WriteOptions& options);

}  // namespace petriloom
