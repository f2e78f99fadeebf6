// SPDX-License-Identifier: Apache-2.0
// The table of commands, and what finds the one that is asked for.
#pragma once

#include "cli/shell/options.h"

namespace petriloom::cli {

/// Runs the command that the arguments (without the program's name) ask for, or prints help.
ExitCode dispatch(Arguments arguments, Session& session);

}  // namespace petriloom::cli
