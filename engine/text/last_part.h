// SPDX-License-Identifier: Apache-2.0
// Names that are paths, as "node.cpu.IDLE".
#pragma once

#include <string_view>

namespace petriloom {

/// What stands behind the last dot of a name; all of it if it has none.
constexpr std::string_view last_part(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

}  // namespace petriloom
