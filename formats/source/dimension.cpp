// SPDX-License-Identifier: Apache-2.0
#include "formats/source/dimension.h"

#include <fmt/format.h>

#include "formats/common/units.h"

namespace petriloom::source {

namespace {

struct Base {
  std::string_view ending;  ///< of the unit, behind its prefix
  Dimension dimension;
};
// Longer endings before those that end like them.
constexpr std::array kBases = {
    Base{"Hz", kRate},
    Base{"flop", {Dimension::Kind::known, {0, 0, 1, 0}}},
    Base{"FLOP", {Dimension::Kind::known, {0, 0, 1, 0}}},
    Base{"bit", {Dimension::Kind::known, {0, 1, 0, 0}}},
    Base{"B", {Dimension::Kind::known, {0, 1, 0, 0}}},
    Base{"W", {Dimension::Kind::known, {-1, 0, 0, 1}}},
    Base{"J", {Dimension::Kind::known, {0, 0, 0, 1}}},
    Base{"min", kTime},
    Base{"h", kTime},
    Base{"s", kTime},
};
constexpr std::array<std::string_view, 4> kDimensionNames = {"s", "B", "flop", "J"};

std::string power_text(std::string_view name, int power) {
  return power == 1 ? std::string(name) : fmt::format("{}^{}", name, power);
}

}  // namespace

Dimension dimension_of_unit(std::string_view unit) {
  if (!loom::unit_factor(unit)) return kUnknown;
  const bool per_second = unit.ends_with("/s");
  if (per_second) unit.remove_suffix(2);
  for (const Base& base : kBases) {
    if (unit.ends_with(base.ending)) return per_second ? product(base.dimension, kTime, -1) : base.dimension;
  }
  return kUnknown;
}

Dimension product(const Dimension& a, const Dimension& b, int sign) {
  if (a.kind == Dimension::Kind::unknown || b.kind == Dimension::Kind::unknown) return kUnknown;
  Dimension made{Dimension::Kind::known, {}};
  for (std::size_t k = 0; k < made.powers.size(); ++k) made.powers[k] = a.powers[k] + sign * b.powers[k];
  return made.powers == kCount.powers ? kCount : made;
}

std::string dimension_text(const Dimension& dimension) {
  if (!dimension.known()) return "a number";
  if (dimension.powers == std::array{-1, 0, 0, 1}) return "W";
  std::string above;
  std::string below;
  for (std::size_t k = 0; k < kDimensionNames.size(); ++k) {
    const int power = dimension.powers[k];
    if (power > 0) above += (above.empty() ? "" : " ") + power_text(kDimensionNames[k], power);
    if (power < 0) below += "/" + power_text(kDimensionNames[k], -power);
  }
  return (above.empty() && !below.empty() ? "1" : above) + below;
}

}  // namespace petriloom::source
