// SPDX-License-Identifier: Apache-2.0
// No reachable state is dead.
#pragma once

#include "analysis/checks/by_states.h"

namespace petriloom {

/// Refuted with a shortest path to a dead state.
Finding check_deadlock_free(const StateSpace& space);

/// The method that answers so.
Method deadlock_free_by_states();

}  // namespace petriloom
