// SPDX-License-Identifier: Apache-2.0
// Stationary distributions of chains whose parts are hardly coupled, by iterative aggregation and
// disaggregation on many levels.
//
// States between which much flows are put together to groups of a few, groups to larger groups, and
// so on up to some tens. Between groups a chain is made with the rates that the present
// distribution within them gives; how likely the groups are is corrected by what is found for that
// chain, and the states are swept (P.-J. Courtois, "Decomposability", 1977; Y. Takahashi, "A
// lumping method for numerical calculations of stationary distributions of Markov chains", 1975; R.
// Koury, D. F. McAllister, W. J. Stewart, "Iterative methods for computing stationary distributions
// of nearly completely decomposable Markov chains", 1984; many levels: G. Horton, S. T.
// Leutenegger, "A multi-level solution algorithm for steady-state Markov chains", 1994; groups by
// flow: H. De Sterck et al., "Multilevel adaptive aggregation for Markov chains, with application
// to web ranking", 2008). Parts that hardly anything flows between, and parts of parts, are groups
// of some level, whatever lies between the rates. No number is ever subtracted from another one, so
// that the smallest rates between groups have full accuracy.
#pragma once

#include "analysis/linear/inflow.h"
#include "engine/text/limits.h"

namespace petriloom {

/// Corrects `x` until nothing moves any more; its numbers are positive, and have the sum 1 then.
/// The part is never left, and its states all reach each other. Returns the number of corrections.
/// How right `x` is says circulation_bound.h. Throws LimitReached.
std::uint64_t aggregate(const Inflow& part, const Limits& limits, std::vector<long double>& x);

}  // namespace petriloom
