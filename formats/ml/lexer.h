// SPDX-License-Identifier: Apache-2.0
// The words of CPN ML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/ml/fixity.h"
#include "formats/ml/text.h"

namespace petriloom::cpn::ml {

enum class TokenKind : std::uint8_t { name, type_variable, integer, real, text, character, selector, sign, end };

struct Token {
  TokenKind kind = TokenKind::end;
  /// Name or sign as written; number in C's spelling; text with its escapes resolved; selector
  /// without #.
  std::string text;
  Location where;

  [[nodiscard]] bool is(std::string_view sign) const {
    return text == sign && (kind == TokenKind::sign || kind == TokenKind::name);
  }
};

/// A comment with its signs.
struct Comment {
  std::string text;
  Location where;
};

/// Words of one text; more is an error.
inline constexpr std::size_t kMostWords = 2'000'000;

/// Splits a text into words, the last of which is `end`. What is no word is reported, and the text
/// ends there. `comments` gets what stands between them, if it is given; `fixities` has the
/// operators that are words beside those of ML.
std::vector<Token> words(const Text& text, Diagnostics& diagnostics, std::vector<Comment>* comments = nullptr,
                         const Fixities* fixities = nullptr);

}  // namespace petriloom::cpn::ml
