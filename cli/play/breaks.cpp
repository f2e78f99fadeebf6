// SPDX-License-Identifier: Apache-2.0
#include "cli/play/breaks.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/play/names.h"

namespace petriloom::cli {

std::string Breaks::text() const {
  std::string lines;
  for (const Break& one : all_) lines += fmt::format("{:>4} {}\n", one.number, one.text);
  return all_.empty() ? "  no breaks\n" : lines;
}

std::string Breaks::add(const std::string& text, std::unique_ptr<GameExpression> condition) {
  all_.push_back({++made_, text, std::move(condition)});
  return fmt::format("break {}: {}\n", made_, text);
}

bool Breaks::remove(const std::string& which) {
  return which == "all" ? (all_.clear(), true)
                        : std::erase_if(all_, [&](const Break& one) { return std::to_string(one.number) == which; }) > 0;
}

void Breaks::note(TokenGame& game) {
  for (Break& one : all_) {
    if (one.condition) one.held = one.condition->value(game) != 0;
  }
}

std::string Breaks::reason(TokenGame& game, const std::string& fired) {
  std::string why;
  for (Break& one : all_) {
    if (!one.condition) {
      if (NamePattern(one.text).fits(fired)) why = fmt::format("break {}: {} has fired", one.number, one.text);
      continue;
    }
    const bool holds = one.condition->value(game) != 0;
    if (holds && !one.held) why = fmt::format("break {}: {}", one.number, one.text);
    one.held = holds;
  }
  return why;
}

}  // namespace petriloom::cli
