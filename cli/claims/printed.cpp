// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/printed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/text/parse_number.h"
#include "formats/common/units.h"

namespace petriloom::cli::claims {

namespace {

constexpr std::string_view kDigits = "0123456789";

/// The number that a text begins with, as far as it goes: sign, digits, fraction, exponent.
struct Number {
  std::size_t length = 0;
  int decimals = 0;  ///< digits behind the point
  int exponent = 0;
};

std::optional<Number> number_at_beginning(std::string_view text) {
  Number number;
  std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    at = std::min(text.find_first_not_of(kDigits, at), text.size());
    return at - begin;
  };
  std::size_t count = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    const std::size_t decimals = digits();
    if (decimals > 300) return std::nullopt;
    number.decimals = static_cast<int>(decimals);
    count += decimals;
  }
  if (count == 0) return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t mantissa = at++;
    const bool minus = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const std::size_t begin = at;
    const bool there = digits() > 0;
    const auto exponent = parse_number<int>(text.substr(begin, at - begin));
    if (there && (!exponent || *exponent > 300)) return std::nullopt;
    if (there) number.exponent = minus ? -*exponent : *exponent;
    if (!there) at = mantissa;  // the e is of a unit
  }
  number.length = at;
  return number;
}

}  // namespace

std::optional<Printed> parse_printed(std::string_view text) {
  const auto number = number_at_beginning(text);
  if (!number) return std::nullopt;
  const std::size_t sign = text[0] == '+' ? 1 : 0;
  const auto value = parse_number<double>(text.substr(sign, number->length - sign));
  const std::size_t unit = text.find_first_not_of(' ', number->length);
  Printed printed;
  printed.text = text;
  printed.unit = unit == std::string_view::npos ? "" : text.substr(unit);
  if (!printed.unit.empty()) {
    const auto factor = printed.unit == "%" ? std::optional(0.01) : loom::unit_factor(loom::plain_unit(printed.unit));
    if (!factor) return std::nullopt;
    printed.factor = *factor;
  }
  if (!value) return std::nullopt;
  printed.value = *value * printed.factor;
  printed.digit = std::pow(10.0, number->exponent - number->decimals) * printed.factor;
  return printed;
}

std::string beside_printed(double value, const Printed& printed) {
  constexpr double kLeast = 2;  // decimals of a number between 1 and 10 with three digits
  constexpr double kMost = 15;
  const std::string unit = printed.unit.empty() ? "" : " " + printed.unit;
  const double shown = value / printed.factor;
  const double more = 1 - std::round(std::log10(printed.digit / printed.factor));
  const double three = shown == 0 ? 0 : kLeast - std::floor(std::log10(std::abs(shown)));
  const double decimals = std::max({0.0, more, three});
  if (!(decimals <= kMost) || !(std::abs(shown) < 1e15)) return fmt::format("{:.6g}{}", shown, unit);
  return fmt::format("{:.{}f}{}", shown, static_cast<int>(decimals), unit);
}

}  // namespace petriloom::cli::claims
