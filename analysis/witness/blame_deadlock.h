// SPDX-License-Identifier: Apache-2.0
// Why nothing moves any more: who waits for what, who has it, and where a token was lost.
#pragma once

#include <set>

#include "analysis/witness/blame.h"

namespace petriloom {

/// For a path that ends in the dead (or stuck) state; tokens in places that are `wanted` are no
/// fault. Most likely first: tokens lost or misdirected, then cyclic waits in order of the cycle,
/// then others that wait. Wait-for graphs after Holt (Computing Surveys 1972), on tokens.
std::vector<Blame> blame_deadlock(NetModel& model, const FiringPath& path, const std::set<PlaceId>& wanted, const Limits& limits);

}  // namespace petriloom
