// SPDX-License-Identifier: Apache-2.0
// Where the time of a run went, as a part of a page: its bottleneck, its critical path, what would
// make it shorter, and what workers did.
#pragma once

#include <string>

#include "cli/results/time_spent.h"

namespace petriloom::cli {

/// Empty if no time went by.
std::string time_spent_html(const SimulationResult& result, const TimeSpent& spent);

}  // namespace petriloom::cli
