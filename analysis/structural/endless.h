// SPDX-License-Identifier: Apache-2.0
// Nets that never die: by structure, and by exploring what is small.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/net/net.h"

namespace petriloom {

/// Why no run of a net ever comes to a dead marking; nothing if the net can, or if that is not
/// found out. Time is respected as far as it matters: transitions at set times and those that may
/// have a rate of 0 are not counted on.
///
/// By structure: in a dead marking every transition that a token in each of its places enables has
/// an empty one among them. If every choice of such places contains a trap that is marked at the
/// start, there is none (F. Commoner, "Deadlocks in Petri nets", 1972). Colours are left out of it.
/// Otherwise the first markings are explored, `states` of them at most.
std::optional<std::string> never_ends(const Net& net, std::uint64_t states, const std::function<bool()>& cancelled);

}  // namespace petriloom
