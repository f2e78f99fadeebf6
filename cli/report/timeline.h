// SPDX-License-Identifier: Apache-2.0
// Levels over time as strips of HTML and SVG that fit any width: how busy modules are, and how long
// queues are.
#pragma once

#include <string>

#include "engine/trace/utilisation.h"

namespace petriloom::cli {

/// The share of its capacity that each kind of module is busy, one strip below the other, the
/// busiest first; empty if there are none. Where the capacity is not known from the net it is said
/// that the share is of the most ever busy. What is busy for less than 0.1 % is left out unless it
/// is hardware of known capacity. At most `most`; then it is said what is left out.
std::string utilisation_html(const Utilisation& utilisation, std::size_t most);

/// The tokens that wait in places, one strip below the other, each with a scale of its own, the
/// longest queues first; empty if nothing waited.
std::string queues_html(const Utilisation& utilisation, std::size_t most);

}  // namespace petriloom::cli
