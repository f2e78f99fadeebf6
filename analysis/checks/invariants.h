// SPDX-License-Identifier: Apache-2.0
// An atom holds in every reachable state.
#pragma once

#include "analysis/space/outcome.h"

namespace petriloom {

/// Refuted with a shortest path to a state where the atom of this number fails.
Outcome check_invariant(const StateSpace& space, std::size_t atom);

}  // namespace petriloom
