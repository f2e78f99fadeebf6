// SPDX-License-Identifier: Apache-2.0
// Numbers of elements that come and go: what is free is given out again.
#pragma once

#include <cstdint>
#include <vector>

namespace petriloom {

/// A number for a new element of `all`: the last one in `free`, which it leaves, or that of an
/// element made at the end. An element whose number was free keeps what it held, so that its
/// storage is used again.
template <typename T>
std::uint32_t take_number(std::vector<T>& all, std::vector<std::uint32_t>& free) {
  if (free.empty()) {
    all.emplace_back();
    return static_cast<std::uint32_t>(all.size() - 1);
  }
  const std::uint32_t number = free.back();
  free.pop_back();
  return number;
}

}  // namespace petriloom
