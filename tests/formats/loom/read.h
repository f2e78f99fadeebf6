// SPDX-License-Identifier: Apache-2.0
// Reading the sample nets of the tests.
#pragma once

#include <string>
#include <vector>

#include "formats/loom/loom.h"

namespace petriloom {

/// The content of a file; the test fails if it is empty.
std::string file_content(const std::string& path);
/// Paths of the files in tests/formats/loom/nets, in order.
std::vector<std::string> sample_nets();
/// Reads text that must be right.
Net read_right(const std::string& text, Fold fold = Fold::automatic, const std::string& path = "test.loom");
/// The messages for text that is wrong.
std::string read_wrong(const std::string& text, Fold fold = Fold::automatic);

}  // namespace petriloom
