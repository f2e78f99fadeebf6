// SPDX-License-Identifier: Apache-2.0
// The net language as statements and blocks, and what the tokens of a statement are: enough to lay
// them out, and to find one's way in a text that is not right yet.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "formats/source/tokens.h"

namespace petriloom::source {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// Tokens begin .. end - 1. A statement with a block has its braces at `open` and `close` and what
/// stands in them in `inner`.
struct Statement {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t open = kNone;
  std::size_t close = kNone;  ///< kNone: the block does not end
  std::vector<Statement> inner;

  [[nodiscard]] bool block() const { return open != kNone; }
  /// Where what is laid out as one expression ends: before the block.
  [[nodiscard]] std::size_t head_end() const { return block() ? open : end; }
};

/// Takes a file apart. Blocks deeper than the parser allows are left inside their statement.
std::vector<Statement> statements_of(std::span<const Token> tokens);

/// What a token is in its statement.
struct Role {
  bool word = false;      ///< a word of the language, not a name
  bool operand = false;   ///< an operand ends here
  bool unary = false;     ///< a sign before its operand
  bool temporal = false;  ///< U, R or W between its operands
  bool padded = false;    ///< a brace with blanks inside
  bool space = false;     ///< a blank stands before it when both stand on one line
};

/// The roles of the head's tokens, in order.
std::vector<Role> roles_of(std::span<const Token> tokens, const Statement& statement);

/// For each bracket of tokens begin .. end - 1 the position of its partner, relative to `begin`;
/// kNone for all other tokens.
std::vector<std::size_t> partners_of(std::span<const Token> tokens, std::size_t begin, std::size_t end);

}  // namespace petriloom::source
