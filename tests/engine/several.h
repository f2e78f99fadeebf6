// SPDX-License-Identifier: Apache-2.0
// Measures over all transitions of a random net.
#pragma once

#include "tests/engine/draft.h"

namespace petriloom::test {

/// A count, sum, mean, least, most, first and last value, and a delay, called `all_count` and so
/// on: over all transitions, of those with an odd number only firings whose first variable has the
/// least colour. Values are times as often as the number of the transition, from 1; delays begin
/// with those of even numbers.
void add_several(Draft& d, std::size_t transitions);

}  // namespace petriloom::test
