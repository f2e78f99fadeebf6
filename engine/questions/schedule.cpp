// SPDX-License-Identifier: Apache-2.0
#include "engine/questions/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace petriloom {

namespace {

constexpr double kNoMoreTimes = std::numeric_limits<double>::infinity();

double next_of_period(std::span<const double> times, double now, bool still) {
  // Of a period, by which the last time may miss the sum of periods.
  constexpr double kTolerance = 1e-9;
  const double first = times[0];
  const double period = times[1];
  const double last = times.size() > 2 ? std::floor((times[2] - first) / period + kTolerance) : kNoMoreTimes;
  // The quotient may be off by one; where periods are too short to tell, time does not move, which
  // is reported as a loop.
  double k = now < first ? 0 : std::max(std::floor((now - first) / period) - 1, 0.0);
  const auto over = [&](double time) { return time < now || (time == now && !still); };
  for (int tries = 0; tries < 4 && over(first + k * period); ++tries) ++k;
  return k <= last ? std::max(first + k * period, now) : kNoMoreTimes;
}

}  // namespace

std::optional<ScheduleFault> check_schedule(Timing timing, std::span<const double> times) {
  const std::size_t needed = timing == Timing::every ? 2 : 1;
  if (times.size() < needed || (timing == Timing::every && times.size() > 3)) {
    return ScheduleFault{0, "a schedule needs its times"};
  }
  if (timing == Timing::every && !(std::isfinite(times[1]) && times[1] > 0)) {
    return ScheduleFault{1, fmt::format("a period must be finite and positive, not {} s", times[1])};
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (!std::isfinite(times[k]) || times[k] < 0)
      return ScheduleFault{k, fmt::format("a time must be finite and not negative, not {} s", times[k])};
  }
  if (timing == Timing::every && times.size() > 2 && times[2] < times[0]) {
    return ScheduleFault{2, fmt::format("the last time, {} s, is before the first, {} s", times[2], times[0])};
  }
  return std::nullopt;
}

double next_time(Timing timing, std::span<const double> times, double now, bool still) {
  if (timing == Timing::every) return next_of_period(times, now, still);
  double next = kNoMoreTimes;
  for (const double time : times) {
    if (time > now || (time == now && still)) next = std::min(next, time);
  }
  return next;
}

}  // namespace petriloom
