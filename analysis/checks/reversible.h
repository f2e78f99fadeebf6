// SPDX-License-Identifier: Apache-2.0
// The initial state, or one in which it is intended to end, can be reached from every reachable
// state.
#pragma once

#include "analysis/checks/by_states.h"

namespace petriloom {

/// Refuted with a shortest path to a state of a terminal component without the initial state and
/// without one in which `final_atom` holds (absent: none): from there no way leads back.
Finding check_reversible(const StateSpace& space, std::optional<std::size_t> final_atom);

/// The method that answers so.
Method reversible_by_states();

}  // namespace petriloom
