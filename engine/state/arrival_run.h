// SPDX-License-Identifier: Apache-2.0
// Tokens that arrived together.
#pragma once

#include <cstdint>

namespace petriloom {

/// `count` tokens that arrived together.
struct ArrivalRun {
  double arrival = 0;  ///< s
  std::int64_t count = 0;
  friend bool operator==(const ArrivalRun&, const ArrivalRun&) = default;
};

}  // namespace petriloom
