// SPDX-License-Identifier: Apache-2.0
// What is said of runs that did not come to their end.
#pragma once

#include "cli/shell/session.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli {

/// Says what is missing of a run that was stopped, or that lost some of its processes.
/// `replications`: that were asked for.
void report_missing(const SimulationResult& result, std::uint64_t replications, Session& session);

}  // namespace petriloom::cli
