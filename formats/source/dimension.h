// SPDX-License-Identifier: Apache-2.0
// What is known of the dimension of a number.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace petriloom::source {

/// A product of powers of s, B, flop and J; or a plain count, which may stand for anything where it
/// is added; or unknown.
struct Dimension {
  enum class Kind : std::uint8_t { unknown, count, known } kind = Kind::unknown;
  std::array<int, 4> powers{};

  [[nodiscard]] bool known() const { return kind == Kind::known; }
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

inline constexpr Dimension kUnknown{};
inline constexpr Dimension kCount{Dimension::Kind::count, {}};
inline constexpr Dimension kTime{Dimension::Kind::known, {1, 0, 0, 0}};
inline constexpr Dimension kRate{Dimension::Kind::known, {-1, 0, 0, 0}};

/// Of a unit of the net language; unknown for others.
Dimension dimension_of_unit(std::string_view unit);
/// Of a product or, with `sign` -1, a quotient.
Dimension product(const Dimension& a, const Dimension& b, int sign);
/// "s", "B/s", "W", "1/s", "flop s^2".
std::string dimension_text(const Dimension& dimension);

}  // namespace petriloom::source
