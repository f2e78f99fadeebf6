// SPDX-License-Identifier: Apache-2.0
// What is said of runs that did not come to their end.
#pragma once

#include <string>
#include <vector>

#include "cli/shell/session.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli {

inline constexpr const char* kStuck =
    "a run is stuck: nothing can happen any more, and the condition of `final when` does not hold";

/// Says what is missing of a run that was stopped, or that lost some of its processes.
/// `replications`: that were asked for.
void report_missing(const SimulationResult& result, std::uint64_t replications, Session& session);

/// Says what is known of why runs are stuck, if any is, or ended with an error: tasks that run on
/// no worker, or whose data have no room on a card. Returns it: a sentence each, without the stop.
std::vector<std::string> explain_stuck(const Net& net, const SimulationResult& result, Session& session);

}  // namespace petriloom::cli
