// SPDX-License-Identifier: Apache-2.0
// Measures and stop conditions as monitors of CPN Tools, as far as it has such monitors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/common/format.h"
#include "formats/cpn_pages/page_plan.h"
#include "formats/cpn_writing/cpn_file.h"
#include "formats/cpn_writing/write_declarations.h"

namespace petriloom::cpn {

/// The name of a node of a page in the functions of monitors: "Page'Node" with `_` for every other
/// character than letters, figures and primes.
std::string code_name(std::string_view page, std::string_view node);

/// The file that monitors look at.
struct Monitored {
  const Net& net;
  const PagePlans& plans;
  const MlVariables& variables;
  const std::vector<bool>& timed;                          ///< by place
  const std::vector<std::vector<std::string>>& place_ids;  ///< by page and position
  const std::vector<std::string>& transition_ids;
  const std::vector<std::string>& instance_ids;      ///< by module
  const std::vector<std::string>& transition_texts;  ///< all that stands at each and its arcs
};

/// The monitors. What CPN Tools has no monitor for is left out with a warning for each reason.
std::string monitor_texts(const Monitored& of, CpnFile& file, MlScope& scope, Diagnostics& diagnostics);

}  // namespace petriloom::cpn
