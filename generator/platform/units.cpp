// SPDX-License-Identifier: Apache-2.0
#include "generator/platform/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace petriloom {
namespace {

struct Scale {
  std::string_view name;
  double factor;
};

constexpr auto kTimes = std::to_array<Scale>({{"", 1},
                                              {"s", 1},
                                              {"ms", 1e-3},
                                              {"us", 1e-6},
                                              {"ns", 1e-9},
                                              {"ps", 1e-12},
                                              {"m", 60},
                                              {"h", 3600},
                                              {"d", 86400},
                                              {"w", 604800}});
constexpr auto kDecimal = std::to_array<Scale>(
    {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}, {"E", 1e18}, {"Z", 1e21}, {"Y", 1e24}});
constexpr auto kBinary =
    std::to_array<Scale>({{"Ki", 0x1p10}, {"Mi", 0x1p20}, {"Gi", 0x1p30}, {"Ti", 0x1p40}, {"Pi", 0x1p50}, {"Ei", 0x1p60}});
constexpr auto kWords = std::to_array<Scale>({{"", 1},
                                              {"kilo", 1e3},
                                              {"mega", 1e6},
                                              {"giga", 1e9},
                                              {"tera", 1e12},
                                              {"peta", 1e15},
                                              {"exa", 1e18},
                                              {"zetta", 1e21},
                                              {"yotta", 1e24}});

template <class Scales>
std::optional<double> factor_of(const Scales& scales, std::string_view name) {
  const auto found = std::find_if(scales.begin(), scales.end(), [name](const Scale& one) { return one.name == name; });
  return found == scales.end() ? std::nullopt : std::optional(found->factor);
}

bool take_ending(std::string_view& text, std::string_view ending) {
  if (!text.ends_with(ending)) return false;
  text.remove_suffix(ending.size());
  return true;
}

std::optional<double> unit_factor(std::string_view name, PlatformUnit unit) {
  if (unit == PlatformUnit::time) return factor_of(kTimes, name);
  if (name.empty()) return 1.0;
  if (unit == PlatformUnit::speed) {
    if (take_ending(name, "flops")) return factor_of(kWords, name);
    return take_ending(name, "f") ? factor_of(kDecimal, name) : std::nullopt;
  }
  const double bits = take_ending(name, "Bps") ? 1.0 : take_ending(name, "bps") ? 0.125 : 0.0;
  if (bits == 0) return std::nullopt;
  const std::optional<double> decimal = factor_of(kDecimal, name);
  const std::optional<double> scale = decimal ? decimal : factor_of(kBinary, name);
  return scale ? std::optional(*scale * bits) : std::nullopt;
}

}  // namespace

std::optional<double> platform_quantity(std::string_view text, PlatformUnit unit) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
  while (name.starts_with(' ')) name.remove_prefix(1);
  const std::optional<double> factor = unit_factor(name, unit);
  if (!factor || !(number >= 0) || !std::isfinite(number * *factor)) return std::nullopt;
  return number * *factor;
}

}  // namespace petriloom
