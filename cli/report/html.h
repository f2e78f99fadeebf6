// SPDX-License-Identifier: Apache-2.0
// Reports as self-contained HTML: no script, no file beside it, nothing fetched.
#pragma once

#include <string>

#include "cli/results/study.h"

namespace petriloom::cli {

/// report.html of `petriloom run`.
std::string study_html(const Study& study);
/// verify.html of `petriloom verify --report`.
std::string verification_html(const std::string& subject, const Net& net, const VerifyResult& result);

}  // namespace petriloom::cli
