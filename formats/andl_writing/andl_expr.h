// SPDX-License-Identifier: Apache-2.0
// Expressions over the marking as ANDL writes them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::andl {

/// An expression of numbers over the tokens of places without colours, `places` being their names.
/// Empty if ANDL has no form for it.
std::optional<std::string> andl_expression(const Net& net, const std::vector<std::string>& places, ExprId expr);

/// A guard over the marking as conditions: comparisons of the tokens of one place with a number,
/// all of which must hold. An empty text if it always holds; nothing if ANDL has no form for it.
std::optional<std::string> andl_condition(const Net& net, const std::vector<std::string>& places, ExprId guard);

}  // namespace petriloom::andl
