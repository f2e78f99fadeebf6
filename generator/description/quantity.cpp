// SPDX-License-Identifier: Apache-2.0
#include "generator/description/quantity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/net/diagnostics.h"
#include "engine/text/quote.h"
#include "engine/text/trimmed.h"
#include "formats/common/units.h"

namespace petriloom {
namespace {

struct UnitName {
  std::string_view name;
  Dimension dimension;
  double factor;
};

constexpr double kKibi = 1024.0;

constexpr auto kUnits = std::to_array<UnitName>({
    {"s", Dimension::time, 1},
    {"ms", Dimension::time, 1e-3},
    {"us", Dimension::time, 1e-6},
    {"ns", Dimension::time, 1e-9},
    {"ps", Dimension::time, 1e-12},
    {"min", Dimension::time, 60},
    {"h", Dimension::time, 3600},
    {"Hz", Dimension::frequency, 1},
    {"kHz", Dimension::frequency, 1e3},
    {"MHz", Dimension::frequency, 1e6},
    {"GHz", Dimension::frequency, 1e9},
    {"B", Dimension::bytes, 1},
    {"kB", Dimension::bytes, 1e3},
    {"MB", Dimension::bytes, 1e6},
    {"GB", Dimension::bytes, 1e9},
    {"TB", Dimension::bytes, 1e12},
    {"KiB", Dimension::bytes, kKibi},
    {"MiB", Dimension::bytes, kKibi* kKibi},
    {"GiB", Dimension::bytes, kKibi* kKibi* kKibi},
    {"TiB", Dimension::bytes, kKibi* kKibi* kKibi* kKibi},
    {"B/s", Dimension::byte_rate, 1},
    {"kB/s", Dimension::byte_rate, 1e3},
    {"MB/s", Dimension::byte_rate, 1e6},
    {"GB/s", Dimension::byte_rate, 1e9},
    {"TB/s", Dimension::byte_rate, 1e12},
    {"bit/s", Dimension::byte_rate, 1.0 / 8},
    {"kbit/s", Dimension::byte_rate, 1e3 / 8},
    {"Mbit/s", Dimension::byte_rate, 1e6 / 8},
    {"Gbit/s", Dimension::byte_rate, 1e9 / 8},
    {"Tbit/s", Dimension::byte_rate, 1e12 / 8},
    {"KiB/s", Dimension::byte_rate, kKibi},
    {"MiB/s", Dimension::byte_rate, kKibi* kKibi},
    {"GiB/s", Dimension::byte_rate, kKibi* kKibi* kKibi},
    {"s/B", Dimension::time_per_byte, 1},
    {"ms/B", Dimension::time_per_byte, 1e-3},
    {"us/B", Dimension::time_per_byte, 1e-6},
    {"ns/B", Dimension::time_per_byte, 1e-9},
    {"ps/B", Dimension::time_per_byte, 1e-12},
    {"W", Dimension::power, 1},
    {"mW", Dimension::power, 1e-3},
    {"kW", Dimension::power, 1e3},
    {"MW", Dimension::power, 1e6},
    {"flop/s", Dimension::flop_rate, 1},
    {"Mflop/s", Dimension::flop_rate, 1e6},
    {"Gflop/s", Dimension::flop_rate, 1e9},
    {"Tflop/s", Dimension::flop_rate, 1e12},
});

const UnitName* find_unit(std::string_view written) {
  const std::string name = loom::plain_unit(written);
  for (const UnitName& unit : kUnits) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

std::string units_help(Dimension dimension) { return fmt::format("units: {}", unit_list(dimension)); }

}  // namespace

std::string quantity_text(double value, Dimension dimension) {
  constexpr double kRounding = 1e-9;
  std::vector<UnitName> units;
  for (const UnitName& unit : kUnits) {
    const double thousands = std::log10(unit.factor) / 3;
    if (unit.dimension == dimension && std::abs(thousands - std::round(thousands)) < kRounding) units.push_back(unit);
  }
  std::sort(units.begin(), units.end(), [](const UnitName& a, const UnitName& b) { return a.factor < b.factor; });
  UnitName best = units.front();
  for (const UnitName& unit : units) {
    if (unit.factor <= (value == 0 ? 1 : std::abs(value) * (1 + kRounding))) best = unit;
  }
  constexpr double kDigits = 1e4;
  const double number = value / best.factor;
  return fmt::format("{} {}", number < kDigits ? std::stod(fmt::format("{:.4g}", number)) : std::round(number), best.name);
}

std::string_view dimension_name(Dimension dimension) {
  switch (dimension) {
    case Dimension::time:
      return "a time";
    case Dimension::frequency:
      return "a frequency";
    case Dimension::bytes:
      return "a number of bytes";
    case Dimension::byte_rate:
      return "a rate in bytes";
    case Dimension::time_per_byte:
      return "a time per byte";
    case Dimension::power:
      return "a power";
    case Dimension::flop_rate:
      return "a rate in flop";
  }
  return "";
}

std::vector<std::string> unit_names(Dimension dimension) {
  std::vector<std::string> names;
  for (const UnitName& unit : kUnits) {
    if (unit.dimension == dimension) names.emplace_back(unit.name);
  }
  return names;
}

std::string unit_list(Dimension dimension) { return fmt::format("{}", fmt::join(unit_names(dimension), ", ")); }

std::variant<double, QuantityError> parse_quantity(std::string_view text, Dimension dimension) {
  const std::string_view whole = trimmed(text);
  double number = 0;
  const auto [end, status] = std::from_chars(whole.data(), whole.data() + whole.size(), number);
  if (status == std::errc::result_out_of_range)
    return QuantityError{fmt::format("{} is out of range", quote(whole)), "a number from 1e-307 to 1e308"};
  if (status != std::errc{} || !std::isfinite(number)) {
    return QuantityError{fmt::format("expected {}, found {}", dimension_name(dimension), quote(whole)),
                         fmt::format("a number and a unit; {}", units_help(dimension))};
  }
  const std::string_view name = trimmed(whole.substr(static_cast<std::size_t>(end - whole.data())));
  if (name.empty() && dimension == Dimension::time) return number;
  if (name.empty()) {
    return QuantityError{fmt::format("{} is {} without its unit", quote(whole), dimension_name(dimension)), units_help(dimension)};
  }
  const UnitName* unit = find_unit(name);
  if (unit == nullptr) {
    const std::vector<std::string> names = unit_names(dimension);
    const std::string usual = loom::usual_unit(name);
    const bool meant = std::find(names.begin(), names.end(), usual) != names.end();
    const std::string near = meant ? usual : nearest(name, names);
    return QuantityError{fmt::format("unknown unit {} for {}", quote(name), dimension_name(dimension)),
                         near.empty() ? units_help(dimension) : fmt::format("did you mean '{}'? {}", near, units_help(dimension))};
  }
  if (unit->dimension != dimension) {
    return QuantityError{
        fmt::format("expected {}, found {}, which is {}", dimension_name(dimension), quote(whole), dimension_name(unit->dimension)),
        units_help(dimension)};
  }
  const double value = number * unit->factor;
  if (!std::isfinite(value)) return QuantityError{fmt::format("{} is too large", quote(whole)), units_help(dimension)};
  return value;
}

}  // namespace petriloom
