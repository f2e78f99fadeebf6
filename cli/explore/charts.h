// SPDX-License-Identifier: Apache-2.0
// Pictures of a sweep: each chief measure over the first key, a line for each value of the second,
// a panel for each combination of the others; and the Pareto set.
#pragma once

#include <string>
#include <vector>

#include "cli/explore/findings.h"

namespace petriloom::cli::explore {

struct Picture {
  std::string file;  ///< "2-makespan.svg"
  std::string svg;
  std::string note;  ///< what it leaves out; empty: nothing
};

/// A picture of each chief measure, then one of the first two objectives if there are any.
std::vector<Picture> pictures_of(const Findings& findings);

/// The page that shows them, and all else that is known.
std::string findings_html(const Findings& findings, const std::vector<Picture>& pictures);

}  // namespace petriloom::cli::explore
