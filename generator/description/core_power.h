// SPDX-License-Identifier: Apache-2.0
// What the cores of a node draw and how warm they get, as a description has it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/description/located.h"
#include "generator/description/rows_of_nodes.h"

namespace petriloom {

/// An expression of the net language over the variable `f` (clock in MHz); see evaluate_real.
struct Expression {
  std::string text;
  Location where;
};

/// Temperatures of a core, in degrees: work nears per_watt * W + offset + memory * (share of memory
/// instructions), all else nears `idle`.
struct CoreHeating {
  Located<double> idle;
  Located<double> rise;                  ///< s, constant of the exponential upwards
  std::optional<Located<double>> decay;  ///< downwards; as `rise` if it is not told
  Located<double> per_watt, offset, memory;
  std::optional<Located<double>> limit;  ///< above which the next lower clock is taken
  Located<double> hysteresis;            ///< how far below it the next higher one is taken
};

/// Of one core.
struct CorePower {
  double idle = 0;  ///< W
  Expression work;
  std::optional<Expression> message;             ///< with messages; idle if not told
  std::optional<double> sleep;                   ///< W
  double sleep_after = 0;                        ///< s of waiting
  double wake = 0;                               ///< s
  double change_time = 0;                        ///< s of a change of its clock
  std::optional<Located<double>> change_power;   ///< W meanwhile; idle if not told
  std::optional<Located<double>> cap, node_cap;  ///< W of a core, and of the node
  Location where;
};

/// A clock that cores may take.
struct RankClock {
  double rate = 1;               ///< a share of their own
  double work = 0, message = 0;  ///< W
  [[nodiscard]] auto operator<=>(const RankClock&) const = default;
};

/// What a rank on one kind of node draws: nets/ranks/powered.loom says what each is.
struct RankCores {
  double number = 0;
  double idle = 0, sleep = 0, sleep_after = 0, wake = 0, change_time = 0, change_power = 0;
  std::vector<RankClock> clocks;
  int first = 0;
  std::vector<int> of_step;
  double byte = 0, sending = 0;
  bool heats = false, limits = false;
  double heat_idle = 0, rise = 1, decay = 1, per_watt = 0, offset = 0, memory = 0, limit = 0, low = 0;
  [[nodiscard]] auto operator<=>(const RankCores&) const = default;
};

/// What a machine draws that ranks work on.
struct RankPower {
  RowsOfNodes<RankCores> kinds;
  std::vector<double> memory_shares;                                       ///< of each step
  double cores = 0, memories = 0, interfaces = 0, switches = 0, gpus = 0;  ///< W, idle
  Location where;
};

}  // namespace petriloom
