// SPDX-License-Identifier: Apache-2.0
// A bound of the relative error of every single probability of an approximate stationary
// distribution, however it was found and however weakly parts of the chain are coupled.
//
// In the long run as much flows into each state as out of it. What an approximate x leaves over in
// each state, found with twice the digits, is led away along a tree of strong flows: after that x
// is exactly the distribution of a chain whose rates differ from those given by known shares. The
// distribution is a quotient of sums over trees of products with one rate of each state (the
// theorem of trees), so that no probability is off by more than twice the sum, over all states, of
// the largest share by which a rate from it was changed (C. A. O'Cinneide, "Entrywise perturbation
// theory and error analysis for Markov chains", 1993).
#pragma once

#include "analysis/linear/inflow.h"

namespace petriloom {

/// Infinite if nothing can be shown. `x` is positive; its sum does not matter. The part is never
/// left. Throws LimitReached.
double circulation_bound(const Inflow& part, std::span<const long double> x, const Limits& limits);

}  // namespace petriloom
