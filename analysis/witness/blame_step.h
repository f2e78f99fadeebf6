// SPDX-License-Identifier: Apache-2.0
// The step that broke a state formula: the last of a shortest path to a state where it fails.
#pragma once

#include "analysis/witness/blame.h"

namespace petriloom {

/// Blames the transition of the last step, and the arc of it that upset the places the formula
/// speaks of, if one can be told. `formula` may be any; its atoms say which places matter.
std::vector<Blame> blame_step(NetModel& model, const FiringPath& path, FormulaId formula, const Limits& limits);

}  // namespace petriloom
