// SPDX-License-Identifier: Apache-2.0
// How traces name what happens.
#pragma once

#include <span>
#include <string>

#include "engine/net/net.h"

namespace petriloom {

/// The instance that a transition belongs to under a binding: "node[3].cpu"; the name of the net
/// for the net itself.
std::string instance_name(const Net& net, TransitionId transition, std::span<const Word> binding);
/// The instance that a token is in, by the indices that its colour carries; the name of the net for
/// the net itself.
std::string instance_name(const Net& net, PlaceId place, Word colour, const WordPool& pool);
/// The variables of a binding that are not indices of folded instances: "t = task(1), c = 0".
std::string binding_text(const Net& net, TransitionId transition, std::span<const Word> binding, const WordPool& pool);
/// The place a token is in, with the indices that its colour carries filled in: "node[3].cpu.RUN".
std::string place_name(const Net& net, PlaceId place, Word colour, const WordPool& pool);

/// The colour of a token without the indices of its instance; empty if there is nothing else (the
/// unit colour).
std::string inner_colour_text(const Net& net, PlaceId place, Word colour, const WordPool& pool);
/// The same as an index: "[3]", and "[0, 1]" of a tuple.
std::string inner_colour_index(const Net& net, PlaceId place, Word colour, const WordPool& pool);

}  // namespace petriloom
