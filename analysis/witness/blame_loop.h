// SPDX-License-Identifier: Apache-2.0
// What a run that goes on for ever passes over.
#pragma once

#include "analysis/witness/blame.h"

namespace petriloom {

/// The instances of transitions that are enabled in the loop of a path, in all of its markings or
/// again and again, and never fire in it (docs/semantics.md, rule 26): those in all of its markings
/// first. `linear`: the formula is one of LTL, from which fairness can leave such runs out. Nothing
/// if the path has no loop.
std::vector<Blame> blame_loop(NetModel& model, const FiringPath& path, bool linear, const Limits& limits);

}  // namespace petriloom
