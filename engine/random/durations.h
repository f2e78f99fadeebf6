// SPDX-License-Identifier: Apache-2.0
// Durations of timed transitions. The methods are our own and fixed, so that a seed gives the same
// run with every standard library.
#pragma once

#include <string>

#include "engine/net/net.h"
#include "engine/random/rng.h"

namespace petriloom {

/// What is wrong with the parameters of a distribution (see Timing), as text for a message; empty
/// if nothing is. A rate of 0 is allowed: such a transition never fires.
std::string check_parameters(Timing timing, double a, double b);

/// A duration in s, never negative; infinite for a rate of 0, and 0 for what has none. The
/// parameters must have passed `check_parameters`.
double sample(Timing timing, double a, double b, Random& random);

}  // namespace petriloom
