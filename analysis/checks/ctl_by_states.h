// SPDX-License-Identifier: Apache-2.0
// CTL on explored markings, with a path that explains the verdict.
#pragma once

#include "analysis/checks/by_states.h"

namespace petriloom {

/// The method that answers properties of CTL. With fairness they are undecided.
Method ctl_by_states();

}  // namespace petriloom
