// SPDX-License-Identifier: Apache-2.0
// Multisets as sums of terms, and how they are compared and taken from each other.
#pragma once

#include <vector>

#include "engine/build/builder.h"

namespace petriloom::pnml {

/// Colours in a multiset that another one is taken from.
inline constexpr std::size_t kMostDifference = 1'000;

/// One summand of a multiset: `count` times the colour `value`, or times each element of the list
/// `value`.
struct Portion {
  ExprId value;
  ExprId count;  ///< int; 0 or less: nothing
  bool each = false;
};

using Portions = std::vector<Portion>;

/// Whether two expressions are the same colour, decided where their shapes decide it.
ExprId same(NetBuilder& builder, ExprId a, ExprId b, const Location& where);
/// How often a multiset has a colour.
ExprId amount(NetBuilder& builder, const Portions& portions, ExprId colour, const Location& where);
/// Lists taken apart into their elements, which must be constants then.
Portions spread(NetBuilder& builder, const Portions& portions, const Location& where);
/// All of a list but what the other multiset takes away: the elements that are not in it as one
/// term, the others each with what is left of them. `slot` is for an element of the list.
Portions without(NetBuilder& builder, const Portion& all, const Portions& less, std::uint32_t slot, const Location& where);

}  // namespace petriloom::pnml
