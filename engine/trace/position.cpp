// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/position.h"

#include "engine/state/state_numbers.h"
#include "engine/text/parse_number.h"

namespace petriloom {

std::string trace_position(std::ostream& out) {
  out.flush();
  return std::to_string(static_cast<std::int64_t>(out.tellp()));
}

void seek_trace(std::ostream& out, std::string_view position) {
  const auto offset = parse_number<std::int64_t>(position);
  if (!offset || *offset < 0 || !out.seekp(*offset)) {
    throw StateError("the trace cannot be gone on with");
  }
}

}  // namespace petriloom
