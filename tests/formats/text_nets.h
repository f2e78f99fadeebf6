// SPDX-License-Identifier: Apache-2.0
// What the tests of readers of texts share: counting states, tracing runs, and texts that are
// wrong.
#pragma once

#include <cstdint>
#include <string>

#include "engine/net/net.h"
#include "formats/common/format.h"

namespace petriloom::test {

using Read = ReadResult (*)(const std::string& path, std::string text, const ReadOptions& options);

/// States and edges of the net, "complete" or not, as text; at most for some seconds.
std::string space_of(const Net& net);
/// Whether a net has so few states that counting them is quick.
bool small_space(const Net& net);
/// A run with seed 1 of at most 200 firings: the times and the names of what fired.
std::string trace_of(const Net& net);
/// Reads a text; the test fails with the messages if it has errors.
Net read_text(Read read, const std::string& text);
/// The messages of reading a text that is wrong.
std::string refusal(Read read, const std::string& name, const std::string& text);
/// Reads the text cut off at many places and with many bits flipped: each gives a net or a message
/// at a place. `seed` chooses.
void expect_clean_errors(Read read, const std::string& text, std::uint32_t seed);

}  // namespace petriloom::test
