// SPDX-License-Identifier: Apache-2.0
// How wide a text is: in characters on a screen, and in the units of UTF-16 in which editors count.
#pragma once

#include <cstddef>
#include <string_view>

namespace petriloom::source {

/// Characters of UTF-8; a byte that belongs to none counts as one.
inline std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return width;
}

/// Units of UTF-16: characters of four bytes of UTF-8 have two.
inline std::size_t utf16_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    width += (byte & 0xC0U) == 0x80U ? 0 : (byte >= 0xF0U ? 2 : 1);
  }
  return width;
}

/// How many bytes of `line` stand before so many units of UTF-16; all of them if it has fewer.
inline std::size_t bytes_before(std::string_view line, std::size_t units) {
  std::size_t at = 0;
  for (std::size_t passed = 0; at < line.size() && passed < units; ++at) {
    const auto byte = static_cast<unsigned char>(line[at]);
    passed += byte >= 0xF0U ? 2 : 1;
    while (at + 1 < line.size() && (static_cast<unsigned char>(line[at + 1]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

}  // namespace petriloom::source
