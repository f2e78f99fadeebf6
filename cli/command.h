// SPDX-License-Identifier: Apache-2.0
// The table of commands.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"

namespace petriloom::cli {

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view example;
  ExitCode (*run)(const Command& command, Arguments arguments, Session& session);
};

/// All commands, in the order in which --help lists them.
std::span<const Command> commands();

/// Runs the command that the arguments (without the program's name) ask for, or prints help.
ExitCode dispatch(Arguments arguments, Session& session);

}  // namespace petriloom::cli
