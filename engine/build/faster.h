// SPDX-License-Identifier: Apache-2.0
// A net in which some of what takes time takes another time.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// Firings of a transition.
struct TimedFirings {
  TransitionId transition;
  ExprId where;  ///< a bool over its binding; invalid: all
};

/// What takes time together: transitions of the same name without indices.
struct TimedPart {
  std::string name;
  std::vector<TimedFirings> firings;
};

/// The transitions that take time or put tokens with a delay, by name, in order of the net. Those
/// that fire at set times, and what flows, are none.
std::vector<TimedPart> timed_parts(const Net& net);

/// The net in which the time of these firings is multiplied by `factor` (above 0): delays,
/// durations of any distribution, work. With a factor of 1 its runs are the same. A product that is
/// too high to be built is in the diagnostics, and the net absent.
std::optional<Net> with_times(const Net& net, std::span<const TimedFirings> firings, double factor, Diagnostics& diagnostics);

}  // namespace petriloom
