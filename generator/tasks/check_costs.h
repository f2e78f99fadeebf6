// SPDX-License-Identifier: Apache-2.0
// What the costs and powers of a node that runs tasks must have in common.
#pragma once

#include <vector>

#include "generator/description/task_system.h"

namespace petriloom {

/// Costs of which one must not be above the other, and one has no effect without the other.
void check_costs(const TaskSystem& system, Diagnostics& diagnostics);

/// A list of memories of cards has one for each of them.
void check_card_memory(const TaskSystem& system, const Located<int>& cards, Diagnostics& diagnostics);

/// What a worker draws while it does nothing is no more than what it draws at work. Where that of
/// some workers is said, those of which it is not draw nothing.
void check_power(const TaskMachine& machine, const std::vector<TaskConstant>& power, Diagnostics& diagnostics);

}  // namespace petriloom
