// SPDX-License-Identifier: Apache-2.0
// All colours that some variables can have together.
#pragma once

#include <span>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// Calls `row` with a frame for each combination of colours of the variables in `slots`, those of
/// the last one first; the other variables stay 0. False, and no call, if a colour set has no end
/// or no colour, or if there are more than `most` combinations.
template <class Row>
bool for_each_assignment(const ColourTable& colours, const std::vector<Variable>& variables, std::span<const std::uint32_t> slots,
                         std::uint64_t most, const Row& row) {
  std::vector<Word> frame(variables.size());
  std::uint64_t rows = 1;
  for (const std::uint32_t slot : slots) {
    const ColourSet& set = colours[variables[slot].colour];
    if (set.size() == 0 || set.size() > most / rows) return false;
    rows *= set.size();
    frame[slot] = set.low;
  }
  for (std::uint64_t k = 0; k < rows; ++k) {
    row(std::span<Word>(frame));
    for (std::size_t s = slots.size(); s-- > 0;) {
      const ColourSet& set = colours[variables[slots[s]].colour];
      if (frame[slots[s]]++ < set.high) break;
      frame[slots[s]] = set.low;
    }
  }
  return true;
}

}  // namespace petriloom
