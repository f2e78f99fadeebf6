// SPDX-License-Identifier: Apache-2.0
// Files that are read.
#pragma once

#include <cstdint>
#include <string>

namespace petriloom {

/// A whole file of at most `most` bytes, without a byte order mark; otherwise `error` says what is
/// wrong. If it is larger, so is the text.
std::string read_file(const std::string& path, std::uint64_t most, std::string& error);

}  // namespace petriloom
