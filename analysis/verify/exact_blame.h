// SPDX-License-Identifier: Apache-2.0
// Faults that are met on the way of a witness: they say more exactly what is wrong than the
// property that the witness is of.
#pragma once

#include "analysis/method/task.h"
#include "analysis/result/outcome.h"

namespace petriloom {

/// Puts the invariants and hardware rules that are broken along the path before the entries of
/// `blame`, which are of `property`. At most kMostBlamed are kept. Throws LimitReached.
void put_exact_blame_first(Task& task, const Property& property, const FiringPath& path, std::vector<Blame>& blame);

}  // namespace petriloom
