// SPDX-License-Identifier: Apache-2.0
// The end of counting: a place that would hold more tokens than a number has room for.
#pragma once

#include "engine/expr/eval.h"

namespace petriloom {

/// The largest number of tokens in one place.
inline constexpr std::int64_t kMostTokensOfPlace = std::numeric_limits<std::int64_t>::max();

/// A run-time error like one of an expression: where counts would wrap, runs and explorations end
/// with it.
class TooManyTokens : public EvalError {
 public:
  /// `transition` is the one whose firing it is, at whose line the error is then; may be invalid.
  TooManyTokens(const Net& net, PlaceId place, TransitionId transition = {});
  [[nodiscard]] PlaceId place() const { return place_; }

 private:
  PlaceId place_;
};

/// Adds tokens of this transition to those of a place. Throws TooManyTokens.
inline void add_tokens(const Net& net, PlaceId place, TransitionId transition, std::int64_t more, std::int64_t& tokens) {
  if (__builtin_add_overflow(tokens, more, &tokens)) throw TooManyTokens(net, place, transition);
}

}  // namespace petriloom
