// SPDX-License-Identifier: Apache-2.0
// The orders by which rule 9 of docs/semantics.md chooses.
#pragma once

#include <span>
#include <vector>

#include "engine/net/net.h"
#include "engine/state/arrival_run.h"

namespace petriloom {

/// Sorts runs by arrival and joins those of the same arrival.
void normalise(std::vector<ArrivalRun>& runs);

/// Compares two normalised sequences of arrivals lexicographically; a missing arrival counts as
/// later.
int compare_arrivals(std::span<const ArrivalRun> a, std::span<const ArrivalRun> b);

/// Compares two bindings of one transition, variables in order of declaration.
int compare_bindings(const Net& net, const Transition& transition, std::span<const Word> a, std::span<const Word> b,
                     const WordPool& pool);

}  // namespace petriloom
