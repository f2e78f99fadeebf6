// SPDX-License-Identifier: Apache-2.0
// Evaluates closed expressions while a net is being built.
#pragma once

#include <optional>

#include "engine/net/net.h"

namespace petriloom {

/// The word of an expression that depends on no variable from outside it, no marking and no time;
/// empty if it does depend on one, if it takes more than a bounded amount of work, or if it has no
/// value; in that last case `error` (may be null) says why. Handles refer to the net's pool.
std::optional<Word> constant_value(Net& net, ExprId expr, std::string* error);

}  // namespace petriloom
