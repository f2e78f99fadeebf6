// SPDX-License-Identifier: Apache-2.0
// Which places each transition looks at and which it may change: the dependency matrix of LTSmin's
// PINS (J. Meijer, G. Kant, S. Blom, J. van de Pol, "Read, write and copy dependencies for symbolic
// model checking", HVC 2014).
#pragma once

#include <vector>

#include "analysis/model/explorable.h"
#include "engine/net/net.h"

namespace petriloom {

/// The places of one transition, each list ascending.
struct PlaceDependencies {
  /// All that decides whether it is enabled, with which bindings, and what a firing takes and puts.
  /// If priorities matter, the places that transitions of a possibly higher one look at are among
  /// them.
  std::vector<PlaceId> reads;
  /// All whose tokens a firing may change. A firing changes no other place.
  std::vector<PlaceId> writes;
};

/// By transition. `priorities` are those that matter in the model, by transition; empty if none do.
std::vector<PlaceDependencies> place_dependencies(const Net& net, const std::vector<PriorityRange>& priorities);

}  // namespace petriloom
