// SPDX-License-Identifier: Apache-2.0
// Where the effect of a firing went: which later firings took its tokens, theirs, and so on, and
// what is left of them at the end.
#pragma once

#include "analysis/witness/causality.h"

namespace petriloom {

struct Flow {
  std::vector<std::size_t> firings;   ///< numbers, ascending
  std::vector<std::size_t> residual;  ///< tokens still there at the end, ascending
};

/// Follows tokens forward. Tokens at home (resources given back) are not followed, nor firings that
/// take from `stop` (a new round of using that resource), if it is valid.
Flow follow(const Trace& trace, std::vector<std::size_t> tokens, PlaceId stop);

/// Whether a token in `holder` can lead to more tokens in `resource` than it takes from there on
/// the way: then whoever holds it may still give the resource back. Looks at arcs, not at colours;
/// places marked initially are not passed through.
bool may_give_back(const Net& net, PlaceId holder, PlaceId resource);

/// Whether transitions of one module alone (of any, if it is invalid) can lead a token from one
/// place to another.
bool leads_within(const Net& net, ModuleId module, PlaceId from, PlaceId to);

/// Whether the place could ever hold a token if colours, counts and guards did not matter.
bool may_be_marked(const Net& net, PlaceId place);

/// Whether any transition has an arc of the kind at the place.
bool has_arc(const Net& net, PlaceId place, ArcKind kind);

}  // namespace petriloom
