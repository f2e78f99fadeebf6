// SPDX-License-Identifier: Apache-2.0
// Every function of nets/lib has examples beside it (`//= EXPRESSION`), and they are true. Its
// modules are tested in tests/nets.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

struct Library {
  std::vector<std::string> functions;
  std::vector<std::string> examples;
  bool has_modules = false;
};

Library library(const fs::path& path) {
  Library found;
  std::istringstream lines(file_content(path.string()));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("//= ")) found.examples.push_back(line.substr(4));
    found.has_modules = found.has_modules || line.starts_with("module ");
    if (line.starts_with("fun ")) found.functions.push_back(line.substr(4, line.find_first_of("[(") - 4));
  }
  return found;
}

class LoomLibrary : public testing::TestWithParam<fs::path> {};

TEST_P(LoomLibrary, ExamplesHold) {
  const Library examples = library(GetParam());
  std::string text = "import \"lib/" + GetParam().filename().string() + "\";\n";
  for (std::size_t i = 0; i < examples.examples.size(); ++i)
    text += "place E" + std::to_string(i) + " : bool = 1`(" + examples.examples[i] + ");\n";
  ReadOptions options;
  options.search_path = {PETRILOOM_ROOT "/nets"};
  const ReadResult result = read_loom("test.loom", text, options);
  ASSERT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  ASSERT_EQ(result.net->places.size(), examples.examples.size());
  for (std::size_t i = 0; i < examples.examples.size(); ++i) {
    ASSERT_EQ(result.net->places[i].initial.size(), 1U);
    EXPECT_EQ(result.net->places[i].initial[0].colour, 1) << examples.examples[i];
  }
}

TEST_P(LoomLibrary, EveryFunctionHasAnExample) {
  const Library examples = library(GetParam());
  EXPECT_FALSE(examples.functions.empty() && !examples.has_modules);
  for (const std::string& function : examples.functions) {
    EXPECT_TRUE(std::any_of(examples.examples.begin(), examples.examples.end(), [&function](const std::string& example) {
      return example.starts_with(function + "(");
    })) << function;
  }
}

std::vector<fs::path> libraries() {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(PETRILOOM_ROOT) / "nets/lib"))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

INSTANTIATE_TEST_SUITE_P(All, LoomLibrary, testing::ValuesIn(libraries()),
                         [](const testing::TestParamInfo<fs::path>& of) { return of.param.stem().string(); });

TEST(LoomLibraries, CanBeUsedTogether) {
  std::string text;
  for (const fs::path& path : libraries()) text += "import \"lib/" + path.filename().string() + "\";\n";
  ReadOptions options;
  options.search_path = {PETRILOOM_ROOT "/nets"};
  const ReadResult result = read_loom("test.loom", text + "place P : list of int = 1`ascending([2, 1]);", options);
  EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
}

}  // namespace
}  // namespace petriloom
