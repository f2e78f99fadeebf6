// SPDX-License-Identifier: Apache-2.0
// Files that commands write.
#pragma once

#include <string>

#include "cli/shell/session.h"

namespace petriloom::cli {

/// Writes a file, or stdout if `path` is "-". False, and reported, if that fails.
bool write_output(const std::string& path, const std::string& bytes, Session& session);
/// What is in the way of writing a file: its folder is not there, is no folder or may not be
/// written, or the name is that of a folder. Empty if nothing is.
std::string file_obstacle(const std::string& path);
/// The same of a folder that is there already or would be made, with those above it.
std::string folder_obstacle(const std::string& path);
/// Makes a folder and those above it, unless it is there. False, and reported, if that fails.
bool make_folder(const std::string& path, Session& session);

}  // namespace petriloom::cli
