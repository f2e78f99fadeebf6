// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/ever_possible.h"

#include <algorithm>

namespace petriloom {

namespace {

/// Whether an output term may put tokens.
bool may_put(const Term& term) {
  const bool none = term.count.valid() && term.count.constant() && term.count.constant_value() <= 0;
  return term.kind == ArcKind::output && !term.never && !none;
}

}  // namespace

std::vector<bool> ever_possible(const Enabling& enabling, const Marking& marking) {
  const Net& net = enabling.net();
  std::vector<bool> filled(net.places.size());
  for (std::size_t p = 0; p < net.places.size(); ++p) filled[p] = net.places[p].fluid || marking.total_in(PlaceId(p)) > 0;
  std::vector<bool> possible(net.transitions.size());
  for (bool found = true; found;) {
    found = false;
    for (std::size_t t = 0; t < net.transitions.size(); ++t) {
      const TransitionId transition(t);
      const auto needed = enabling.needed(transition);
      const auto there = [&](PlaceId place) { return filled[place.index()]; };
      if (possible[t] || enabling.never(transition) || !std::all_of(needed.begin(), needed.end(), there)) continue;
      possible[t] = found = true;
      for (const Term& term : enabling.plans()[transition].terms) {
        if (may_put(term)) filled[term.place.index()] = true;
      }
    }
  }
  return possible;
}

}  // namespace petriloom
