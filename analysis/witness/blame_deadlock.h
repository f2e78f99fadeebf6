// SPDX-License-Identifier: Apache-2.0
// Why nothing moves any more: who waits for what, who has it, and where a token was lost.
#pragma once

#include "analysis/witness/blame.h"

namespace petriloom {

/// For a path that ends in the dead (or stuck) state. Most likely first: tokens lost or
/// misdirected, then cyclic waits in order of the cycle, then others that wait. Wait-for graphs
/// after Holt (Computing Surveys 1972), on tokens.
std::vector<Blame> blame_deadlock(NetModel& model, const FiringPath& path, const Limits& limits);

}  // namespace petriloom
