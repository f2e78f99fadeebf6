// SPDX-License-Identifier: Apache-2.0
// One canonical layout of the net language (docs/tools.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/net/diagnostics.h"

namespace petriloom::source {

/// Lines are broken so that none is longer, comments left aside, unless a single word is.
inline constexpr std::size_t kWidest = 120;

/// The text of a file in canonical layout. Syntax errors go to `diagnostics`, and nothing is
/// returned. The result says the same: its syntax tree and its comments are compared with those of
/// the file, and a difference is an error too.
std::optional<std::string> formatted(const Sources& sources, FileId file, Diagnostics& diagnostics);

/// The canonical layout of one right statement that stands inside `depth` blocks, with its line
/// end, or of several; for writers. A block may be left open behind its brace.
std::string laid_out(std::string_view statement, std::size_t depth);

}  // namespace petriloom::source
