// SPDX-License-Identifier: Apache-2.0
// The states along a path of firings.
#pragma once

#include "analysis/model/net_model.h"
#include "engine/text/limits.h"

namespace petriloom {

/// Fires a path and tells of each state on it, the initial one first: `step` firings lead there.
/// The model has that state loaded while it is told, and the last one afterwards; `told` must load
/// no other. The firings are not asked whether they are enabled. Polls the limits before each
/// firing: throws LimitReached.
void follow_path(NetModel& model, const FiringPath& path, const Limits& limits,
                 FunctionRef<void(std::size_t step, StateBytes state)> told);

}  // namespace petriloom
