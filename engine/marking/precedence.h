// SPDX-License-Identifier: Apache-2.0
// What a net says of which of several bindings goes first, and of the tokens that decide it.
#pragma once

#include <cstdint>

#include "engine/net/colour.h"

namespace petriloom {

/// What the net says of a binding (docs/semantics.md, rules 9 and 13). Arrivals decide what is
/// equal.
struct Precedence {
  std::int64_t priority = 0;  ///< higher goes first
  double order = 0;           ///< then lower goes first; a number
  friend bool operator==(const Precedence&, const Precedence&) = default;
};

/// Whether `a` goes before `b`.
inline bool goes_before(const Precedence& a, const Precedence& b) {
  return a.priority != b.priority ? a.priority > b.priority : a.order < b.order;
}

/// The precedence of all bindings that use a token, where they do not differ in it.
class TokenRank {
 public:
  TokenRank() = default;
  TokenRank(const TokenRank&) = delete;
  TokenRank& operator=(const TokenRank&) = delete;
  virtual ~TokenRank() = default;
  /// The same for a colour at all times. Does not throw: where it cannot be told, the token goes
  /// before all others, so that it is looked at.
  virtual Precedence of(Word colour) = 0;
};

}  // namespace petriloom
