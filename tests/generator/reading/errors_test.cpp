// SPDX-License-Identifier: Apache-2.0
// Wrong descriptions: each tests/generator/errors/NAME.yaml is read, and what is said must be
// NAME.expected, to the letter. With PETRILOOM_UPDATE_GOLDEN set in the environment the
// expectations are written instead; then read the difference.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "generator/reading/read_description.h"

namespace petriloom::errors_test {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(PETRILOOM_ROOT) / "tests" / "generator" / "errors";

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + by.size())) text.replace(at, part.size(), by);
  return text;
}

/// "file:line:column: message" and the help on a line of its own, in the order in which the
/// mistakes were found.
std::string said_about(const std::string& name) {
  const DescriptionResult result = read_description((kFolder / (name + ".yaml")).string(), {PETRILOOM_ROOT});
  EXPECT_FALSE(result.description.has_value());
  std::string text;
  for (const Diagnostic& one : result.diagnostics.list()) {
    text += fmt::format("{}: {}\n", result.sources->describe(one.where), one.message);
    if (!one.help.empty()) text += fmt::format("    {}\n", one.help);
  }
  return replaced(replaced(text, kFolder.string() + "/", ""), PETRILOOM_ROOT, "ROOT");
}

class WrongDescription : public testing::TestWithParam<std::string> {};

TEST_P(WrongDescription, SaysWhatIsWrong) {
  const std::string said = said_about(GetParam());
  EXPECT_NE(said, "");
  const fs::path expected_path = kFolder / (GetParam() + ".expected");
  if (std::getenv("PETRILOOM_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(expected_path) << said;
    return;
  }
  std::ifstream stream(expected_path);
  const std::string expected{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  EXPECT_EQ(said, expected);
}

INSTANTIATE_TEST_SUITE_P(All, WrongDescription, testing::ValuesIn(cases()), [](const auto& each) { return each.param; });

TEST(UnreadableDescription, AMissingFileIsADiagnostic) {
  const DescriptionResult result = read_description("/no/such/file.yaml", {});
  EXPECT_FALSE(result.description);
  ASSERT_EQ(result.diagnostics.list().size(), 1U);
  EXPECT_EQ(result.diagnostics.list()[0].message, "'/no/such/file.yaml' is not a file that can be read");
}

TEST(UnreadableDescription, AFolderIsADiagnostic) {
  const DescriptionResult result = read_description(PETRILOOM_ROOT, {});
  EXPECT_FALSE(result.description);
  EXPECT_TRUE(result.diagnostics.has_errors());
}

}  // namespace
}  // namespace petriloom::errors_test
