// SPDX-License-Identifier: Apache-2.0
// Paths through an explored state space.
#pragma once

#include <functional>

#include "analysis/space/explore.h"

namespace petriloom {

/// `states` has one entry more than `labels`. If `loop` is set the last state is the same as
/// `states[*loop]`: a lasso.
struct StatePath {
  std::vector<StateNumber> states;
  std::vector<Label> labels;
  std::optional<std::size_t> loop;
};

using StatePredicate = std::function<bool(StateNumber)>;

// All that searches polls the limits of the space: throws LimitReached.

/// A shortest path from the initial state.
StatePath path_from_start(const StateSpace& space, StateNumber to);
/// A shortest path from `from` to a state of `goal`, all states before the last being in `within`;
/// `from` itself may be the goal. Nothing if there is none among the explored edges.
std::optional<StatePath> shortest_path(const StateSpace& space, StateNumber from, const StatePredicate& within,
                                       const StatePredicate& goal);
/// A shortest path of at least one step from `from` back to it, with all states in `within`.
std::optional<StatePath> shortest_cycle(const StateSpace& space, StateNumber from, const StatePredicate& within);
/// A maximal path in `within`: to a dead state, or a lasso. Nothing if there is none among the
/// explored edges.
std::optional<StatePath> maximal_path(const StateSpace& space, StateNumber from, const StateSet& within);
/// Continues `path` by one that begins where it ends. A lasso cannot be continued.
void append(StatePath& path, const StatePath& more);

}  // namespace petriloom
