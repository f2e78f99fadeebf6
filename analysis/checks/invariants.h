// SPDX-License-Identifier: Apache-2.0
// An atom holds in every reachable state.
#pragma once

#include "analysis/checks/by_states.h"

namespace petriloom {

/// Refuted with a shortest path to a state where the atom of this number fails.
Finding check_invariant(const StateSpace& space, std::size_t atom);

/// The method that answers so.
Method invariant_by_states();

}  // namespace petriloom
