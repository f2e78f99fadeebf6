// SPDX-License-Identifier: Apache-2.0
// The files of the net language in the project.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace petriloom {

/// The content of a file.
std::string content_of(const std::filesystem::path& path);
/// All files of the net language below folders of the project, in order of name.
std::vector<std::filesystem::path> net_files(const std::vector<std::string>& folders);

}  // namespace petriloom
