// SPDX-License-Identifier: Apache-2.0
// Whether what was published is measured in what the runs gave.
#pragma once

#include "cli/claims/claims.h"
#include "cli/claims/figures.h"

namespace petriloom::cli::claims {

/// Reports numbers that were printed in a unit that does not measure what the figure is, as W for
/// seconds. Only values that are one figure of one run, "stencil(policy, 16).makespan", are looked
/// at: of others the unit is not known.
void check_units(const Claims& claims, const Figures& figures, const Claim& claim, Diagnostics& diagnostics);

}  // namespace petriloom::cli::claims
