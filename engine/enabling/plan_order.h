// SPDX-License-Identifier: Apache-2.0
// Whether the order in which a plan finds bindings is that of docs/semantics.md, rule 9.
#pragma once

#include "engine/enabling/binding_plan.h"
#include "engine/join/plan.h"

namespace petriloom {

/// See Plan::first_is_best: all scans must be independent, over input terms of one token each, in
/// the order of their colours.
bool first_is_best(const TransitionPlan& compiled, const Join& join, const JoinStart& start, const JoinPlan& plan);

}  // namespace petriloom
