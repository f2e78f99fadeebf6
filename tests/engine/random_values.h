// SPDX-License-Identifier: Apache-2.0
// Random expressions over the values of the tokens of a place.
#pragma once

#include <random>

#include "tests/engine/draft.h"

namespace petriloom::test {

/// Traces show handles and reference engines order by them: all lists of up to three elements,
/// records and messages of them have theirs before any run, in the order of the colours. The first
/// handles are kept away from being elements.
void intern_nested(WordPool& pool);

/// Enters all lists of up to three of the words 0 to 11 in their order, for the same.
void intern_short_lists(WordPool& pool);

/// Lets the transition collect tokens of a place that match a pattern, into the variable `list` of
/// its binding, and put them back or count them. Not more than three.
void collect_some(Draft& draft, TransitionId transition, PlaceId place, std::uint32_t list, ExprId pattern,
                  std::mt19937_64& random);

/// A condition on tokens of a colour set: `token` compared with another, an expression of the
/// transition.
ExprId condition_on(Draft& draft, ExprId token, ExprId other, std::mt19937_64& random);

/// A number that the values of the tokens of a place give: of all, or of those that equal `chosen`,
/// an expression of the transition.
ExprId number_of_values(Draft& draft, TransitionId transition, PlaceId place, ExprId chosen, std::mt19937_64& random);

}  // namespace petriloom::test
