// SPDX-License-Identifier: Apache-2.0
// Fluid places and continuous transitions of a net (docs/fluid.md), and how those refuse them who
// speak of tokens alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/net/net.h"

namespace petriloom {

/// The first fluid place or continuous transition of a net.
struct FluidPart {
  Location where;
  std::string what;  ///< "place 'T' is fluid"
};
/// Nothing if the net is of tokens alone.
std::optional<FluidPart> find_fluid(const Net& net);
/// Whether the net has fluid places or continuous transitions.
inline bool has_fluid(const Net& net) { return find_fluid(net).has_value(); }
/// Where fluid has no meaning: an error at the first fluid place or continuous transition, "WHO:
/// place 'T' is fluid", with `help`. True if there is one.
bool refuse_fluid(const Net& net, std::string_view who, std::string_view help, Diagnostics& diagnostics);

}  // namespace petriloom
