// SPDX-License-Identifier: Apache-2.0
// What the net of a description measures.
#pragma once

#include <map>
#include <string>

#include "engine/simulate/simulate.h"
#include "formats/common/format.h"

namespace petriloom::test {

/// The means of all measures, by their names. Fails the test, with the messages, if there is no net
/// or a run says anything; then some are missing.
std::map<std::string, double> means_of(const ReadResult& made, const SimulationOptions& options = {});
/// The same with an engine.
std::map<std::string, double> means_of(const ReadResult& made, Engine engine);

}  // namespace petriloom::test
