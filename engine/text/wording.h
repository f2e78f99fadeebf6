// SPDX-License-Identifier: Apache-2.0
// Words in messages: "an int", "1 marking", "2 markings".
#pragma once

#include <cctype>
#include <concepts>
#include <string>
#include <string_view>

namespace petriloom {

/// The noun with "a" or "an" before it, by its first letter; "a unit" and "a union" are spoken with
/// a consonant.
inline std::string with_article(std::string_view noun) {
  const bool quoted = noun.starts_with("'") || noun.starts_with("`");
  const char first = noun.size() > (quoted ? 1U : 0U) ? noun[quoted ? 1 : 0] : ' ';
  const char small = static_cast<char>(std::tolower(static_cast<unsigned char>(first)));
  const bool vowel = std::string_view("aeiou").find(small) != std::string_view::npos;
  const bool spoken = vowel && !noun.starts_with("uni") && !noun.starts_with("use") && !noun.starts_with("one");
  return (spoken ? "an " : "a ") + std::string(noun);
}

/// A word after a number that asks for the one or the other: "1 property", "2 properties". `number`
/// is the count as it is to be read.
inline std::string counted(std::string_view number, std::string_view one, std::string_view several) {
  return std::string(number) + " " + std::string(number == "1" ? one : several);
}
/// The same for a noun that takes an s: "1 marking", "2 markings".
inline std::string counted(std::string_view number, std::string_view noun) {
  return counted(number, noun, std::string(noun) + "s");
}
/// The same for numbers as they are.
template <std::integral Number>
std::string counted(Number number, std::string_view noun) {
  return counted(std::to_string(number), noun);
}
template <std::integral Number>
std::string counted(Number number, std::string_view one, std::string_view several) {
  return counted(std::to_string(number), one, several);
}

}  // namespace petriloom
