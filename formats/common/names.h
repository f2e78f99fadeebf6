// SPDX-License-Identifier: Apache-2.0
// Identifiers for formats that are stricter about names than a net is.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>

#include "engine/net/net.h"

namespace petriloom {

/// Gives every name an identifier of letters, digits, `_` and the characters in `also`; equal
/// requests get different ones.
class Identifiers {
 public:
  explicit Identifiers(std::string_view also = {}) : also_(also) {}
  /// An identifier that nothing else may get.
  void reserve(std::string_view word) { used_.emplace(word); }
  /// A new identifier that looks like `name`.
  std::string make(std::string_view name);

 private:
  std::string also_;
  std::unordered_set<std::string> used_;
};

/// The value of an expression that is a literal real; `otherwise` if there is no expression; empty
/// if it is not a literal.
std::optional<double> literal_real(const Net& net, ExprId expr, double otherwise = 0);
/// The same for an int.
std::optional<std::int64_t> literal_integer(const Net& net, ExprId expr, std::int64_t otherwise);

}  // namespace petriloom
