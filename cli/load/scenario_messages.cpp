// SPDX-License-Identifier: Apache-2.0
#include "cli/load/scenario_messages.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom::cli {

void add_of_scenario(const Diagnostics& read, const std::string& scenario, Diagnostics& result) {
  const std::vector<Diagnostic> known = result.list();
  for (Diagnostic each : read.list()) {
    const auto told = [&each](const Diagnostic& other) {
      return each.severity == other.severity && each.where == other.where && each.message == other.message &&
             each.help == other.help;
    };
    if (std::any_of(known.begin(), known.end(), told)) continue;
    each.message += fmt::format(" (in the scenario `{}`)", scenario);
    if (each.severity == Severity::error) {
      result.error(each.where, std::move(each.message), std::move(each.help));
    } else {
      result.warning(each.where, std::move(each.message), std::move(each.help));
    }
  }
}

}  // namespace petriloom::cli
