// SPDX-License-Identifier: Apache-2.0
// The section `application` of a node that runs tasks.
#pragma once

#include "generator/reading/reader.h"
#include "generator/tasks/task_applications.h"

namespace petriloom {

/// Reads the kind of the application and the keys of that kind, which become constants of the net.
/// A file that it names is added to `sources`.
void read_task_application(Reader& reader, const YamlNode& node, TaskSystem& system, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
