// SPDX-License-Identifier: Apache-2.0
// Every transition is enabled in some reachable state.
#pragma once

#include "analysis/model/labels.h"
#include "analysis/space/outcome.h"

namespace petriloom {

/// For the transitions of a module and below. Refuted with the labels that occur nowhere.
Outcome check_quasi_live(const StateSpace& space, const TransitionLabels& labels, const Net& net, ModuleId module);

}  // namespace petriloom
