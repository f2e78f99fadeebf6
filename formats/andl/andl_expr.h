// SPDX-License-Identifier: Apache-2.0
// Expressions over the marking as ANDL writes them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::andl {

/// An expression of numbers over the tokens of places without colours, `places` being their names. Empty if ANDL has no form for
/// it.
std::optional<std::string> andl_expression(const Net& net, const std::vector<std::string>& places, ExprId expr);

}  // namespace petriloom::andl
