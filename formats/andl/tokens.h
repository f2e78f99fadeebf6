// SPDX-License-Identifier: Apache-2.0
// The words of an ANDL or CANDL text.
#pragma once

#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::andl {

enum class TokenKind : std::uint8_t {
  name,
  integer,
  real,
  text,    ///< between quotes; `text` is without them
  symbol,  ///< an operator or bracket
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  ///< a part of the file's text, which must live as long
  std::size_t offset = 0;
  Location where;
};

/// All words of a text, ending with one of kind `end`. Comments and blanks are skipped; what is no
/// word is an error, all of them reported. At most kMostTokens.
std::vector<Token> tokens_of(const Sources& sources, FileId file, Diagnostics& diagnostics);
inline constexpr std::size_t kMostTokens = 50'000'000;

}  // namespace petriloom::andl
