// SPDX-License-Identifier: Apache-2.0
// What is wrong with a net in one of its scenarios, told beside what is wrong without one.
#pragma once

#include <string>

#include "engine/net/diagnostics.h"

namespace petriloom::cli {

/// Adds the messages of a net that was read in a scenario, each with the name of the scenario, but
/// for those that `result` has already. Locations of both point into the same sources.
void add_of_scenario(const Diagnostics& read, const std::string& scenario, Diagnostics& result);

}  // namespace petriloom::cli
