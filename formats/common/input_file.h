// SPDX-License-Identifier: Apache-2.0
// Files that are read.
#pragma once

#include <cstdint>
#include <string>

namespace petriloom {

/// A whole file of at most `most` bytes; otherwise `error` says what is wrong.
std::string read_file(const std::string& path, std::uint64_t most, std::string& error);

}  // namespace petriloom
