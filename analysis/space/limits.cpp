// SPDX-License-Identifier: Apache-2.0
#include "analysis/space/limits.h"

#include <array>

namespace petriloom {

std::string describe(Stopped stopped) {
  static constexpr std::array kTexts = {
      "all reachable markings were explored",
      "the time limit was reached",
      "the memory limit was reached",
      "the search was cancelled",
      "the net is unbounded, so exploring it cannot end",
      "the search ended early, nothing more being asked",
      "an expression could not be evaluated",
  };
  return kTexts[static_cast<std::size_t>(stopped)];
}

}  // namespace petriloom
