// SPDX-License-Identifier: Apache-2.0
// Every transition is enabled in some reachable state.
#pragma once

#include "analysis/checks/by_states.h"
#include "analysis/model/labels.h"

namespace petriloom {

/// For the transitions of a module and below. Refuted with the labels that occur nowhere.
Finding check_quasi_live(const StateSpace& space, const TransitionLabels& labels, const Net& net, ModuleId module);

/// The method that answers so.
Method quasi_live_by_states();

}  // namespace petriloom
