// SPDX-License-Identifier: Apache-2.0
// Where the time of a run went, as parts of JSON documents (docs/json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/results/time_spent.h"

namespace petriloom::cli {

/// Adds to the document of a simulation what was asked for: `critical_path`, `utilisation`,
/// `makespan`, `what_if`, `bottleneck`.
void add_time_spent(const SimulationResult& result, const TimeSpent& spent, nlohmann::ordered_json& document);
/// How busy each kind of module was.
nlohmann::ordered_json utilisation_json(const Utilisation& utilisation);

}  // namespace petriloom::cli
