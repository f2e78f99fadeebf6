// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/difference.h"

#include <algorithm>
#include <cstdlib>

namespace petriloom {

std::int64_t count_of(const std::vector<Tokens>& marking, PlaceId place, Word colour) {
  const auto at = std::lower_bound(marking.begin(), marking.end(), Tokens{place, colour, 0});
  return at != marking.end() && at->place == place && at->colour == colour ? at->count : 0;
}

std::vector<TokenDifference> differences(const std::vector<Tokens>& initial, const std::vector<Tokens>& now) {
  std::vector<TokenDifference> result;
  for (const Tokens& tokens : initial) {
    const std::int64_t surplus = count_of(now, tokens.place, tokens.colour) - tokens.count;
    if (surplus != 0) result.push_back({tokens.place, tokens.colour, surplus});
  }
  for (const Tokens& tokens : now) {
    if (count_of(initial, tokens.place, tokens.colour) == 0) result.push_back({tokens.place, tokens.colour, tokens.count});
  }
  return result;
}

std::int64_t distance(const std::vector<TokenDifference>& list) {
  std::int64_t sum = 0;
  for (const TokenDifference& difference : list) sum += std::abs(difference.surplus);
  return sum;
}

}  // namespace petriloom
