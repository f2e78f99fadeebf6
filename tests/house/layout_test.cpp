// SPDX-License-Identifier: Apache-2.0
// What docs/architecture.md says on folders and the direction of includes holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/house/tree.h"

namespace petriloom::house {
namespace {

/// Folder -> folders that it may include, from the table of docs/architecture.md.
struct Layers {
  std::map<std::string, std::set<std::string>> may_include;
  std::set<std::string> named;  ///< folders with or without code
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(trimmed(part));
  return parts;
}

Layers read_layers() {
  Layers layers;
  for (const File& file : project_files()) {
    if (file.path != "docs/architecture.md") continue;
    for (const std::string& line : file.lines) {
      const auto cells = split(line, '|');
      if (cells.size() < 5 || !cells[1].ends_with('/')) continue;
      const std::string folder = cells[1].substr(0, cells[1].size() - 1);
      layers.named.insert(folder);
      if (cells[4].empty()) continue;
      for (const std::string& one : split(cells[4], ',')) layers.may_include[folder].insert(one);
    }
  }
  return layers;
}

bool below(const std::string& path, const std::string& folder) { return path.starts_with(folder + "/"); }

/// The row of the table that a file belongs to; empty if none.
std::string layer_of(const Layers& layers, const std::string& path) {
  std::string best;
  for (const auto& [folder, ignored] : layers.may_include) {
    if (below(path, folder) && folder.size() > best.size()) best = folder;
  }
  return best;
}

TEST(Layout, IncludesPointDownwards) {
  const Layers layers = read_layers();
  ASSERT_GE(layers.may_include.size(), 6U) << "the table of docs/architecture.md was not understood";
  static const std::regex kInclude("^#include \"([^\"]+)\"");
  for (const File& file : project_files()) {
    const std::string layer = layer_of(layers, file.path);
    if (!is_cpp(file) || layer.empty()) continue;
    const auto& permitted = layers.may_include.at(layer);
    for (const std::string& line : file.lines) {
      std::smatch match;
      if (!std::regex_search(line, match, kInclude)) continue;
      const std::string target = match[1];
      const bool good = below(target, layer) || permitted.contains("all") ||
                        std::any_of(permitted.begin(), permitted.end(), [&](const std::string& one) { return below(target, one); });
      EXPECT_TRUE(good) << file.path << " includes " << target << ", which the table of docs/architecture.md does not allow "
                        << layer;
    }
  }
}

TEST(Layout, IncludesAreWrittenFromTheRoot) {
  static const std::regex kInclude("^#include \"([^\"]+)\"");
  std::set<std::string> known;
  for (const File& file : project_files()) known.insert(file.path);
  for (const File& file : project_files()) {
    if (!is_cpp(file)) continue;
    for (const std::string& line : file.lines) {
      std::smatch match;
      if (std::regex_search(line, match, kInclude)) {
        EXPECT_TRUE(known.contains(match[1])) << file.path << " includes " << match[1];
      }
    }
  }
}

/// Headers with a source file of the same name are compiled alone because that file includes them first; the others are compiled
/// by the target house_headers.
TEST(Layout, SourcesIncludeTheirHeaderFirst) {
  std::set<std::string> known;
  for (const File& file : project_files()) known.insert(file.path);
  for (const File& file : project_files()) {
    if (!file.path.ends_with(".cpp")) continue;
    const std::string header = file.path.substr(0, file.path.size() - 3) + "h";
    if (!known.contains(header)) continue;
    const auto first =
        std::find_if(file.lines.begin(), file.lines.end(), [](const std::string& line) { return line.starts_with("#include"); });
    ASSERT_NE(first, file.lines.end()) << file.path;
    EXPECT_EQ(*first, "#include \"" + header + "\"") << file.path;
  }
}

TEST(Layout, FoldersAreDocumented) {
  const Layers layers = read_layers();
  std::set<std::string> folders;
  for (const File& file : project_files()) {
    const auto slash = file.path.find('/');
    if (slash != std::string::npos && file.path[0] != '.') folders.insert(file.path.substr(0, slash));
  }
  for (const std::string& folder : folders) {
    const bool named = std::any_of(layers.named.begin(), layers.named.end(),
                                   [&](const std::string& one) { return one == folder || below(one, folder); });
    EXPECT_TRUE(named || folder == "tests" || folder == "bench" || folder == "docs" || folder == "cmake")
        << folder << "/ is not in the table of docs/architecture.md";
  }
  for (const std::string& named : layers.named) {
    const auto in_it = [&named](const File& file) { return below(file.path, named); };
    const std::vector<File> files = project_files();
    EXPECT_TRUE(std::any_of(files.begin(), files.end(), in_it)) << named << "/ is in docs/architecture.md, and holds nothing";
  }
}

TEST(Layout, FoldersAreTwoLevelsDeep) {
  for (const File& file : project_files()) {
    if (!is_program(file) || !is_cpp(file)) continue;
    EXPECT_LE(std::count(file.path.begin(), file.path.end(), '/'), 2) << file.path;
  }
}

}  // namespace
}  // namespace petriloom::house
