// SPDX-License-Identifier: Apache-2.0
// What every command is given: where messages go and where the program's own texts lie.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/shell/standard_streams.h"
#include "cli/shell/status.h"

namespace petriloom::cli {

struct Session {
  Status status;
  /// Folders that hold nets/ and templates/.
  std::vector<std::string> roots;
  /// Whether results on stdout may be coloured: it is a terminal and NO_COLOR is not set.
  bool colour = false;
  /// What came from stdin, once a command has read its net from there.
  std::optional<std::string> standard_input = {};
};

/// The folders that hold nets/ and templates/: beside the installed program, above the build
/// folder, and the source tree it was built from; those that exist.
std::vector<std::string> find_roots();

}  // namespace petriloom::cli
