// SPDX-License-Identifier: Apache-2.0
#include "engine/text/glob.h"

namespace petriloom {

bool glob(std::string_view pattern, std::string_view text) {
  std::size_t star = std::string_view::npos;
  std::size_t again = 0;
  std::size_t p = 0;
  for (std::size_t t = 0; t < text.size();) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      again = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++again;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace petriloom
