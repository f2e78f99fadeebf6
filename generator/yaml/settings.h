// SPDX-License-Identifier: Apache-2.0
// Values that are given to keys of a description from outside, as --set of the commands does.
#pragma once

#include <string>
#include <vector>

#include "generator/yaml/yaml_tree.h"

namespace petriloom {

/// "machine.nodes[0].count" and what stands there instead, as YAML.
struct DescriptionSetting {
  std::string path;
  std::string value;
  std::string option = "--set";  ///< that gave it
};

/// Replaces values in a description whose includes are merged, in the order given. A key that is
/// not there yet is added, so that what is left to its default can be set, too; whether the
/// description has such a key is checked as if it stood in the file. Each setting is a text of its
/// own, named by its option, so that what is wrong with it is told at its place there.
void apply_settings(YamlNode& root, const std::vector<DescriptionSetting>& settings, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
