// SPDX-License-Identifier: Apache-2.0
// petriloom solve
#pragma once

#include "cli/command.h"

namespace petriloom::cli {

/// Runs the command; a row of the table of commands.
ExitCode run_solve(const Command& command, Arguments arguments, Session& session);

}  // namespace petriloom::cli
