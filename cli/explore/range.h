// SPDX-License-Identifier: Apache-2.0
// Ranges of numbers and of quantities with units: "1..8", "0.1..0.5:0.1", "1 us..1 ms:10 us",
// "log:1..1024:11".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/explore/vary.h"

namespace petriloom::cli::explore {

struct ReadRange {
  std::vector<std::string> values;  ///< empty: the text is no range
  std::string problem;              ///< empty: nothing is wrong
};

/// Reads a range; a text that does not look like one gives nothing and no problem.
ReadRange read_range(std::string_view text);

/// Whether numbers with units can be compared: all have units of one dimension, or none has a unit.
/// A 0 goes with all.
bool same_dimension(const std::vector<VariedValue>& values);

}  // namespace petriloom::cli::explore
