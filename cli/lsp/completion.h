// SPDX-License-Identifier: Apache-2.0
// What can stand at a place of a text.
#pragma once

#include "cli/lsp/document.h"

namespace petriloom::cli {

/// Names and words that can stand at a place, in order of name: ports that an instance still lacks,
/// its parameters, members after a dot, colour sets after a colon, places after the word of an arc,
/// statements where one begins.
std::vector<Completion> completions_at(const Analysis& analysis, const Position& position);

}  // namespace petriloom::cli
