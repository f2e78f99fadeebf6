// SPDX-License-Identifier: Apache-2.0
// Why the net does not come back: which tokens are missing or too many where it is caught, and who did not give back or gave too
// much.
#pragma once

#include "analysis/witness/blame.h"

namespace petriloom {

/// `path` leads to a state from which the initial state cannot be reached. Compares, of the states reachable from there, the one
/// most like the initial state with it, place by place.
std::vector<Blame> blame_return(NetModel& model, const StateSpace& space, const StatePath& path);

}  // namespace petriloom
