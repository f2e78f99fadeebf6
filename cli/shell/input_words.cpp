// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/input_words.h"

#include "engine/text/parse_number.h"
#include "generator/description/quantity.h"

namespace petriloom::cli {

std::optional<std::uint64_t> whole_number(const std::string& text) { return parse_number<std::uint64_t>(text); }

std::optional<double> time_of(const std::string& text) {
  if (text.empty() || text.find_first_of("0123456789") != 0) return std::nullopt;
  const bool plain = text.find_first_not_of("0123456789.eE+-") == std::string::npos;
  const auto parsed = parse_quantity(plain ? text + " s" : text, Dimension::time);
  const auto* const value = std::get_if<double>(&parsed);
  return value == nullptr || *value < 0 ? std::nullopt : std::optional(*value);
}

}  // namespace petriloom::cli
