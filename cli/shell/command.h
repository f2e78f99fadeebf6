// SPDX-License-Identifier: Apache-2.0
// What a command is: its words in the help, and the function that runs it.
#pragma once

#include <string_view>

#include "cli/shell/options.h"

namespace petriloom::cli {

/// A row of the table of commands.
struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view example;
  /// Runs the command with the arguments behind its name.
  ExitCode (*run)(const Command& command, Arguments arguments, Session& session);
};

}  // namespace petriloom::cli
