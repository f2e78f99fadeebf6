// SPDX-License-Identifier: Apache-2.0
// Expressions as a reader of a picture wants them: parentheses only where the tree asks for them,
// numbers with their units.
#pragma once

#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// What stands for a part that is too long to read in a picture.
inline constexpr std::string_view kMore = "…";

/// The expression in the net language, read in the frame of `variables`. Where no part is an
/// ellipsis, reading the text gives the same tree (numbers that no source text spells are rounded
/// to four digits).
std::string brief_text(const Net& net, const std::vector<Variable>& variables, ExprId expr);
/// The same in front of a backquote, where what is no number, name or call is put in parentheses.
std::string brief_count(const Net& net, const std::vector<Variable>& variables, ExprId expr);
/// The same where a time (s) stands: a number alone gets a unit, "3 us".
std::string brief_time(const Net& net, const std::vector<Variable>& variables, ExprId expr);

}  // namespace petriloom
