// SPDX-License-Identifier: Apache-2.0
// petriloom play: the token game (docs/play.md).
#pragma once

#include "cli/command.h"

namespace petriloom::cli {

/// Runs the command; a row of the table of commands.
ExitCode run_play(const Command& command, Arguments arguments, Session& session);

}  // namespace petriloom::cli
