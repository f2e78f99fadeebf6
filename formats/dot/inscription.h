// SPDX-License-Identifier: Apache-2.0
// Short texts for pictures.
#pragma once

#include <string>

#include "engine/net/net.h"

namespace petriloom {

/// The length from which texts are cut in a picture that is laid out anew.
inline constexpr std::size_t kLongest = 28;

/// What an arc is marked with: count and pattern; long expressions end in an ellipsis. Empty for
/// one colourless token.
std::string inscription(const Net& net, const Transition& transition, const Arc& arc, std::size_t longest = kLongest);
/// The tokens a place holds at the start, as short as can be.
std::string marking_text(const Net& net, const Place& place);
/// How a transition is timed, empty if it is immediate.
std::string timing_text(const Net& net, const Transition& transition);
/// "node[0..15] : NODE".
std::string module_title(const Net& net, ModuleId module);

}  // namespace petriloom
