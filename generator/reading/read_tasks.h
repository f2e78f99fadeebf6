// SPDX-License-Identifier: Apache-2.0
// A description whose machine is one node that runs tasks.
#pragma once

#include "generator/reading/reader.h"

namespace petriloom {

/// Whether a description has such a machine: its section `machine` has the key `node`.
bool describes_tasks(const YamlNode& root);

/// Reads all its sections. Performance models are looked up beside the file that names them, then
/// in `search_path`.
void read_task_description(Reader& reader, const YamlNode& root, const std::vector<std::string>& search_path, Sources& sources,
                           Diagnostics& diagnostics, Description& description);

}  // namespace petriloom
