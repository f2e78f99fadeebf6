// SPDX-License-Identifier: Apache-2.0
// A heat map of what a run used: the network with its links, and a cell for each capacity, coloured
// by load.
#pragma once

#include <string>

#include "analysis/capacity/loads.h"

namespace petriloom::cli {

/// The picture as SVG. Networks of many points have cells alone.
std::string heat_map_svg(const CapacityLoads& loads, const std::string& title);

}  // namespace petriloom::cli
