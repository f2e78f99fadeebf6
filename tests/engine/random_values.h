// SPDX-License-Identifier: Apache-2.0
// Random expressions over the values of the tokens of a place.
#pragma once

#include <random>

#include "tests/engine/draft.h"

namespace petriloom::test {

/// A number that the values of the tokens of a place give: of all, or of those that equal `chosen`,
/// an expression of the transition.
ExprId number_of_values(Draft& draft, TransitionId transition, PlaceId place, ExprId chosen, std::mt19937_64& random);

}  // namespace petriloom::test
