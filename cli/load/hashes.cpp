// SPDX-License-Identifier: Apache-2.0
#include "cli/load/hashes.h"

#include <fstream>
#include <iterator>

namespace petriloom::cli {

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325ULL;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return value;
}

std::optional<std::uint64_t> hash_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return in.bad() ? std::nullopt : std::optional(hash_of(bytes));
}

std::uint64_t hash_of_program() {
  static const std::uint64_t value = hash_of_file("/proc/self/exe").value_or(0);
  return value;
}

}  // namespace petriloom::cli
