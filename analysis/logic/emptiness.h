// SPDX-License-Identifier: Apache-2.0
// Whether a state space has a path that an automaton accepts, on the fly: Couvreur's search for an
// accepting component (FM 1999).
#pragma once

#include "analysis/logic/product.h"
#include "analysis/result/result.h"

namespace petriloom {

struct AcceptedPath {
  bool found = false;
  /// From the initial state: a lasso, a path to a dead state, or (`any_end`) a path of which every
  /// continuation is accepted. Nothing if none was found, or if a limit was reached while it was
  /// put together.
  std::optional<StatePath> path;
  bool any_end = false;
  std::uint64_t nodes = 0;         ///< of the product, visited
  std::optional<Stopped> stopped;  ///< the search was given up
  std::string too_large;           ///< ... because the automaton is too large
};

/// With fairness, paths that are not fair do not count. In a space that is not complete, only what
/// is explored is searched.
AcceptedPath find_accepted(Product& product, Fairness fairness, const Limits& limits);

}  // namespace petriloom
