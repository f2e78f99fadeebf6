// SPDX-License-Identifier: Apache-2.0
// The initial state can be reached from every reachable state.
#pragma once

#include "analysis/space/outcome.h"

namespace petriloom {

/// Refuted with a shortest path to a state of a terminal component without the initial state: from there no way leads back.
Outcome check_reversible(const StateSpace& space);

}  // namespace petriloom
