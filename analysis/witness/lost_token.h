// SPDX-License-Identifier: Apache-2.0
// Why a token that a stuck transition waits for does not come: somebody else has it, or somewhere
// on its way it was lost.
#pragma once

#include "analysis/witness/stuck.h"

namespace petriloom {

/// Looks into one missing token of one stuck transition: a resource (a token that lay there at the
/// start) is sought with those who took it, anything else is taken for the answer to what was put
/// together with the tokens held. Enters others that hold what is needed into the wait-for graph of
/// the scene; what was lost is returned, most likely first. `spurious` is set if the transition
/// cannot really be waiting: its own module never began what would make it wait.
std::vector<Blame> trace_missing(Scene& scene, Stuck& one, const MissingTokens& missing, bool& spurious);

}  // namespace petriloom
