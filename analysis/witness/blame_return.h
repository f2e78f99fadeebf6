// SPDX-License-Identifier: Apache-2.0
// Why the net does not come back: which tokens are missing or too many where it is caught, and who
// did not give back or gave too much.
#pragma once

#include "analysis/witness/blame.h"

namespace petriloom {

/// `path` leads to a state from which the initial state cannot be reached, best the one most like
/// it. Compares the two, place by place.
std::vector<Blame> blame_return(NetModel& model, const FiringPath& path, const Limits& limits);

}  // namespace petriloom
