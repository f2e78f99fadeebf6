// SPDX-License-Identifier: Apache-2.0
// How urgent transitions are, and how often one binding may be enabled at a time.
#pragma once

#include "engine/expr/eval.h"
#include "engine/net/net.h"

namespace petriloom {

/// The most times that one binding of a timed transition may be enabled at a time (docs/limits.md).
inline constexpr std::int64_t kMostEnablingDegree = 10'000'000;

/// The constant priority of a transition.
std::int64_t priority_of(const Transition& transition, Evaluator& evaluator);

}  // namespace petriloom
