// SPDX-License-Identifier: Apache-2.0
// What stands in the files: the licence line, documented headers, nothing of a particular machine,
// nothing that was left behind.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>

#include "tests/house/tree.h"

namespace petriloom::house {
namespace {

TEST(Text, SourcesNameTheirLicence) {
  for (const File& file : project_files()) {
    const bool script = file.path.ends_with(".sh") || file.path.ends_with(".cmake") || file.path.ends_with("CMakeLists.txt");
    if (!is_cpp(file) && !script) continue;
    bool found = false;
    for (std::size_t k = 0; k < std::min<std::size_t>(2, file.lines.size()); ++k) {
      found = found || file.lines[k].ends_with("SPDX-License-Identifier: Apache-2.0");
    }
    EXPECT_TRUE(found) << file.path;
  }
}

TEST(Text, NothingOfAParticularMachine) {
  // Written in two parts, so that this file does not contain them.
  const std::array<std::string, 7> needles{
      std::string("/wo") + "rk/",      std::string("/ho") + "me/",  std::string("/ro") + "ot/", std::string("deb.deb") + "ian",
      std::string("artifac") + "tory", std::string("-prox") + "y.", std::string("mirr") + "or."};
  for (const File& file : project_files()) {
    for (std::size_t k = 0; k < file.lines.size(); ++k) {
      for (const std::string& needle : needles) {
        EXPECT_EQ(file.lines[k].find(needle), std::string::npos)
            << file.path << ":" << k + 1 << ": names a machine or host: " << needle;
      }
    }
  }
}

/// Characters, not bytes.
std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

TEST(Text, CommentsHave100Columns) {
  for (const File& file : project_files()) {
    if (!is_cpp(file)) continue;
    for (std::size_t k = 0; k < file.lines.size(); ++k) {
      const std::string& line = file.lines[k];
      const std::size_t first = line.find_first_not_of(' ');
      const bool comment = first != std::string::npos && line.compare(first, 2, "//") == 0;
      if (!comment && line.find("///<") == std::string::npos) continue;
      EXPECT_LE(columns(line), 100U) << file.path << ":" << k + 1;
    }
  }
}

TEST(Text, HeadersAreGuardedByPragmaOnce) {
  for (const File& file : project_files()) {
    if (!file.path.ends_with(".h")) continue;
    EXPECT_NE(std::find(file.lines.begin(), file.lines.end(), "#pragma once"), file.lines.end()) << file.path;
  }
}

TEST(Text, HeadersSayWhatTheyAreFor) {
  for (const File& file : project_files()) {
    if (!file.path.ends_with(".h") || !is_program(file) || file.lines.size() < 2) continue;
    EXPECT_TRUE(file.lines[1].starts_with("// ")) << file.path << ": the line after the licence says what the header is for";
  }
}

/// A paragraph of a header that declares functions outside of classes has a comment, in it or
/// heading its section.
TEST(Text, FunctionsOfHeadersAreDocumented) {
  static const std::regex kDeclaration("^[A-Za-z_\\[][^=;{]*\\([^;{]*\\)[^;{]*;");
  for (const File& file : project_files()) {
    if (!file.path.ends_with(".h") || !is_program(file)) continue;
    bool documented = false;
    for (std::size_t k = 0; k < file.lines.size(); ++k) {
      const std::string& line = file.lines[k];
      if (line.empty()) documented = false;
      if (line.find("//") != std::string::npos) documented = true;
      // Its name says what it means.
      const bool operation = line.find("operator") != std::string::npos;
      if (!operation && std::regex_search(line, kDeclaration)) {
        EXPECT_TRUE(documented) << file.path << ":" << k + 1 << ": " << line;
      }
    }
  }
}

TEST(Text, NothingLeftToDoIsLeftBehind) {
  static const std::regex kMarks(
      "\\b(TO"
      "DO|FIX"
      "ME|XX"
      "X|HA"
      "CK)\\b");
  for (const File& file : project_files()) {
    if (!is_cpp(file)) continue;
    for (std::size_t k = 0; k < file.lines.size(); ++k) {
      EXPECT_FALSE(std::regex_search(file.lines[k], kMarks)) << file.path << ":" << k + 1;
    }
  }
}

}  // namespace
}  // namespace petriloom::house
