// SPDX-License-Identifier: Apache-2.0
// The functions of the commands, each in the source file of its name. Their rows are in
// cli/commands/table.cpp.
#pragma once

#include "cli/shell/command.h"

namespace petriloom::cli {

/// Each reads its own arguments, does its work and says how that ended.
ExitCode run_check(const Command& command, Arguments arguments, Session& session);
ExitCode run_compare(const Command& command, Arguments arguments, Session& session);
ExitCode run_tasks(const Command& command, Arguments arguments, Session& session);
ExitCode run_compare(const Command& command, Arguments arguments, Session& session);
ExitCode run_convert(const Command& command, Arguments arguments, Session& session);
ExitCode run_explore(const Command& command, Arguments arguments, Session& session);
ExitCode run_fmt(const Command& command, Arguments arguments, Session& session);
ExitCode run_formats(const Command& command, Arguments arguments, Session& session);
ExitCode run_generate(const Command& command, Arguments arguments, Session& session);
ExitCode run_lsp(const Command& command, Arguments arguments, Session& session);
ExitCode run_play(const Command& command, Arguments arguments, Session& session);
ExitCode run_render(const Command& command, Arguments arguments, Session& session);
ExitCode run_run(const Command& command, Arguments arguments, Session& session);
ExitCode run_simulate(const Command& command, Arguments arguments, Session& session);
ExitCode run_solve(const Command& command, Arguments arguments, Session& session);
ExitCode run_verify(const Command& command, Arguments arguments, Session& session);

}  // namespace petriloom::cli
