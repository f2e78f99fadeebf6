// SPDX-License-Identifier: Apache-2.0
// What `compare` tells of claims: a table, a JSON document, a page.
#pragma once

#include <string>
#include <vector>

#include "cli/claims/judge.h"
#include "cli/shell/exit_code.h"

namespace petriloom::cli::claims {

/// All that a comparison found.
struct Comparison {
  const Claims& claims;
  const Figures& figures;
  std::vector<std::size_t> runs;      ///< those that were needed, ascending
  std::vector<Judged> judged;         ///< in the order of the file
  std::vector<std::string> left_out;  ///< claims that --quick did without
};

/// One line of a table: a value of a claim, or of its values together.
struct ClaimRow {
  std::string name;  ///< of the claim; empty in the rows after its first
  std::string where;
  std::string published;
  std::string here;
  std::string interval;
  std::string bound;
  std::string verdict;
  bool as_expected = true;
  Verdict kind = Verdict::reproduced;
};
/// The rows of a claim.
std::vector<ClaimRow> rows_of(const Claims& claims, const Judged& judged);
/// "6 claims: 4 reproduced, 1 not reproduced, 1 not comparable; all as expected".
std::string summary_of(const Comparison& comparison);
/// Verdicts that are the expected ones, or what is worst of them.
ExitCode exit_code_of(const Comparison& comparison);

/// The table, then why claims are not reproduced.
std::string comparison_text(const Comparison& comparison, bool colour);
/// The document of `compare --json`.
std::string comparison_json(const Comparison& comparison);
/// compare.html of `compare --report`.
std::string comparison_html(const Comparison& comparison);

}  // namespace petriloom::cli::claims
