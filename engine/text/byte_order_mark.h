// SPDX-License-Identifier: Apache-2.0
// The three bytes that some editors put before a text in UTF-8.
#pragma once

#include <string>

namespace petriloom {

/// Takes a byte order mark away: it says nothing in UTF-8, and no format has a use for it.
inline void drop_byte_order_mark(std::string& text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
}

}  // namespace petriloom
