// SPDX-License-Identifier: Apache-2.0
// Where a net that does not come back is most like it was at first: there what is missing shows
// best.
#pragma once

#include "analysis/model/net_model.h"
#include "analysis/space/paths.h"

namespace petriloom {

/// The path continued to that state, of those that can be reached from where it ends, which is most
/// like the initial one.
StatePath to_likeness(const NetModel& model, const StateSpace& space, const StatePath& path);

}  // namespace petriloom
