// SPDX-License-Identifier: Apache-2.0
// What `simulate` prints for people.
#pragma once

#include <string>

#include "engine/run/simulate.h"

namespace petriloom::cli {

/// The end of the run, the table of measures, then what else was asked for: quantiles, histograms, precision. `colour`: whether the
/// terminal takes colours.
std::string simulation_text(const SimulationResult& result, const std::string& net, bool colour);

/// What makes estimates doubtful, a sentence each; for stderr.
std::vector<std::string> simulation_doubts(const SimulationResult& result);

}  // namespace petriloom::cli
