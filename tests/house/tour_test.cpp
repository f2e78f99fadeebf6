// SPDX-License-Identifier: Apache-2.0
// docs/tour.md and docs/where.md lead to functions that are where they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/house/tree.h"

namespace petriloom::house {
namespace {

/// A line of a table of the page: a file, and the function to be found there.
struct Step {
  std::string file;
  std::string function;
};

std::vector<Step> steps_of(const File& page) {
  static const std::regex kRow(R"(^\|.*\| ([a-z_/]+\.(?:h|cpp)) \| `([A-Za-z_]+)` \|$)");
  std::vector<Step> steps;
  for (const std::string& line : page.lines) {
    std::smatch match;
    if (std::regex_match(line, match, kRow)) steps.push_back({match[1], match[2]});
  }
  return steps;
}

/// Whether a function of this name has its body in a file.
bool defines(const File& file, const std::string& function) {
  const std::regex name("(^|[ :*&>])" + function + "\\(");
  const std::vector<Function> all = functions(file);
  return std::any_of(all.begin(), all.end(), [&name](const Function& one) { return std::regex_search(one.head, name); });
}

/// Checks the tables of a page, whose first column has this heading.
void expect_functions(const std::string& name, const std::string& heading) {
  const std::vector<File>& files = project_files();
  const auto page = std::find_if(files.begin(), files.end(), [&name](const File& file) { return file.path == name; });
  ASSERT_NE(page, files.end());
  const std::vector<Step> steps = steps_of(*page);
  const auto rows = std::count_if(page->lines.begin(), page->lines.end(), [&heading](const std::string& line) {
    return line.starts_with("| ") && !line.starts_with("| " + heading + " |");
  });
  EXPECT_EQ(steps.size(), static_cast<std::size_t>(rows)) << name << ": a row that was not understood";
  EXPECT_GE(steps.size(), 30U);
  for (const Step& step : steps) {
    const auto file = std::find_if(files.begin(), files.end(), [&step](const File& one) { return one.path == step.file; });
    ASSERT_NE(file, files.end()) << name << ": " << step.file;
    EXPECT_TRUE(defines(*file, step.function)) << name << ": " << step.file << " defines no " << step.function;
  }
}

TEST(Tour, FunctionsAreWhereItSays) { expect_functions("docs/tour.md", "what happens"); }
TEST(Tour, AnswersAreWhereThePageOfQuestionsSays) { expect_functions("docs/where.md", "question"); }

TEST(Tour, FunctionsThatAreOnlyCalledOrNamedAreNotTaken) {
  const File file{"x.cpp",
                  {"// void gone(int x) {", "std::optional<Net> Builder::build() {", "  other.called(1);", "  return sum(1);", "}",
                   "Report::Report(const Net& net)", "    : net_(net) {", "}", "int declared(int x);"}};
  for (const char* name : {"build", "Report"}) EXPECT_TRUE(defines(file, name)) << name;
  for (const char* name : {"gone", "called", "sum", "uild", "declared"}) EXPECT_FALSE(defines(file, name)) << name;
}

}  // namespace
}  // namespace petriloom::house
