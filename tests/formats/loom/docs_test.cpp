// SPDX-License-Identifier: Apache-2.0
// The fenced examples of docs/language.md are whole files that can be read, written and read again.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

std::vector<std::string> examples() {
  std::istringstream lines(file_content(PETRILOOM_ROOT "/docs/language.md"));
  std::vector<std::string> blocks;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = line == "```loom";
      if (inside) blocks.emplace_back();
    } else if (inside) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

ReadResult read_example(const std::string& text, Fold fold) {
  ReadOptions options;
  options.search_path = {PETRILOOM_ROOT "/nets"};
  options.fold = fold;
  return read_loom("language.loom", text, options);
}

TEST(LoomDocs, ExamplesOfThePageAreNets) {
  const std::vector<std::string> blocks = examples();
  EXPECT_EQ(blocks.size(), 10U);
  for (const std::string& block : blocks) {
    for (const Fold fold : {Fold::automatic, Fold::never}) {
      const ReadResult result = read_example(block, fold);
      ASSERT_TRUE(result.net.has_value()) << block << result.diagnostics.format(*result.sources);
      const WriteResult written = write_loom(*result.net, {});
      const ReadResult again = read_example(written.text, fold);
      EXPECT_TRUE(again.net.has_value()) << written.text << again.diagnostics.format(*again.sources);
    }
  }
}

}  // namespace
}  // namespace petriloom
