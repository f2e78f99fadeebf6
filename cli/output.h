// SPDX-License-Identifier: Apache-2.0
// Files that commands write.
#pragma once

#include <string>

#include "cli/session.h"

namespace petriloom::cli {

/// Writes a file, or stdout if `path` is "-". False, and reported, if that fails.
bool write_output(const std::string& path, const std::string& bytes, Session& session);
/// Makes a folder and those above it, unless it is there. False, and reported, if that fails.
bool make_folder(const std::string& path, Session& session);

}  // namespace petriloom::cli
