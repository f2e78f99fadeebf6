// SPDX-License-Identifier: Apache-2.0
// Verdicts as people read them, and what they mean for the exit code.
#pragma once

#include <string>
#include <string_view>

#include "analysis/verify.h"
#include "cli/exit_code.h"
#include "cli/session.h"

namespace petriloom::cli {

/// Verifies with progress on stderr, ended by Ctrl-C, and reports run-time errors.
VerifyResult verify_with_progress(const Net& net, VerifyOptions options, Session& session);
/// A table of the properties of a net read from the file `subject`, what it leaves open, then witness and suspects of each refuted
/// one.
std::string verdict_text(const VerifyResult& result, const Net& net, std::string_view subject, bool colour);
/// What it means for the verdicts that time was left out, as one line; empty for a net that does not speak of time.
std::string time_left_out_text(const VerifyResult& result, const Net& net);
/// Which runs counted for LTL, as one line; empty without fairness.
std::string fairness_text(const VerifyResult& result);
/// What decides more of what is undecided, with the options to type, as one line; empty if nothing is undecided.
std::string advice_text(const VerifyResult& result, std::string_view subject);
/// "none", "weak" or "strong".
std::string_view fairness_name(Fairness fairness);
/// The note on a property, with the runs that counted for it.
std::string note_text(const PropertyResult& property, Fairness fairness);
/// "120 states, 340 edges, complete, 1 dead marking".
std::string space_text(const StateSpaceFacts& space);
/// Refuted if a property is, else undecided if one is, else done; wrong if expressions failed.
ExitCode verdict_code(const VerifyResult& result);
/// "why" of a suspect with all its locations, on one line.
std::string blame_text(const Blame& blame, const Sources& sources);

}  // namespace petriloom::cli
