// SPDX-License-Identifier: Apache-2.0
// Every transition can always become enabled again: each terminal component has an edge of each
// label.
#pragma once

#include "analysis/checks/by_states.h"
#include "analysis/model/labels.h"

namespace petriloom {

/// For the transitions of a module and below. Refuted with a shortest path into a terminal
/// component, and the labels missing in it.
Finding check_live(const StateSpace& space, const TransitionLabels& labels, const Net& net, ModuleId module);

/// The method that answers so.
Method live_by_states();

}  // namespace petriloom
