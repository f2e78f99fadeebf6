// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/range.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "engine/text/trimmed.h"
#include "formats/common/units.h"
#include "generator/description/quantity.h"

namespace petriloom::cli::explore {

namespace {

constexpr std::array kDimensions{Dimension::time,          Dimension::frequency, Dimension::bytes,    Dimension::byte_rate,
                                 Dimension::time_per_byte, Dimension::power,     Dimension::flop_rate};

/// "12.5 us" in its parts.
struct Written {
  std::string number;
  std::string unit;
  double value = 0;  ///< of the number alone
};

/// What a unit makes of a number; empty if there is no such unit.
std::optional<double> factor_of(const std::string& unit) {
  if (unit.empty()) return 1;
  if (const auto factor = loom::unit_factor(unit)) return factor;
  for (const Dimension dimension : kDimensions) {
    const auto one = parse_quantity("1 " + unit, dimension);
    if (const double* value = std::get_if<double>(&one)) return *value;
  }
  return std::nullopt;
}

/// Which quantity a unit is of; kDimensions.size() if that is not known.
std::size_t dimension_of(const std::string& unit) {
  const auto* const found = std::find_if(kDimensions.begin(), kDimensions.end(), [&](Dimension dimension) {
    return std::holds_alternative<double>(parse_quantity("1 " + unit, dimension));
  });
  return static_cast<std::size_t>(found - kDimensions.begin());
}

bool same_kind(const std::string& a, const std::string& b) {
  if (a == b) return true;
  return !a.empty() && !b.empty() && dimension_of(a) == dimension_of(b) && dimension_of(a) < kDimensions.size();
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// A number with or without a unit; empty if the text is none, whatever the unit is.
std::optional<Written> written(std::string_view text) {
  text = trimmed(text);
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  std::size_t end = sign;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
  if (end + 1 < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t exponent = end + 1;
    if (text[exponent] == '-' || text[exponent] == '+') ++exponent;
    const std::size_t digits = exponent;
    while (exponent < text.size() && is_digit(text[exponent])) ++exponent;
    if (exponent > digits) end = exponent;
  }
  Written result;
  result.number = text.substr(text.starts_with('+') ? 1 : 0, end - (text.starts_with('+') ? 1 : 0));
  result.unit = trimmed(text.substr(end));
  const auto value = parse_number<double>(result.number);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  if (!result.unit.empty() && !std::isalpha(static_cast<unsigned char>(result.unit[0])) && loom::micro_sign(result.unit) == 0)
    return std::nullopt;
  result.value = *value;
  return result;
}

bool whole(const Written& number) { return number.number.find_first_of(".eE") == std::string::npos; }

std::string with_unit(const std::string& number, const std::string& unit) { return unit.empty() ? number : number + " " + unit; }

/// A range in its parts. All numbers are in the unit of the first.
struct Range {
  std::string text;
  Written from;
  Written to;
  std::optional<Written> step;
  std::string unit;
  Written end;  ///< `to` as it was written, in its own unit
};

/// Puts a number into the unit of the range. What is wrong, or empty.
std::string convert(Written& number, Range& range) {
  if (number.unit.empty()) return {};
  if (range.unit.empty()) range.unit = number.unit;
  if (number.unit == range.unit) return {};
  const auto from = factor_of(number.unit);
  const auto to = factor_of(range.unit);
  if (!from || !to || !same_kind(number.unit, range.unit))
    return fmt::format("{} and {} are no units of one thing, in {}", quote(range.unit), quote(number.unit), quote(range.text));
  number.value *= *from / *to;
  number.number = fmt::format("{:.12g}", number.value);
  return {};
}

std::string too_many(const Range& range, double count) {
  return fmt::format("{} is {:.0f} values, and at most {} points are explored; give a larger step, as in {}:STEP, or log:{}:11",
                     quote(range.text), count, kMostPoints, with_unit(range.from.number + ".." + range.to.number, range.unit),
                     range.from.number + ".." + range.to.number);
}

/// Whole numbers, exactly.
ReadRange whole_steps(const Range& range) {
  const auto from = parse_number<std::int64_t>(range.from.number);
  const auto to = parse_number<std::int64_t>(range.to.number);
  const auto step = range.step ? parse_number<std::int64_t>(range.step->number) : std::optional<std::int64_t>(1);
  for (const auto& [number, text] : {std::pair{from, range.from.number}, std::pair{to, range.to.number}}) {
    if (!number) return {{}, fmt::format("{} is no whole number from -2^63 to 2^63 - 1", quote(text))};
  }
  if (!step || *step <= 0) return {{}, fmt::format("the step of {} is not above 0", quote(range.text))};
  if (*to < *from) return {{}, fmt::format("{} runs downwards; write the smaller end first", quote(range.text))};
  const std::uint64_t gaps =
      (static_cast<std::uint64_t>(*to) - static_cast<std::uint64_t>(*from)) / static_cast<std::uint64_t>(*step);
  if (gaps >= kMostPoints) return {{}, too_many(range, static_cast<double>(gaps) + 1)};
  ReadRange result;
  for (std::uint64_t k = 0; k <= gaps; ++k) {
    const std::uint64_t value = static_cast<std::uint64_t>(*from) + k * static_cast<std::uint64_t>(*step);
    result.values.push_back(with_unit(std::to_string(static_cast<std::int64_t>(value)), range.unit));
  }
  return result;
}

/// Equal steps of reals, with twelve digits: a sum of many steps has rounding beyond them.
ReadRange real_steps(const Range& range) {
  if (!range.step) return {{}, fmt::format("{} needs a step, as in {}:0.1", quote(range.text), range.text)};
  const double step = range.step->value;
  if (!(step > 0)) return {{}, fmt::format("the step of {} is not above 0", quote(range.text))};
  constexpr double kRounding = 1e-9;
  const double gaps = std::floor((range.to.value - range.from.value) / step + kRounding);
  if (!(gaps < static_cast<double>(kMostPoints))) return {{}, too_many(range, gaps + 1)};
  ReadRange result;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(gaps); ++k) {
    result.values.push_back(with_unit(fmt::format("{:.12g}", range.from.value + static_cast<double>(k) * step), range.unit));
  }
  return result;
}

/// A unit, and what one of it is in the unit of the first end of a range.
struct RelativeUnit {
  std::string name;
  double factor = 1;
};

/// Whether a factor is a power of a base, from base^1 on.
bool power_of(double base, double factor) {
  constexpr double kRounding = 1e-9;
  const double exponent = std::log(factor) / std::log(base);
  return exponent > 0.5 && std::abs(exponent - std::round(exponent)) < kRounding;
}

/// The units from that of the first end to that of the last: ns, us, ms and s, or B, KiB and MiB.
std::vector<RelativeUnit> units_between(const Range& range) {
  std::vector<RelativeUnit> units{{range.unit, 1}};
  const std::string& last = range.end.unit;
  const double first = *factor_of(range.unit);
  const double ratio = last.empty() ? 1 : *factor_of(last) / first;
  if (!(ratio > 1)) return units;
  constexpr double kKilo = 1000;
  constexpr double kKibi = 1024;
  const double base = power_of(kKibi, ratio) ? kKibi : kKilo;
  const std::size_t dimension = dimension_of(range.unit);
  if (dimension < kDimensions.size()) {
    for (const std::string& name : unit_names(kDimensions[dimension])) {
      const double factor = *factor_of(name) / first;
      if (factor < ratio && power_of(base, factor)) units.push_back({name, factor});
    }
  }
  units.push_back({last, ratio});
  return units;
}

/// A value in the unit of the first end, in the largest unit of which it is 1 or more, with six
/// digits.
std::string in_largest_unit(double value, const std::vector<RelativeUnit>& units) {
  const double rounded = *parse_number<double>(fmt::format("{:.6g}", value));
  constexpr double kRounding = 1e-9;
  const RelativeUnit* best = &units.front();
  for (const RelativeUnit& unit : units) {
    if (unit.factor >= best->factor && rounded >= unit.factor * (1 - kRounding)) best = &unit;
  }
  return with_unit(fmt::format("{:.6g}", rounded / best->factor), best->name);
}

/// Equal factors, with six digits. Between ends of different units each value has the largest unit
/// that fits it. Between whole numbers without a unit they are the nearest whole ones, each once.
ReadRange equal_factors(const Range& range, std::string_view count) {
  const auto n = parse_number<std::uint64_t>(trimmed(count));
  if (!n || *n < 2 || *n > kMostPoints)
    return {{}, fmt::format("{}: {} is no number of values from 2 to {}", quote(range.text), quote(count), kMostPoints)};
  if (!(range.from.value > 0)) return {{}, fmt::format("{} begins at no number above 0", quote(range.text))};
  const std::vector<RelativeUnit> units = units_between(range);
  const bool counts = range.unit.empty() && whole(range.from) && whole(range.to);
  ReadRange result;
  for (std::uint64_t k = 0; k < *n; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(*n - 1);
    const double value = std::exp((1 - share) * std::log(range.from.value) + share * std::log(range.to.value));
    std::string text = counts ? fmt::format("{:.0f}", value) : in_largest_unit(value, units);
    if (k == 0) text = with_unit(range.from.number, range.unit);
    if (k + 1 == *n) text = with_unit(range.end.number, range.end.unit.empty() ? range.unit : range.end.unit);
    if (result.values.empty() || result.values.back() != text) result.values.push_back(std::move(text));
  }
  return result;
}

/// Reads the two ends and, behind a colon, the step; the number of values of a logarithmic range
/// stays in `rest`. Nothing if the text does not begin as a range does.
std::optional<Range> parts_of(std::string_view text, bool logarithmic, std::string_view& rest, std::string& problem) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto from = written(text.substr(0, dots));
  if (!from) return std::nullopt;
  std::string_view behind = text.substr(dots + 2);
  const std::size_t colon = std::min(behind.find(':'), behind.size());
  rest = colon < behind.size() ? behind.substr(colon + 1) : std::string_view();
  const bool more = colon < behind.size();
  behind = trimmed(behind.substr(0, colon));
  Range range{std::string(text), *from, {}, std::nullopt, from->unit, {}};
  const auto to = written(behind);
  if (!to) {
    problem = fmt::format("{} is no number, in {}", quote(behind), quote(text));
    return range;
  }
  range.to = *to;
  range.end = *to;
  if (more && !logarithmic) {
    range.step = written(rest);
    if (!range.step) problem = fmt::format("{} is no step, in {}; a step is a number, as in 0..100:5", quote(rest), quote(text));
  }
  if (problem.empty()) problem = convert(range.to, range);
  if (problem.empty() && range.step) problem = convert(*range.step, range);
  if (problem.empty() && !factor_of(range.unit))
    problem = fmt::format("there is no unit {}, in {}", quote(range.unit), quote(text));
  if (problem.empty() && range.to.value < range.from.value)
    problem = fmt::format("{} runs downwards; write the smaller end first", quote(text));
  return range;
}

}  // namespace

