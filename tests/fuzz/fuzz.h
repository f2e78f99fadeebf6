// SPDX-License-Identifier: Apache-2.0
// What every fuzz target and the replay of its corpus check of a reader. A new reader needs a
// folder corpus/NAME (its name in the table of formats), of which a target is made, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "formats/common/format.h"

namespace petriloom::fuzz {

/// Reads the bytes and checks what holds of every reader: a net or an error, never both;
/// diagnostics that can be printed. Ends the process otherwise, as fuzzers expect. Returns 0, the
/// value a fuzz target returns.
inline int check(ReadResult (*read)(const std::string&, std::string, const ReadOptions&), const std::uint8_t* data,
                 std::size_t size) {
  const ReadResult result = read("fuzz", std::string(reinterpret_cast<const char*>(data), size), {});
  const bool printable = result.sources != nullptr && result.diagnostics.format(*result.sources).size() < (std::size_t{1} << 24U);
  if (result.net.has_value() == result.diagnostics.has_errors() || !printable) {
    std::fputs("a reader gave a net and errors, or neither\n", stderr);
    std::abort();
  }
  return 0;
}

}  // namespace petriloom::fuzz
