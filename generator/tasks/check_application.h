// SPDX-License-Identifier: Apache-2.0
// What the constants of an application must have in common.
#pragma once

#include "generator/description/task_system.h"

namespace petriloom {

/// Reports, at their places, constants of which the least is above the most, blocks that make no
/// rows of equally many, and more tasks than a net takes.
void check_application(const TaskSystem& system, Diagnostics& diagnostics);

}  // namespace petriloom
