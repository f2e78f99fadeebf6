// SPDX-License-Identifier: Apache-2.0
// What a net does itself is suspected before the library that it shares with others, which many
// nets have proved.
#pragma once

#include "analysis/model/net_model.h"
#include "analysis/result/outcome.h"

namespace petriloom {

/// Puts suspects that are the net's own first. If there is none, the last firing of a transition
/// of its own becomes the first that led to the end of the path: that put a token which the last
/// firing took, or a firing before it that led there. Polls the limits: throws LimitReached.
void put_own_first(NetModel& model, const FiringPath* path, const Limits& limits, std::vector<Blame>& blame);

}  // namespace petriloom
