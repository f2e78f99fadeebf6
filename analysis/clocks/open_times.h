// SPDX-License-Identifier: Apache-2.0
// What tokens are put by values that depend on the model time, left open (docs/semantics.md, rule
// 29).
#pragma once

#include <optional>

#include "engine/net/net.h"

namespace petriloom {

struct OpenTimes {
  Net net;
  bool choices = false;  ///< something is left open, and not only held by tokens
};

/// A copy of a net in which what a firing puts, and draws for that, depends on the time no more but
/// for times that tokens hold: a comparison of times holds or does not, what is first by a time is
/// any, and so on, as if that were drawn. Times in tokens are `now`, whatever they were. Where
/// nothing can be put in the place of a value it stays as it is. Nothing if nothing depends.
std::optional<OpenTimes> with_open_times(const Net& net);

}  // namespace petriloom
