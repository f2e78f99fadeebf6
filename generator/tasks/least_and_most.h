// SPDX-License-Identifier: Apache-2.0
// Constants that come in pairs: a least, and a most that must not be below it.
#pragma once

#include "engine/net/diagnostics.h"
#include "generator/description/task_system.h"

namespace petriloom {

/// The names of both, which are also the keys that give them.
struct LeastAndMost {
  std::string_view least;
  std::string_view most;
  std::string_view unit = "";  ///< in which their values stand
  std::string_view help = "";
};

/// The value of a constant that is a number; 0 if it is not given.
double number_of(const std::vector<TaskConstant>& constants, std::string_view name);

/// Reports a most that is below its least, at the place of the most, or of the least where the most
/// is not given.
void check_least_and_most(const std::vector<TaskConstant>& constants, const LeastAndMost& pair, Diagnostics& diagnostics);

}  // namespace petriloom
