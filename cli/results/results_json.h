// SPDX-License-Identifier: Apache-2.0
// Results as JSON, with the keys that scripts read (docs/json.md).
#pragma once

#include <optional>
#include <string>

#include "analysis/solve/solve.h"
#include "analysis/verify/verify.h"
#include "cli/results/study.h"
#include "engine/simulate/compare.h"

namespace petriloom::cli {

/// The document of `simulate --json`. `spent`: what was asked for of where the time went.
std::string simulation_json(const SimulationResult& result, const TimeSpent& spent);
/// The document of `simulate --against --json`.
std::string comparison_json(const Comparison& comparison);
/// The document of `verify --json`. `net` is the net that was verified.
std::string verification_json(const VerifyResult& result, const Net& net);
/// The document of `solve --json`.
std::string solution_json(const SolveResult& result);
/// results.json of `petriloom run`.
std::string study_json(const Study& study);

/// What `check` has found in one file.
struct CheckedFile {
  std::string path;
  Diagnostics diagnostics;
  std::shared_ptr<const Sources> sources;
};
/// The document of `check --json`: one list of all messages, in order of file and place.
std::string check_json(const std::vector<CheckedFile>& files);

/// The words of the documents: "holds", "refuted", "undecided".
std::string_view verdict_name(Verdict verdict);
/// "until", "dead", "condition", "firings", "cancelled", "precision".
std::string_view ended_name(Ended ended);
/// The same for people, to whom a run that is dead where the net may end is "final", and one that
/// should have gone on "stuck": "stuck", "final; 2 runs stuck".
std::string ended_text(const SimulationResult& result);

}  // namespace petriloom::cli