std::optional<double> number_of(std::string_view text) {
  const auto number = written(text);
  const auto factor = number ? factor_of(number->unit) : std::nullopt;
  return factor ? std::optional(number->value * *factor) : std::nullopt;
}

bool same_dimension(const std::vector<VariedValue>& values) {
  const std::string* first = nullptr;
  std::vector<std::string> units;
  for (const VariedValue& value : values) {
    const auto number = written(value.text);
    if (!number || (number->value == 0 && number->unit.empty())) continue;
    units.push_back(number->unit);
  }
  for (const std::string& unit : units) {
    if (first == nullptr) first = &unit;
    if (!same_kind(*first, unit)) return false;
  }
  return true;
}

ReadRange read_range(std::string_view text) {
  constexpr std::string_view kLogarithmic = "log:";
  const bool logarithmic = text.starts_with(kLogarithmic);
  std::string problem;
  std::string_view rest;
  const auto range = parts_of(logarithmic ? text.substr(kLogarithmic.size()) : text, logarithmic, rest, problem);
  if (!range && !logarithmic) return {};
  if (!range) return {{}, fmt::format("{} is no range of equal factors, such as log:1..1024:11", quote(text))};
  if (!problem.empty()) return {{}, problem};
  if (logarithmic && rest.empty()) return {{}, fmt::format("{} does not say how many values, as in {}:11", quote(text), text)};
  if (logarithmic) return equal_factors(*range, rest);
  const bool exact = whole(range->from) && whole(range->to) && (!range->step || whole(*range->step));
  return exact ? whole_steps(*range) : real_steps(*range);
}

}  // namespace petriloom::cli::explore
