// SPDX-License-Identifier: Apache-2.0
// Wrong nets and the messages they get. A file NAME.always.loom or NAME.never.loom is read with
// that way of folding. With PETRILOOM_UPDATE set in the environment the expected texts are written
// anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "formats/loom/loom.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> wrong_nets() {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(PETRILOOM_ROOT) / "tests/formats/loom/errors")) {
    if (entry.path().extension() == ".loom") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class LoomErrors : public testing::TestWithParam<fs::path> {};

TEST_P(LoomErrors, SayWhatIsWrong) {
  const fs::path path = GetParam();
  ReadOptions options;
  if (path.stem().extension() == ".always") options.fold = Fold::always;
  if (path.stem().extension() == ".never") options.fold = Fold::never;
  const fs::path before = fs::current_path();
  fs::current_path(path.parent_path());
  const ReadResult result = read_loom(path.filename().string(), content(path), options);
  fs::current_path(before);
  EXPECT_FALSE(result.net.has_value());
  ASSERT_TRUE(result.diagnostics.has_errors());
  const std::string messages = result.diagnostics.format(*result.sources);
  fs::path expected = path;
  expected.replace_extension(".expected");
  if (std::getenv("PETRILOOM_UPDATE") != nullptr) std::ofstream(expected, std::ios::binary) << messages;
  EXPECT_EQ(messages, content(expected));
  for (const Diagnostic& diagnostic : result.diagnostics.list()) EXPECT_TRUE(diagnostic.where.known()) << diagnostic.message;
}

std::string test_name(const testing::TestParamInfo<fs::path>& wrong) {
  std::string name = wrong.param.stem().string();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, LoomErrors, testing::ValuesIn(wrong_nets()), test_name);

}  // namespace
}  // namespace petriloom
