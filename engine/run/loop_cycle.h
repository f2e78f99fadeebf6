// SPDX-License-Identifier: Apache-2.0
// What a loop without delay (docs/semantics.md, rule 14) does: the firings that it repeats, and what they pile up.
#pragma once

#include "engine/run/run_state.h"
#include "engine/run/simulate.h"

namespace petriloom {

/// Reports the loop that a run is in. `state` is that of the run after `firings` firings at one time; `seen` are the transitions
/// among them. The run is continued from there on coloured tokens, for 20,000 firings that nobody else is told of, and the shortest
/// sequence that these repeat is named (found by the failure function of D. Knuth, J. Morris, V. Pratt, 1977), beginning with the
/// transition that was declared first. If they repeat none, what grows is named.
void report_loop(const Net& net, const SimulationOptions& options, RunState state, std::uint64_t firings,
                 std::span<const TransitionId> seen, Diagnostics& diagnostics);

}  // namespace petriloom
