// SPDX-License-Identifier: Apache-2.0
// Reductions of unfolded nets without time (docs/unfolding.md).
#pragma once

#include "engine/unfold/rows.h"

namespace petriloom {

/// What somebody speaks of, by coloured place.
enum class Spoken : std::uint8_t {
  no,
  whole,    ///< the number of all its tokens
  colours,  ///< numbers of tokens of some of its colours, or arcs that have no rows
};

/// How reductions treat each coloured place: what the net's properties, measures and stop condition
/// say, and where arcs are beside the rows.
std::vector<Spoken> spoken_places(const Net& net);

/// The variables on which it depends, by coloured transition, what its bindings do besides their
/// rows: guards, counts and conditions that look at the marking or are drawn. All variables if it
/// has a weight: two bindings are chosen twice as often as one.
std::vector<std::vector<std::uint32_t>> telling_variables(const Net& net);

/// Removes places whose marking never changes, and transitions that these forbid, until there are
/// none. Places spoken of stay.
void drop_constant_places(const std::vector<Spoken>& spoken, UnfoldedStructure& made, UnfoldedParts& parts);

/// Makes one place of those that are bisimilar, by partition refinement: a partition in which,
/// whenever a transition takes a token from a place, one of the same coloured transition takes it
/// from any other place of the block instead, the rest being the same, and puts as many tokens into
/// each block. (Strong place bisimulation: C. Autant, Ph. Schnoebelen, "Place bisimulations in
/// Petri nets", 1992, with single tokens exchanged.) Places that anything but input and output arcs
/// touches, and those of which some colours are spoken of, stay alone. Transitions are the same if
/// their rows and the colours of their telling variables are.
void merge_alike_places(const Net& net, const std::vector<Spoken>& spoken, UnfoldedStructure& made, UnfoldedParts& parts);

}  // namespace petriloom
