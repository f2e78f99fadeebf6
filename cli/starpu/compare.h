// SPDX-License-Identifier: Apache-2.0
// `petriloom compare starpu`: runs that StarPU was measured with, beside what is predicted.
#pragma once

#include "cli/shell/command.h"

namespace petriloom::cli::starpu {

/// The command, after its word `starpu` (docs/compare.md).
ExitCode compare(const Command& command, Arguments arguments, Session& session);

}  // namespace petriloom::cli::starpu
