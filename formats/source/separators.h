// SPDX-License-Identifier: Apache-2.0
// Where a long piece of a statement may be broken: at its weakest separators.
#pragma once

#include <span>
#include <vector>

#include "formats/source/statements.h"

namespace petriloom::source {

/// One statement as the layout sees it; positions count from its first token.
struct Head {
  std::span<const Token> tokens;
  std::vector<Role> roles;
  std::vector<std::size_t> partners;
  /// What follows the `=` of a declaration, or the `:` of an arc or property.
  std::size_t declared = kNone;
  bool terms = false;  ///< `++` joins terms
};

/// Takes the head of a statement apart.
Head head_of(std::span<const Token> tokens, const Statement& statement);

struct Separators {
  /// Tokens that begin a line; none if there is nothing to break at outside of brackets.
  std::vector<std::size_t> at;
  /// Lines take as much as they can; otherwise each piece has a line of its own.
  bool fill = false;
};

/// The weakest separators of tokens begin .. end - 1, outside of brackets.
Separators separators_of(const Head& head, std::size_t begin, std::size_t end);

}  // namespace petriloom::source
