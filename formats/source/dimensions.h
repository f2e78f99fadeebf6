// SPDX-License-Identifier: Apache-2.0
// Units that cannot be right: a delay in bytes, seconds added to watts, a weight of 0.
#pragma once

#include "formats/source/name_index.h"

namespace petriloom::source {

/// Follows the units of literals and constants through all expressions and reports, at its place,
/// what contradicts them: sums and comparisons of different dimensions; times, rates, weights and
/// the like that are of another one; and weights, times and rates that are below what the semantics
/// allow. What is not known (variables, parameters, most numbers without a unit) contradicts
/// nothing.
void check_dimensions(const Index& index, const loom::Loaded& files, Diagnostics& diagnostics);

}  // namespace petriloom::source
