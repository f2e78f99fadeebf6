// SPDX-License-Identifier: Apache-2.0
// The words of TINA's textual format.
#pragma once

#include <string>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::tina {

enum class TokenKind : std::uint8_t { name, quoted, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  /// Of a quoted name what is between the braces, without `\` before `{`, `}` and `\`.
  std::string text;
  Location where;
};

/// All words of a text, the last one of kind `end`. What is no word is an error.
std::vector<Token> tokens_of(const Sources& sources, FileId file, Diagnostics& diagnostics);

/// The comment in which the writer says how long a unit of time is: "# unit of time: 1e-06 s".
inline constexpr std::string_view kUnit = "# unit of time: ";

}  // namespace petriloom::tina
