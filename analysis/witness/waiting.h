// SPDX-License-Identifier: Apache-2.0
// Transitions that have some of the tokens they need but not all: who waits, holding what, for
// what.
#pragma once

#include "analysis/model/net_model.h"

namespace petriloom {

/// A term of a transition that finds no token.
struct MissingTokens {
  PlaceId place;
  std::size_t arc = 0;         ///< number of the arc
  std::optional<Word> colour;  ///< if what is bound determines it
};

/// A transition with as many of its needs met as can be met together.
struct Waiter {
  TransitionId transition;
  std::vector<Word> binding;  ///< words of variables that are not bound are 0
  std::vector<bool> bound;
  std::vector<Tokens> has;  ///< tokens found
  std::vector<MissingTokens> missing;
  /// Arcs (inhibitor, equal) that forbid it, if all tokens are there.
  std::vector<std::size_t> held_back;
};

/// The best partial bindings of each transition in the model's current state: those with the fewest
/// terms missing, at least one term met and one missing (or an inhibitor in the way). Enabled
/// bindings are left out. The search is cut off at a fixed number of tries.
std::vector<Waiter> find_waiters(NetModel& model);

}  // namespace petriloom
