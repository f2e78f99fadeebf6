// SPDX-License-Identifier: Apache-2.0
// No reachable state is dead.
#pragma once

#include "analysis/space/outcome.h"

namespace petriloom {

/// Refuted with a shortest path to a dead state.
Outcome check_deadlock_free(const StateSpace& space);

}  // namespace petriloom
