// SPDX-License-Identifier: Apache-2.0
// What the net of a description measures, and that of a node that runs tasks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/simulate/simulate.h"
#include "formats/common/format.h"
#include "generator/reading/read_description.h"

namespace petriloom::test {

/// The means of all measures, by their names. Fails the test, with the messages, if there is no net
/// or a run says anything; then some are missing.
std::map<std::string, double> means_of(const ReadResult& made, const SimulationOptions& options = {});
/// The same with an engine.
std::map<std::string, double> means_of(const ReadResult& made, Engine engine);

/// The net of the text of a description of a node that runs tasks, as if it were beside those of
/// examples/tasks/measured.
ReadResult node_of_tasks(const std::string& text, std::vector<DescriptionSetting> settings = {});

}  // namespace petriloom::test
