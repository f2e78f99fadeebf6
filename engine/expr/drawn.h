// SPDX-License-Identifier: Apache-2.0
// What depends on the values that a transition draws when it fires (docs/semantics.md, rule 22).
#pragma once

#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// Whether an expression of the transition, which may be invalid, uses a variable that is drawn.
bool uses_drawn(const Net& net, const Transition& transition, ExprId expr);

/// For each draw of the transition, whether the tokens it puts depend on it, not delays alone.
std::vector<char> drawn_for_tokens(const Net& net, const Transition& transition);

}  // namespace petriloom
