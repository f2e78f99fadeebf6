// SPDX-License-Identifier: Apache-2.0
// Why a net is unbounded: which transitions of the repeatable part of the path add tokens.
#pragma once

#include "analysis/witness/blame.h"

namespace petriloom {

/// `path` ends with the part that can be repeated, from step `loop` on. Transitions that add most
/// to growing places come first.
std::vector<Blame> blame_growth(NetModel& model, const FiringPath& path, const Limits& limits);

}  // namespace petriloom
