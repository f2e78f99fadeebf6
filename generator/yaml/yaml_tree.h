// SPDX-License-Identifier: Apache-2.0
// A YAML file as a plain tree in which every part knows its place. Reading YAML itself is left to
// yaml-cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

struct YamlEntry;

/// A value. Exactly one of `text`, `items`, `entries` has a meaning, by `kind`.
struct YamlNode {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  Kind kind = Kind::null;
  std::string text;                ///< scalar
  std::vector<YamlNode> items;     ///< list
  std::vector<YamlEntry> entries;  ///< map, in the order written; keys are unique
  /// Of a map or list that is the value of a key: where the key stands.
  Location where;

  /// The value of a key of a map, or null.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  [[nodiscard]] YamlNode* find(std::string_view key);
};

struct YamlEntry {
  std::string key;
  Location where;
  YamlNode value;
};

/// Nodes that stand in no file, at the place of what says them.
YamlNode scalar_node(std::string text, const Location& where);
YamlNode map_node(const Location& where);
/// The key is to be new in the map; it stands where the value does.
void add_entry(YamlNode& map, std::string key, YamlNode value);

/// What hostile files run into. Copies that aliases make count as nodes.
struct YamlLimits {
  std::size_t most_bytes = std::size_t{16} << 20;
  std::size_t most_nodes = 1'000'000;
  std::size_t most_depth = 64;
};

/// Parses the one document of a file. Syntax errors, duplicate keys and keys that are not words are
/// diagnostics; absent only if the file cannot be parsed at all. An empty file is a node of kind
/// null.
std::optional<YamlNode> parse_yaml(FileId file, const Sources& sources, const YamlLimits& limits, Diagnostics& diagnostics);

/// Adds to the map `into` what `from` has more; maps under the same key are merged in turn,
/// everything else in `into` stays.
void merge_missing(YamlNode& into, const YamlNode& from);

}  // namespace petriloom
