// SPDX-License-Identifier: Apache-2.0
// What a description says on how it is to be run.
#pragma once

#include <string>

#include "cli/load/load.h"
#include "engine/simulate/simulate.h"
#include "generator/description/description.h"

namespace petriloom::cli {

/// Reads a description beside its net, which does not carry what concerns no net. Absent, without a
/// message, if it has errors: whoever made the net of it has reported them.
std::optional<Description> read_again(const std::string& path, const LoadOptions& options, Session& session,
                                      std::shared_ptr<Sources>& sources);

/// Sets end and replications as section `run` of the description says.
void apply_run_section(const Description& description, SimulationOptions& options);
void apply_run_section(const std::string& path, const LoadOptions& load, SimulationOptions& options, Session& session);

}  // namespace petriloom::cli
