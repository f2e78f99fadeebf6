// SPDX-License-Identifier: Apache-2.0
// Files stay under 400 lines and functions under 60, so that each can be read in one go. Classes
// stay within 600 over all their files, so that each can be understood.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/house/tree.h"

namespace petriloom::house {
namespace {

constexpr std::size_t kMostLinesOfFile = 400;
constexpr std::size_t kMostLinesOfFunction = 60;
constexpr std::size_t kMostLinesOfClass = 600;
constexpr std::size_t kMostExceptions = 5;

bool excused(const std::vector<std::string>& paths, const std::string& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

/// A rule of this file: which files break it, by path, and how. Classes go by the path of their
/// body and their name.
using Breaches = std::map<std::string, std::string>;

Breaches long_files() {
  Breaches found;
  for (const File& file : project_files()) {
    if (is_cpp(file) && file.lines.size() >= kMostLinesOfFile) found[file.path] = std::to_string(file.lines.size()) + " lines";
  }
  return found;
}

Breaches long_functions() {
  Breaches found;
  for (const File& file : project_files()) {
    if (!is_cpp(file)) continue;
    for (const Function& function : functions(file)) {
      if (function.lines < kMostLinesOfFunction) continue;
      found[file.path] += ":" + std::to_string(function.first_line) + ": " + function.head + "\n";
    }
  }
  return found;
}

Breaches large_classes() {
  Breaches found;
  for (const Class& one : classes(project_files())) {
    if (one.lines > kMostLinesOfClass) found[one.path + ":" + one.name] = std::to_string(one.lines) + " lines in all its files";
  }
  return found;
}

/// Rules that allowed.txt may excuse files from.
const std::map<std::string, Breaches (*)()>& rules() {
  static const std::map<std::string, Breaches (*)()> table{
      {"file", long_files}, {"function", long_functions}, {"class", large_classes}};
  return table;
}

/// What breaks a rule, looked for once; null if there is no such rule.
const Breaches* breaches(const std::string& rule) {
  static std::map<std::string, Breaches> known;
  const auto looks = rules().find(rule);
  if (looks == rules().end()) return nullptr;
  const auto found = known.find(rule);
  return found != known.end() ? &found->second : &known.emplace(rule, looks->second()).first->second;
}

void expect_kept(const std::string& rule) {
  const auto exceptions = allowed(rule);
  for (const auto& [path, how] : *breaches(rule)) {
    EXPECT_TRUE(excused(exceptions, path)) << path << ": " << how
                                           << "\none algorithm, one file pair; what can be named on its own?";
  }
}

TEST(Length, FilesStayUnder400Lines) { expect_kept("file"); }

TEST(Length, FunctionsStayUnder60Lines) { expect_kept("function"); }

TEST(Length, ClassesStayWithin600Lines) { expect_kept("class"); }

TEST(Length, ExceptionsStayFew) { EXPECT_LE(exceptions().size(), kMostExceptions); }

/// What is wrong with an exception: of a rule that is not there, without a reason, or for a file
/// that does not need it.
std::string wrong(const Exception& exception) {
  const Breaches* const found = breaches(exception.rule);
  if (found == nullptr) return "no rule is called " + exception.rule;
  if (exception.reason.empty()) return "it has no reason";
  return found->contains(exception.path) ? "" : exception.path + " does not break the rule " + exception.rule;
}

TEST(Length, ExceptionsAreNeeded) {
  for (const Exception& exception : exceptions()) EXPECT_EQ(wrong(exception), "") << "tests/house/allowed.txt";
  EXPECT_NE(wrong({"fil", "test", "long"}), "");
  EXPECT_NE(wrong({"file", "nowhere.cpp", "long"}), "");
  EXPECT_NE(wrong({"function", "tests/house/tree.h", "long"}), "");
}

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

TEST(Length, ClassesAreFoundInAllTheirFiles) {
  const std::vector<File> files{
      {"a/x.cpp",
       {"namespace n {", "X::Part X::twice(int k) {", "  return {k + k};", "}", "X::Part other(X::Part part) {", "}", "}"}},
      {"a/x.h",
       {"namespace n {", "template <class T>", "class X : public Base<T> {", "  int get() const { return 1; }", "  struct Part;",
        "};", "enum class E { a };", "struct X::Part {", "  int k;", "};", "}"}},
      {"a/y.cpp",
       {"X::X(int k)", "    : k_(k) {", "}", "template <class T>", "const std::function<int(T)>& X<T>::operator()(int k) const {",
        "}", "struct Y {", "  Y();", "};", "Y::Y() {}"}},
      {"a/z.cpp", {"struct Y {};", "void X::Part::add() {", "}"}},
      {"b/x.cpp", {"X::X() {}"}}};
  std::map<std::string, std::size_t> lines;
  for (const Class& one : classes(files)) lines[one.path + ":" + one.name] += one.lines;
  // X: its body of 5 lines and the 3 of Part, 3 lines in x.cpp, 3 and 3 in y.cpp, 2 in z.cpp.
  EXPECT_EQ(lines["a/x.h:X"], 19U);
  EXPECT_EQ(lines["a/y.cpp:Y"], 4U);
  EXPECT_EQ(lines["a/z.cpp:Y"], 1U);
  EXPECT_FALSE(lines.contains("b/x.cpp:X"));
}

}  // namespace
}  // namespace petriloom::house
