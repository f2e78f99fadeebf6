// SPDX-License-Identifier: Apache-2.0
// LTL on explored markings, with fairness.
#pragma once

#include "analysis/checks/by_states.h"

namespace petriloom {

/// The method that answers properties of LTL.
Method ltl_by_states();

}  // namespace petriloom
