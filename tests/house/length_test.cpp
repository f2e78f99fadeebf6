// SPDX-License-Identifier: Apache-2.0
// Files stay under 400 lines and functions under 60, so that each can be read in one go.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/house/tree.h"

namespace petriloom::house {
namespace {

constexpr std::size_t kMostLinesOfFile = 400;
constexpr std::size_t kMostLinesOfFunction = 60;
constexpr std::size_t kMostExceptions = 5;

bool excused(const std::vector<std::string>& paths, const std::string& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

TEST(Length, FilesStayUnder400Lines) {
  const auto exceptions = allowed("file");
  for (const File& file : project_files()) {
    if (!is_cpp(file) || excused(exceptions, file.path)) continue;
    EXPECT_LT(file.lines.size(), kMostLinesOfFile) << file.path << ": one algorithm, one file pair; what can be named on its own?";
  }
}

TEST(Length, FunctionsStayUnder60Lines) {
  const auto exceptions = allowed("function");
  for (const File& file : project_files()) {
    if (!is_cpp(file) || excused(exceptions, file.path)) continue;
    for (const Function& function : functions(file)) {
      EXPECT_LT(function.lines, kMostLinesOfFunction) << file.path << ":" << function.first_line << ": " << function.head;
    }
  }
}

TEST(Length, ExceptionsStayFew) { EXPECT_LE(allowed("file").size() + allowed("function").size(), kMostExceptions); }

TEST(Length, FunctionsAreFound) {
  const File file{"x.cpp",
                  {"namespace a {", "// int no() {", "struct S {", "  int get() const { return 1; }", "};", "template <class T>",
                   "T twice(T x) {", "  if (x > 0) {", "    return \"}\"[0] + x;", "  }", "  return x + x;", "}", "const int k{3};",
                   "const auto l = f({", "1,", "});", "}"}};
  const auto found = functions(file);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].first_line, 4U);
  EXPECT_EQ(found[0].lines, 1U);
  EXPECT_EQ(found[1].first_line, 6U);
  EXPECT_EQ(found[1].lines, 7U);
}

}  // namespace
}  // namespace petriloom::house
