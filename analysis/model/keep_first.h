// SPDX-License-Identifier: Apache-2.0
// Which of the firings of a state may be the next, by what the net says of their order.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/marking/precedence.h"

namespace petriloom {

/// Leaves of `enabled`, which is not empty, those before which none of them goes
/// (docs/semantics.md, rules 9 and 13). `precedence_of` gives the precedence of one.
template <typename Enabled, typename PrecedenceOf>
void keep_first(std::vector<Enabled>& enabled, PrecedenceOf precedence_of) {
  std::vector<Precedence> precedences;
  for (const Enabled& one : enabled) precedences.push_back(precedence_of(one));
  const Precedence first = *std::min_element(precedences.begin(), precedences.end(), goes_before);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < enabled.size(); ++k) {
    if (precedences[k] == first) enabled[kept++] = enabled[k];
  }
  enabled.erase(enabled.begin() + static_cast<std::ptrdiff_t>(kept), enabled.end());
}

}  // namespace petriloom
