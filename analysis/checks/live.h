// SPDX-License-Identifier: Apache-2.0
// Every transition can always become enabled again: each terminal component has an edge of each label.
#pragma once

#include "analysis/model/labels.h"
#include "analysis/space/outcome.h"

namespace petriloom {

/// For the transitions of a module and below. Refuted with a shortest path into a terminal component, and the labels missing in it.
Outcome check_live(const StateSpace& space, const TransitionLabels& labels, const Net& net, ModuleId module);

}  // namespace petriloom
