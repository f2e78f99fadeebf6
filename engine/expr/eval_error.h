// SPDX-License-Identifier: Apache-2.0
// The error of an expression that cannot be evaluated.
#pragma once

#include <stdexcept>

#include "engine/net/expr.h"

namespace petriloom {

/// Division by zero, a value out of its colour set, an empty list, recursion too deep ...
class EvalError : public std::runtime_error {
 public:
  EvalError(Location where, const std::string& message) : std::runtime_error(message), where_(where) {}
  [[nodiscard]] const Location& where() const { return where_; }

 private:
  Location where_;
};

/// Throws EvalError at the place of a node.
[[noreturn]] inline void fail_at(const Expr& node, const std::string& message) { throw EvalError(node.where, message); }

}  // namespace petriloom
