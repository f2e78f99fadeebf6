// SPDX-License-Identifier: Apache-2.0
// The net language as a row of words, numbers and signs with the comments between them: every byte
// that is no blank.
#pragma once

#include <string_view>
#include <vector>

#include "formats/common/operators.h"

namespace petriloom::source {

enum class TokenKind : std::uint8_t {
  word,    ///< a name or a word of the language
  quoted,  ///< a name between single quotes
  number,
  unit,  ///< after a number
  text,  ///< between double quotes
  sign,
  end,  ///< of the file; carries the comments that stand there
};

struct Comment {
  std::string_view text;      ///< without the end of its line
  bool own_line = false;      ///< nothing but blanks stands before it on its line
  bool blank_before = false;  ///< an empty line stands before it
  [[nodiscard]] bool to_line_end() const { return text.substr(0, 2) == "//"; }
  /// What follows it must stand on another line, and is so laid out.
  [[nodiscard]] bool breaks() const { return own_line || to_line_end() || text.find('\n') != std::string_view::npos; }
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  std::vector<Comment> comments;  ///< between the token before and this one
  bool new_line = false;          ///< a line ends somewhere between the token before and this one
  bool blank_before = false;      ///< an empty line stands right before it
  bool space_before = false;      ///< blanks or comments stand before it

  [[nodiscard]] bool is(std::string_view wanted) const {
    // The first letter tells most apart, and this is asked of every token many times.
    return !text.empty() && text.front() == wanted.front() && (kind == TokenKind::sign || kind == TokenKind::word) &&
           text == wanted;
  }
};

/// Takes a text apart; the last token is `end`. Texts are views into `text`. Bytes that the
/// language does not know become signs of one byte, quotes and comments that do not end reach to
/// the end of their line or of the file.
std::vector<Token> tokens_of(std::string_view text);

/// Whether a word can never be a name.
using loom::reserved_word;

}  // namespace petriloom::source
