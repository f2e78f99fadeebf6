// SPDX-License-Identifier: Apache-2.0
// The words of LoLA's net format.
#pragma once

#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::lola {

struct Token {
  std::string_view text;  ///< one of `,` `;` `:` `(` `)`, or a name or number; empty at the end
  Location where;
};

/// All words of a text, comments apart, the last one empty. A comment without end is an error.
std::vector<Token> tokens_of(const Sources& sources, FileId file, Diagnostics& diagnostics);
/// Whether names may hold the character.
bool name_character(char c);

}  // namespace petriloom::lola
