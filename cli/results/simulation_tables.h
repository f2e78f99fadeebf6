// SPDX-License-Identifier: Apache-2.0
// What `simulate` prints for people.
#pragma once

#include <string>

#include "cli/results/shown.h"
#include "cli/results/time_spent.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli {

/// The end of the run, the tables of measures and of what was observed, as `shown` asks for them,
/// then what else was asked for: quantiles, histograms, precision, where the time went. `colour`:
/// whether the terminal takes colours.
std::string simulation_text(const SimulationResult& result, const TimeSpent& spent, const std::string& net, const Shown& shown,
                            bool colour);

/// What makes estimates doubtful, a sentence each; for stderr.
std::vector<std::string> simulation_doubts(const SimulationResult& result);

}  // namespace petriloom::cli
