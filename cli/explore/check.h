// SPDX-License-Identifier: Apache-2.0
// What is wrong with a sweep as a whole, told once before anything is run.
#pragma once

#include "cli/explore/evaluate.h"
#include "cli/explore/findings.h"

namespace petriloom::cli::explore {

/// False, and reported, if a key is none of the system, if it is given by --set too, or if the
/// system is wrong whatever is varied; or if --show or an objective names nothing.
bool check_sweep(const Question& question, const std::vector<Objective>& objectives, Session& session);

}  // namespace petriloom::cli::explore
