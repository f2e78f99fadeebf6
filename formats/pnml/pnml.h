// SPDX-License-Identifier: Apache-2.0
// Reading PNML (ISO/IEC 15909-2), every type of it. docs/formats.md says how time is carried.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Reads a net of any type of PNML. Nodes are named by their ids (files of ours: by their paths).
/// Pages are modules, reference places further names. Time and arcs as TINA, PIPE, ProM, verifypn
/// and GreatSPN write them are understood, and NUPN units. Other labels are skipped with a warning
/// that names them.
ReadResult read_pnml(const std::string& path, std::string text, const ReadOptions& options);

}  // namespace petriloom
