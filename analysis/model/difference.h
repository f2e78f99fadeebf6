// SPDX-License-Identifier: Apache-2.0
// What differs between two markings, colour by colour.
#pragma once

#include "engine/marking/marking.h"

namespace petriloom {

struct TokenDifference {
  PlaceId place;
  Word colour = 0;
  std::int64_t surplus = 0;  ///< of the second marking against the first one
};

/// Number of tokens of a colour in a place, in a list ascending by place and colour.
std::int64_t count_of(const std::vector<Tokens>& marking, PlaceId place, Word colour);

/// Where two markings, both ascending, differ: first what the first one has, then what it has not.
std::vector<TokenDifference> differences(const std::vector<Tokens>& initial, const std::vector<Tokens>& now);

/// How many tokens differ in all.
std::int64_t distance(const std::vector<TokenDifference>& list);

}  // namespace petriloom
