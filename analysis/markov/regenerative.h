// SPDX-License-Identifier: Apache-2.0
// Where a chain with deterministic firings is in the long run, or until its end: by the chain
// embedded at the times from which on the future depends on the marking alone (M. Ajmone Marsan, G.
// Chiola, "On Petri nets with deterministic and exponentially distributed firing times", 1987; C.
// Lindemann, "An improved numerical algorithm for calculating steady-state solutions of
// deterministic and stochastic Petri net models", 1993).
#pragma once

#include "analysis/markov/steady_state.h"

namespace petriloom {

struct RegenerativeState {
  /// As without deterministic firings; the residual is that of the embedded chain.
  SteadyState steady;
  /// By state: deterministic firings per second in the long run, in all until the end.
  std::vector<double> fires;
};

/// A period begins when a deterministic transition becomes enabled, or fires and is enabled again,
/// and ends when it fires or is disabled; within it the exponential firings that leave it enabled
/// are a chain of their own, solved by uniformisation from each marking in which a period can
/// begin. Not converged, with several recurrent parts, unless each is a single dead marking.
RegenerativeState solve_regenerative(const MarkovChain& chain, const SteadyOptions& options);

}  // namespace petriloom
