// SPDX-License-Identifier: Apache-2.0
// Levels over time as SVG: how busy modules are, and how long queues are.
#pragma once

#include <string>

#include "engine/run/levels.h"

namespace petriloom::cli {

/// The share of its capacity that each kind of module is busy, one strip below the other, the busiest first; empty if nothing
/// lasted. At most `most` of those that are busy for 0.1 % of the time; what is left out is said.
std::string utilisation_svg(const Levels& levels, std::size_t most);

/// The tokens that wait in places, one strip below the other, each with a scale of its own, the longest queues first; empty if
/// nothing waited.
std::string queues_svg(const Levels& levels, std::size_t most);

}  // namespace petriloom::cli
