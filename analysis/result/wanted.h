// SPDX-License-Identifier: Apache-2.0
// The places that a property speaks of: where tokens are wanted, so that those there are no trace
// of a fault.
#pragma once

#include <set>

#include "engine/net/net.h"

namespace petriloom {

/// The places at whose tokens the atoms of a formula look.
std::set<PlaceId> places_of(const Net& net, FormulaId formula);
/// Those of a property, and those at which `final when` looks. A property without a formula, as
/// that nothing is dead, wants what the net's own formulas of paths speak of.
std::set<PlaceId> wanted_places(const Net& net, const Property& property);

}  // namespace petriloom
