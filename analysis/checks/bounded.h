// SPDX-License-Identifier: Apache-2.0
// Every place stays under some bound.
#pragma once

#include "analysis/checks/by_states.h"
#include "analysis/model/net_model.h"

namespace petriloom {

/// For the places of a module and below. Holds with the largest number of tokens met; refuted with
/// a path whose loop can be repeated for ever and adds tokens each time (its two ends are different
/// states, so `loop` is a step, not a state met again).
Finding check_bounded(const StateSpace& space, const NetModel& model, ModuleId module);

/// The largest number of tokens that was in one place. Of a folded instance each index has places
/// of its own, so that the number is the same as that of the expanded net (docs/semantics.md, rule
/// 18).
std::int64_t most_in_place(const StateSpace& space, const NetModel& model);

/// The method that answers so.
Method bounded_by_states();

}  // namespace petriloom
