// SPDX-License-Identifier: Apache-2.0
// Names of columns, the same in all files of a sweep.
#include <fmt/format.h>

#include <cctype>
#include <set>

#include "cli/explore/write.h"

namespace petriloom::cli::explore {

std::vector<std::string> point_columns(const Findings& findings) {
  std::vector<std::string> names{"point"};
  for (const VariedKey& key : findings.question.sweep.keys) names.push_back(key.key);
  names.insert(names.end(), {std::string(kTime), "time half_width", "time n", "ended", "error"});
  if (!findings.objectives.empty()) names.emplace_back("pareto");
  return names;
}

void make_different(std::vector<std::string>& names) {
  std::set<std::string> taken;
  const auto folded = [](std::string name) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
  };
  for (std::string& name : names) {
    const std::string first = name;
    for (int number = 2; !taken.insert(folded(name)).second; ++number) name = fmt::format("{} ({})", first, number);
  }
}

}  // namespace petriloom::cli::explore
