// SPDX-License-Identifier: Apache-2.0
// Verdicts as people read them, and what they mean for the exit code.
#pragma once

#include <string>

#include "analysis/verify.h"
#include "cli/exit_code.h"
#include "cli/session.h"

namespace petriloom::cli {

/// Verifies with progress on stderr, ended by Ctrl-C, and reports run-time errors.
VerifyResult verify_with_progress(const Net& net, VerifyOptions options, Session& session);
/// A table of the properties, then witness and suspects of each refuted one.
std::string verdict_text(const VerifyResult& result, const Net& net, bool colour);
/// "120 states, 340 edges, complete, 1 dead marking".
std::string space_text(const StateSpaceFacts& space);
/// Refuted if a property is, else undecided if one is, else done; wrong if expressions failed.
ExitCode verdict_code(const VerifyResult& result);
/// "why" of a suspect with all its locations, on one line.
std::string blame_text(const Blame& blame, const Sources& sources);

}  // namespace petriloom::cli
