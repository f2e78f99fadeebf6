// SPDX-License-Identifier: Apache-2.0
// Patterns of names, as options of commands take them.
#pragma once

#include <string_view>

namespace petriloom {

/// Whether a text is that of a pattern in which `*` stands for any text.
bool glob(std::string_view pattern, std::string_view text);

}  // namespace petriloom
