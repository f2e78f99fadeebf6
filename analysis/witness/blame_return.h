// SPDX-License-Identifier: Apache-2.0
// Why the net does not come back: which tokens are missing or too many where it is caught, and who did not give back or gave too
// much.
#pragma once

#include "analysis/witness/blame.h"

namespace petriloom {

/// The path continued to that state, of those that can be reached from where it ends, which is most like the initial one.
StatePath to_likeness(const NetModel& model, const StateSpace& space, const StatePath& path);

/// `path` leads to a state from which the initial state cannot be reached, most like it (`to_likeness`). Compares the two, place by
/// place.
std::vector<Blame> blame_return(NetModel& model, const StateSpace& space, const StatePath& path);

}  // namespace petriloom
