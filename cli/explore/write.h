// SPDX-License-Identifier: Apache-2.0
// The results of a sweep as text, CSV, SQLite and JSON (docs/explore.md, docs/json.md).
#pragma once

#include <string>

#include "cli/explore/findings.h"

namespace petriloom::cli::explore {

/// A table of the points, how much each key matters, and the Pareto set.
std::string findings_text(const Findings& findings, bool colour);
/// "1.25 ms ± 2 %"
std::string estimate_text(const Estimate& value, const std::string& unit);
/// A line for each point (RFC 4180).
std::string findings_csv(const Findings& findings);
std::string findings_json(const Findings& findings);
/// Writes a database with the same rows. What went wrong, as a message; else empty.
std::string write_findings_sqlite(const Findings& findings, const std::string& path);

/// The names of the columns that a point has before those of its measures: its number, keys, time,
/// end, error, and with objectives whether it is in the Pareto set.
std::vector<std::string> point_columns(const Findings& findings);
/// Numbers names that were there before, whatever their case, as tables need: "time (2)".
void make_different(std::vector<std::string>& names);

}  // namespace petriloom::cli::explore
