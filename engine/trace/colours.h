// SPDX-License-Identifier: Apache-2.0
// Colours that a trace keeps from one firing to the next.
#pragma once

#include <map>
#include <tuple>
#include <utility>

#include "engine/containers/function_ref.h"
#include "engine/net/colour.h"
#include "engine/net/ids.h"

namespace petriloom {

/// Tokens that a trace knows: place, colour, and the time from which they are available (s).
using TracedToken = std::tuple<PlaceId, Word, double>;

/// Gives the colours of all keys the words of another pool (TraceSink::move_colours).
template <class Kept>
void rename_colours(std::map<TracedToken, Kept>& kept, FunctionRef<Word(PlaceId, Word)> moved) {
  std::map<TracedToken, Kept> renamed;
  for (auto& [key, value] : kept) {
    const auto& [place, colour, available] = key;
    renamed.emplace(TracedToken{place, moved(place, colour), available}, std::move(value));
  }
  kept = std::move(renamed);
}

}  // namespace petriloom
