// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/position.h"

#include <charconv>

#include "engine/state/state_numbers.h"

namespace petriloom {

std::string trace_position(std::ostream& out) {
  out.flush();
  return std::to_string(static_cast<std::int64_t>(out.tellp()));
}

void seek_trace(std::ostream& out, std::string_view position) {
  std::int64_t offset = -1;
  const auto read = std::from_chars(position.data(), position.data() + position.size(), offset);
  if (read.ec != std::errc() || read.ptr != position.data() + position.size() || offset < 0 || !out.seekp(offset)) {
    throw StateError("the trace cannot be gone on with");
  }
}

}  // namespace petriloom
