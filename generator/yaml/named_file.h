// SPDX-License-Identifier: Apache-2.0
// Files of other tools that a description names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "generator/yaml/yaml_tree.h"

namespace petriloom {

/// What a key names.
struct NamedFile {
  std::string_view what;      ///< "a topology"
  std::string_view expected;  ///< where no name stands: "the name of a topology of hwloc"
  std::string_view example;   ///< "for example 'hwloc: node.xml'"
  /// The help where there is no such file, and none with nearly its name.
  std::string_view absent;
  std::span<const std::string_view> endings{};  ///< with their dots
};

/// The text of the file that `name` names, as a file of `sources`: looked up beside the file in
/// which its name stands, in a setting from the current folder. As errors in a file show its lines,
/// only one whose name has one of the endings is read, also where a link leads to it. What is wrong
/// is reported at `name`.
std::optional<FileId> load_named_file(const YamlNode& name, const NamedFile& kind, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
