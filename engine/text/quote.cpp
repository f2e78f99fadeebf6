// SPDX-License-Identifier: Apache-2.0
#include "engine/text/quote.h"

#include <fmt/format.h>

namespace petriloom {

std::string quote(std::string_view text, std::size_t most) {
  std::string shown;
  for (const char letter : text.substr(0, most)) {
    const auto code = static_cast<unsigned char>(letter);
    shown += code < 0x20 || code == 0x7f ? ' ' : letter;
  }
  return fmt::format("'{}{}'", shown, text.size() > most ? "..." : "");
}

std::string quote_path(std::string_view path) {
  constexpr std::size_t kLongestPath = 4096;
  return quote(path, kLongestPath);
}

}  // namespace petriloom
