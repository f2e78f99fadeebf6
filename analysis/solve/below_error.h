// SPDX-License-Identifier: Apache-2.0
// Which numbers of a solution may be nothing but its error.
#pragma once

#include "analysis/markov/rewards.h"
#include "analysis/solve/solve.h"

namespace petriloom {

/// Marks what comes from so little that the error may be all of it. `flows` and `there` are what
/// RewardCollector::support gives for the whole horizon and for its end, parallel to the result.
void mark_below_error(const Net& net, const Rewards& flows, const Rewards& there, SolveResult& result);

}  // namespace petriloom
