// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace petriloom::cli {

namespace {

/// Characters, not bytes, of UTF-8 text.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string painted(std::string_view text, Paint paint, bool colour) {
  constexpr std::array kCodes{"", "32", "1;31", "33", "2", "1"};
  if (!colour || paint == Paint::plain) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<std::size_t>(paint)], text);
}

std::string Table::text(bool colour) const {
  std::vector<std::vector<Cell>> rows;
  std::vector<bool> right;
  rows.emplace_back();
  for (const std::string& heading : headings_) {
    right.push_back(heading.starts_with('>'));
    rows.front().emplace_back(heading.substr(right.back() ? 1 : 0), Paint::dim);
  }
  rows.insert(rows.end(), rows_.begin(), rows_.end());
  std::vector<std::size_t> widths(headings_.size());
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width(row[k].text));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string blanks(widths[k] - width(row[k].text), ' ');
      const std::string cell = painted(row[k].text, row[k].paint, colour);
      const bool last = k + 1 == row.size();
      line += right[k] ? blanks + cell : cell + (last ? "" : blanks);
      if (!last) line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

namespace {

/// A unit that people write with prefixes. Others (cores, tasks, MiB, A/B) stay as they are.
struct Prefixed {
  std::string_view unit;
  bool parts;  ///< there are thousandths of it
};
constexpr std::array kPrefixed{Prefixed{"s", true},      Prefixed{"W", true},      Prefixed{"J", true},     Prefixed{"Hz", true},
                               Prefixed{"V", true},      Prefixed{"A", true},      Prefixed{"K", true},     Prefixed{"Wh", true},
                               Prefixed{"B", false},     Prefixed{"bit", false},   Prefixed{"flop", false}, Prefixed{"B/s", false},
                               Prefixed{"bit/s", false}, Prefixed{"flop/s", false}};

struct Prefix {
  double factor;
  const char* name;
};
constexpr std::array kPrefixes{Prefix{1e12, "T"}, Prefix{1e9, "G"},  Prefix{1e6, "M"},  Prefix{1e3, "k"},  Prefix{1, ""},
                               Prefix{1e-3, "m"}, Prefix{1e-6, "u"}, Prefix{1e-9, "n"}, Prefix{1e-12, "p"}};
/// What four digits round up to the next prefix.
constexpr double kCarry = 0.99995;

}  // namespace

std::string amount(double value) {
  constexpr double kDigits = 1e4;
  if (!std::isfinite(value) || std::abs(value) < kDigits) return quantity(value, "");
  const auto* const prefix =
      std::find_if(kPrefixes.begin(), kPrefixes.end(), [&](const Prefix& one) { return std::abs(value) >= one.factor * kCarry; });
  return fmt::format("{:.4g} {}", value / prefix->factor, prefix->name);
}

std::string quantity(double value, std::string_view unit) {
  if (unit.empty()) return fmt::format("{:.4g}", value);
  const auto* const known = std::find_if(kPrefixed.begin(), kPrefixed.end(), [&](const Prefixed& one) { return one.unit == unit; });
  // Thousands of seconds stay seconds.
  const bool prefixed = known != kPrefixed.end() && !(unit == "s" && std::abs(value) >= 1);
  if (value == 0 || !std::isfinite(value) || !prefixed) return fmt::format("{:.4g} {}", value, unit);
  for (const Prefix& prefix : kPrefixes) {
    if (prefix.factor < 1 && !known->parts) break;
    if (std::abs(value) >= prefix.factor * kCarry) return fmt::format("{:.4g} {}{}", value / prefix.factor, prefix.name, unit);
  }
  return fmt::format("{:.4g} {}", value, unit);
}

std::optional<double> relative_change(double from, double to, double half_width) {
  constexpr double kRounding = 1e-12;
  if (std::abs(from) <= half_width || std::abs(from) <= kRounding * std::abs(to)) return std::nullopt;
  const double change = 100 * (to - from) / std::abs(from);
  return std::isfinite(change) ? std::optional(change) : std::nullopt;
}

std::string percent_text(double percent) {
  constexpr double kShown = 0.005;
  return std::abs(percent) < kShown ? "0.00 %" : fmt::format("{:+.2f} %", percent);
}

std::string grouped(unsigned long long count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, " ");
  }
  return digits;
}

}  // namespace petriloom::cli
