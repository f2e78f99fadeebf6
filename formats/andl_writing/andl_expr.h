// SPDX-License-Identifier: Apache-2.0
// Expressions over the marking as ANDL writes them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::andl {

/// A function of one or two numbers that the net has too.
struct Mathematical {
  std::string_view name;
  Op op;
  std::size_t parameters;
};
inline constexpr std::array kMathematical = std::to_array<Mathematical>({{"abs", Op::absolute, 1},
                                                                         {"ceil", Op::ceil, 1},
                                                                         {"exp", Op::exp, 1},
                                                                         {"floor", Op::floor, 1},
                                                                         {"log", Op::log, 1},
                                                                         {"max", Op::maximum, 2},
                                                                         {"min", Op::minimum, 2},
                                                                         {"pow", Op::power, 2},
                                                                         {"sqrt", Op::sqrt, 1}});

/// An expression of numbers over the tokens of places without colours, `places` being their names.
/// Empty if ANDL has no form for it.
std::optional<std::string> andl_expression(const Net& net, const std::vector<std::string>& places, ExprId expr);

/// A guard over the marking as conditions: comparisons of the tokens of one place with a number,
/// all of which must hold. An empty text if it always holds; nothing if ANDL has no form for it.
std::optional<std::string> andl_condition(const Net& net, const std::vector<std::string>& places, ExprId guard);

}  // namespace petriloom::andl
