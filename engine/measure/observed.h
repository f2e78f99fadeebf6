// SPDX-License-Identifier: Apache-2.0
// What a net without measures shows of a run: the mean tokens of its places and the throughput of
// its transitions.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/net/net.h"

namespace petriloom {

/// The name of a place or transition of the net itself or a module, with `[*]` for the indices of
/// folded instances: what is of it is of all of them together.
std::string starred_path(const Net& net, ModuleId module, std::string_view name);
/// The name of the array that something belongs to whose modules stand written out:
/// "node[*].cpu.RUN" of "node[3].cpu.RUN"; empty if it belongs to none.
std::string array_of(const Net& net, ModuleId module, std::string_view name);

/// Adds measures to a net, behind its own: for each place and each transition that fires one
/// (Measure::observed), and for each array of several of them that stands written out one for the
/// total. Those whose names are not `wanted` are left out.
void observe(Net& net, const std::function<bool(std::string_view name)>& wanted);

}  // namespace petriloom
