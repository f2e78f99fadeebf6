// SPDX-License-Identifier: Apache-2.0
// Reads a description: the tree of the file and its includes, the sections, then what they must
// have in common.
#pragma once

#include <memory>

#include "generator/reader/reader.h"
#include "generator/yaml/settings.h"

namespace petriloom {

struct DescriptionResult {
  std::optional<Description> description;  ///< absent if there are errors
  std::vector<DescribedKeys> keys;         ///< of all kinds of maps that were read
  std::shared_ptr<Sources> sources;
  Diagnostics diagnostics;
};

/// The keys that a description may begin with.
std::vector<std::string_view> description_sections();

/// What a description is read from besides the files.
struct DescriptionInput {
  /// Given from outside; they win over what the files say.
  std::vector<DescriptionSetting> settings;
  /// Of the description itself, instead of what the file `path` holds.
  std::optional<std::string> text;
};

/// The folders in which nets lie that a description `path` chooses by name: its own, then nets/ of
/// each of the search path.
std::vector<std::string> net_folders(const std::string& path, const std::vector<std::string>& search_path);

/// Reads a description and what it includes. `search_path`: folders for includes, after the
/// including file's own. Reports all mistakes (unknown key with the nearest valid one, wrong unit,
/// wrong type, out of range, missing, cyclic include).
DescriptionResult read_description(const std::string& path, const std::vector<std::string>& search_path,
                                   const DescriptionInput& input = {});

}  // namespace petriloom
