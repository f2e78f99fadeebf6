// SPDX-License-Identifier: Apache-2.0
#include "cli/load/hashes.h"

#include <array>
#include <fstream>

namespace petriloom::cli {

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325ULL;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return value;
}

std::optional<std::uint64_t> hash_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  // The program is one of these files: a character at a time takes nine times as long.
  std::string bytes;
  std::array<char, 1 << 16> block{};
  while (in.read(block.data(), block.size()) || in.gcount() > 0) bytes.append(block.data(), static_cast<std::size_t>(in.gcount()));
  return in.bad() ? std::nullopt : std::optional(hash_of(bytes));
}

std::uint64_t hash_of_program() {
  static const std::uint64_t value = hash_of_file("/proc/self/exe").value_or(0);
  return value;
}

}  // namespace petriloom::cli
