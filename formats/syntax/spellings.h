// SPDX-License-Identifier: Apache-2.0
// What other languages write, and how the net language writes it: for those who come from there.
#pragma once

#include <string>
#include <string_view>

namespace petriloom::loom {

/// What would be right where the parser got stuck at `at` in a text, if what stands there is a
/// habit from elsewhere: `==`, `not x`, `[]P`, `rate 2`. Otherwise empty.
std::string other_spelling(std::string_view text, std::size_t at);
/// The same for a name that no function has.
std::string other_spelling(std::string_view function);

}  // namespace petriloom::loom
