// SPDX-License-Identifier: Apache-2.0
// Numbers in texts, without a locale.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace petriloom {

/// The number that the whole of `text` is, as std::from_chars reads it; nothing if anything else
/// stands there, or if the number does not fit.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* const whole = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), whole, value);
  return error == std::errc{} && end == whole ? std::optional(value) : std::nullopt;
}

}  // namespace petriloom
