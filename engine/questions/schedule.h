// SPDX-License-Identifier: Apache-2.0
// When scheduled transitions fire (docs/semantics.md, rules 24 and 25).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/net/net.h"

namespace petriloom {

/// What is wrong with the times of a schedule.
struct ScheduleFault {
  std::size_t time = 0;  ///< position in Transition::times
  std::string what;      ///< for a message
};

/// Nothing if `times` (s, as Transition::times of a scheduled timing) are in order: there are as
/// many as it takes, finite and not negative, the period above 0, the last time not before the
/// first.
std::optional<ScheduleFault> check_schedule(Timing timing, std::span<const double> times);

/// The next time of a schedule that has passed `check_schedule`: the first after `now`, or `now`
/// itself if it is one of them and `still` says that it counts. Infinity if there is none. The k-th
/// of periodic times is first + k period, rounded once or twice; the last time is met if it is one
/// of them to within a billionth of a period.
double next_time(Timing timing, std::span<const double> times, double now, bool still);

}  // namespace petriloom
