// SPDX-License-Identifier: Apache-2.0
// Firing intervals and static priorities of time Petri nets, as far as the net has a counterpart.
#pragma once

#include <limits>
#include <vector>

#include "engine/build/builder.h"

namespace petriloom::tina {

/// When a transition may fire after it became enabled, and must.
struct Interval {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  bool open_below = false;
  bool open_above = false;
  bool given = false;  ///< false: the default [0,w[
  Location where;

  /// [0,w[: at any time or never, as in nets without time.
  [[nodiscard]] bool free() const { return low == 0 && !open_below && high == std::numeric_limits<double>::infinity(); }
  /// [a,a]: at one time.
  [[nodiscard]] bool exact() const { return low == high && !open_below && !open_above; }
};

/// Gives the transitions the times of their intervals (parallel; units of `unit` s), or reports
/// each interval that has none. With `untimed` times are left out.
void put_times(std::vector<Transition>& transitions, const std::vector<Interval>& intervals, double unit, bool untimed,
               NetBuilder& builder);
/// Gives the transitions priorities; `higher[t]` are those above t. A ranking, in which every
/// transition of one rank is above every one of the next, is one of the net; otherwise a transition
/// gets a guard for each one above it. With time only a ranking can be carried, anything else is
/// reported at `where`, as is a circle.
void put_priorities(std::vector<Transition>& transitions, const std::vector<std::vector<std::size_t>>& higher,
                    const Location& where, NetBuilder& builder);

/// A place that a firing of `by` takes from and fills again, and that the timer of `timed` looks
/// at. TINA looks between the two and starts the timer again; the net does not.
struct Restart {
  std::size_t timed = 0;
  std::size_t by = 0;
  PlaceId place;
};
/// All of them, of transitions that are deterministic.
std::vector<Restart> restarts(const std::vector<Transition>& transitions);

}  // namespace petriloom::tina
