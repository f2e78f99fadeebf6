// SPDX-License-Identifier: Apache-2.0
// Hashes that tell whether what was kept of an earlier run still belongs to this one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace petriloom::cli {

/// FNV-1a, 64 bits.
std::uint64_t hash_of(std::string_view text);
/// Of the bytes of a file; empty if it cannot be read.
std::optional<std::uint64_t> hash_of_file(const std::string& path);
/// Of the program that runs, so that results of another one are not taken for its own.
std::uint64_t hash_of_program();

}  // namespace petriloom::cli
