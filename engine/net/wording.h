// SPDX-License-Identifier: Apache-2.0
// Words in messages: "an int", "1 marking", "2 markings".
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace petriloom {

/// The noun with "a" or "an" before it, by its first letter; "a unit" and "a union" are spoken with a consonant.
inline std::string with_article(std::string_view noun) {
  const bool quoted = noun.starts_with("'") || noun.starts_with("`");
  const char first = noun.size() > (quoted ? 1U : 0U) ? noun[quoted ? 1 : 0] : ' ';
  const char small = static_cast<char>(std::tolower(static_cast<unsigned char>(first)));
  const bool vowel = std::string_view("aeiou").find(small) != std::string_view::npos;
  const bool spoken = vowel && !noun.starts_with("uni") && !noun.starts_with("use") && !noun.starts_with("one");
  return (spoken ? "an " : "a ") + std::string(noun);
}

/// The noun as a number asks for it: "1 marking", "2 markings". `number` is the count as it is to be read.
inline std::string counted(std::string_view number, std::string_view noun) {
  return std::string(number) + " " + std::string(noun) + (number == "1" ? "" : "s");
}

}  // namespace petriloom
