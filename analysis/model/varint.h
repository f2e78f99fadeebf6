// SPDX-License-Identifier: Apache-2.0
// Variable-length integers, seven bits to a byte, low bits first (LEB128); signed ones are folded
// onto unsigned (zigzag).
#pragma once

#include <cstdint>
#include <vector>

namespace petriloom {

inline void put_varint(std::vector<std::uint8_t>& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<std::uint8_t>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<std::uint8_t>(value));
}

/// Reads one integer and moves `at` behind it. The bytes must have been written by put_varint.
inline std::uint64_t get_varint(const std::uint8_t*& at) {
  std::uint64_t value = *at & 0x7f;
  for (unsigned shift = 7; (*at++ & 0x80) != 0; shift += 7) value |= static_cast<std::uint64_t>(*at & 0x7f) << shift;
  return value;
}

inline std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
inline std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

}  // namespace petriloom
