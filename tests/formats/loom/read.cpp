// SPDX-License-Identifier: Apache-2.0
#include "tests/formats/loom/read.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace petriloom {

std::string file_content(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_FALSE(text.empty()) << path;
  return text;
}

std::vector<std::string> sample_nets() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(PETRILOOM_ROOT) / "tests/formats/loom/nets")) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Net read_right(const std::string& text, Fold fold, const std::string& path) {
  ReadOptions options;
  options.fold = fold;
  ReadResult result = read_loom(path, text, options);
  EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  return result.net ? std::move(*result.net) : Net{};
}

std::string read_wrong(const std::string& text, Fold fold) {
  ReadOptions options;
  options.fold = fold;
  const ReadResult result = read_loom("test.loom", text, options);
  EXPECT_FALSE(result.net.has_value());
  return result.diagnostics.format(*result.sources);
}

}  // namespace petriloom
