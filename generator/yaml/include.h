// SPDX-License-Identifier: Apache-2.0
// A description and the files that it includes, merged into one tree.
#pragma once

#include "generator/yaml/yaml_tree.h"

namespace petriloom {

/// Reads `path` and, for each entry of its list `include`, the named files: looked up beside the
/// including file, then in each folder of `search_path`, then in the folder `templates` of each.
/// What the including file says wins over what is included; of two included files the later wins.
/// The key `include` does not remain. Missing files, cycles and too deep nesting are diagnostics at
/// the entry that asked. Absent if `path` itself cannot be read. With a `text`, that is what `path`
/// holds.
std::optional<YamlNode> read_with_includes(const std::string& path, const std::optional<std::string>& text,
                                           const std::vector<std::string>& search_path, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
