// SPDX-License-Identifier: Apache-2.0
// Verdicts as people read them, and what they mean for the exit code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/verify/verify.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/session.h"

namespace petriloom::cli {

/// Verifies with progress on stderr, ended by Ctrl-C, and reports run-time errors.
VerifyResult verify_with_progress(const Net& net, VerifyOptions options, Session& session);
/// A table of the properties of a net read from the file `subject`, what it leaves open, then
/// witness and suspects of each refuted one.
std::string verdict_text(const VerifyResult& result, const Net& net, std::string_view subject, bool colour);
/// Properties of instances that differ in indices alone and say the same, as one row.
struct VerdictRow {
  std::string label;  ///< "node[0..31].cpu[0].cores_kept (32)"; of one alone its name
  std::size_t number = 1;
  const PropertyResult* first = nullptr;
};
/// Those that say the same in a table.
std::vector<VerdictRow> verdict_rows(const std::vector<const PropertyResult*>& properties, Fairness fairness);
/// The refuted ones; those of a row have the same witness and suspects but for numbers.
std::vector<VerdictRow> refuted_rows(const VerifyResult& result, const Sources& sources);
/// What it means for the verdicts that time was left out, or durations alone, as one line; empty
/// for a net that does not speak of time.
std::string time_left_out_text(const VerifyResult& result, const Net& net);
/// Which random values were explored, as one line; empty if none are abstract.
std::string abstract_text(const VerifyResult& result);
/// Which runs counted for LTL, as one line; empty without fairness.
std::string fairness_text(const VerifyResult& result);
/// What decides more of what is undecided, with the options to type, as one line; empty if nothing
/// is undecided.
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
