// SPDX-License-Identifier: Apache-2.0
// What a verdict is worth where guards that look at the time may hold or not: a run that is found
// may need one not to hold at a time at which it does, or the other way round.
#pragma once

#include "analysis/method/task.h"

namespace petriloom {

/// Whether a verdict says something of all runs that there may be, so that it also holds of those
/// that there are. What is fair (`fairness`) is not known of such transitions.
bool of_all_runs(const Net& net, const Question& question, Verdict verdict, Fairness fairness);

}  // namespace petriloom
