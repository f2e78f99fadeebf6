// SPDX-License-Identifier: Apache-2.0
// How far a trace is written, so that it can be gone on with.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

namespace petriloom {

/// Flushes the stream and gives the number of bytes before the next one, in decimal.
std::string trace_position(std::ostream& out);
/// Goes on writing at a position. Throws StateError if it is none or the stream has none.
void seek_trace(std::ostream& out, std::string_view position);

}  // namespace petriloom
