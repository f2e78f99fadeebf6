// SPDX-License-Identifier: Apache-2.0
#include "engine/text/real_text.h"

#include <fmt/format.h>

#include <cmath>

namespace petriloom {

std::string real_text(double value) {
  constexpr const char* kInfinite = "1e308 * 10.0";
  if (std::isnan(value)) return fmt::format("({0} - {0})", kInfinite);
  if (std::isinf(value)) return value < 0 ? fmt::format("(-({}))", kInfinite) : fmt::format("({})", kInfinite);
  // Not "{:#}": that asks for a point in every case, and makes "2.e-06", where the language wants
  // digits behind a point.
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return value < 0 ? "(" + text + ")" : text;
}

}  // namespace petriloom
