// SPDX-License-Identifier: Apache-2.0
// What docs/architecture.md says on folders and the direction of includes holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/house/tree.h"

namespace petriloom::house {
namespace {

/// The table of docs/architecture.md.
struct Layers {
  std::map<std::string, std::set<std::string>> may_include;  ///< folder -> folders
  /// The same as the table writes it: names of libraries.
  std::map<std::string, std::set<std::string>> written;
  std::set<std::string> named;  ///< folders with or without code
};

constexpr std::string_view kPrefix = "petriloom_";

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
  std::map<std::string, std::string> folder_of;  // library, without "petriloom_"
  for (const File& file : project_files()) {
    if (file.path != "docs/architecture.md") continue;
    for (const std::string& line : file.lines) {
      const auto cells = split(line, '|');
      if (cells.size() < 5 || !cells[1].ends_with('/')) continue;
      const std::string folder = cells[1].substr(0, cells[1].size() - 1);
      layers.named.insert(folder);
      if (cells[2].starts_with(kPrefix)) folder_of[cells[2].substr(kPrefix.size())] = folder;
      if (cells[4].empty()) continue;
      layers.written[folder];
      if (cells[4] == "-") continue;
      for (const std::string& one : split(cells[4], ',')) layers.written[folder].insert(one);
    }
  }
  for (const auto& [folder, rooms] : layers.written) {
    auto& folders = layers.may_include[folder];
    for (const std::string& room : rooms) folders.insert(folder_of.contains(room) ? folder_of[room] : room);
  }
  return layers;
}

bool below(const std::string& path, const std::string& folder) { return path.starts_with(folder + "/"); }

/// Whether any file lies below a folder.
bool holds_files(const std::string& folder) {
  const std::vector<File>& files = project_files();
  return std::any_of(files.begin(), files.end(), [&](const File& file) { return below(file.path, folder); });
}

/// The files of the project that a file includes, as they are written.
std::vector<std::string> includes_of(const File& file) {
  static const std::regex kInclude("^#include \"([^\"]+)\"");
  std::vector<std::string> targets;
  if (!is_cpp(file)) return targets;
  for (const std::string& line : file.lines) {
    std::smatch match;
    if (std::regex_search(line, match, kInclude)) targets.push_back(match[1]);
  }
  return targets;
}

std::set<std::string> as_set(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

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
  for (const File& file : project_files()) {
    const std::string layer = layer_of(layers, file.path);
    if (layer.empty()) continue;
    const auto& permitted = layers.may_include.at(layer);
    for (const std::string& target : includes_of(file)) {
      const bool good = below(target, layer) || permitted.contains("all") ||
                        std::any_of(permitted.begin(), permitted.end(), [&](const std::string& one) { return below(target, one); });
      EXPECT_TRUE(good) << file.path << " includes " << target << ", which the table of docs/architecture.md does not allow "
                        << layer;
    }
  }
}

TEST(Layout, IncludesAreWrittenFromTheRoot) {
  std::set<std::string> known;
  for (const File& file : project_files()) known.insert(file.path);
  for (const File& file : project_files()) {
    for (const std::string& target : includes_of(file)) EXPECT_TRUE(known.contains(target)) << file.path << " includes " << target;
  }
}

/// Headers with a source file of the same name are compiled alone because that file includes them
/// first; the others are compiled by the target house_headers.
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
  for (const std::string& named : layers.named)
    EXPECT_TRUE(holds_files(named)) << named << "/ is in docs/architecture.md, and holds nothing";
  for (const auto& [folder, others] : layers.may_include) {
    for (const std::string& one : others) {
      EXPECT_TRUE(one == "all" || holds_files(one))
          << "docs/architecture.md lets " << folder << " include " << one << ", which is not there";
    }
  }
}

/// Names that the first group of a pattern finds in the lines of a file.
std::set<std::string> names_in(const std::string& path, const std::regex& pattern) {
  std::set<std::string> names;
  for (const File& file : project_files()) {
    if (file.path != path) continue;
    for (const std::string& line : file.lines) {
      for (std::sregex_iterator at(line.begin(), line.end(), pattern), end; at != end; ++at) names.insert((*at)[1]);
    }
  }
  return names;
}

TEST(Layout, TestsThatAreNamedAreThere) {
  std::set<std::string> layers = names_in("tests/CMakeLists.txt", std::regex("^set\\(links_(\\w+)"));
  EXPECT_GE(layers.size(), 6U);
  std::set<std::string> chosen;  // by ./test, for the sanitizers
  for (const std::string& list : names_in("test", std::regex("\\{([a-z,]+)\\}_tests"))) chosen.merge(as_set(split(list, ',')));
  for (const std::string& list : names_in("test", std::regex("-LE '([a-z|]+)'"))) chosen.merge(as_set(split(list, '|')));
  EXPECT_GE(chosen.size(), 6U);
  layers.merge(chosen);
  for (const std::string& layer : layers) {
    EXPECT_TRUE(holds_files("tests/" + layer))
        << "tests/CMakeLists.txt or ./test speak of tests/" << layer << ", which is not there";
  }
}

/// Whether a page may name a path: a file, the pair of files of that name, a folder, or the
/// beginning of the names of several.
bool is_there(const std::string& path) {
  static const std::regex kPattern("[A-Z]{3,}|/X/");  // "tests/X/NAME_test.cpp"
  const std::vector<File>& files = project_files();
  const auto named = [&](const File& file) {
    return file.path.starts_with(path) && (file.path.size() == path.size() || path.back() == '_' ||
                                           std::isalnum(static_cast<unsigned char>(file.path[path.size()])) == 0);
  };
  return std::any_of(files.begin(), files.end(), named) || (std::regex_search(path, kPattern) && !path.ends_with(".md"));
}

/// Whether the page itself gives the file a path names, as the head of a block.
bool is_written_by(const File& page, const std::string& path) {
  return std::find(page.lines.begin(), page.lines.end(), "`" + path + "`:") != page.lines.end();
}

/// Paths in what is written for readers. Of decisions and results, which speak of what once was,
/// nothing is asked.
TEST(Layout, PathsInPagesAreThere) {
  static const std::regex kPath(
      "(^|[ "
      "`(\"|])((engine|formats|analysis|generator|cli|mpi|nets|templates|editors|examples|tests|bench|cmake)/[A-Za-z0-9_./"
      "-]*[A-Za-z0-9_])");
  for (const File& file : project_files()) {
    const bool page = file.path.ends_with(".md") && !file.path.starts_with("bench/") && file.path != "docs/decisions.md";
    if (!page) continue;
    for (std::size_t k = 0; k < file.lines.size(); ++k) {
      const std::string& line = file.lines[k];
      for (std::sregex_iterator at(line.begin(), line.end(), kPath), end; at != end; ++at) {
        const std::string path = (*at)[2];
        EXPECT_TRUE(is_there(path) || is_written_by(file, path)) << file.path << ":" << k + 1 << ": " << path;
      }
    }
  }
}

/// A comment names a file of its own folder by its name alone, and others by their path.
TEST(Layout, FilesInCommentsAreThere) {
  static const std::regex kFile("([A-Za-z0-9_./-]*[A-Za-z0-9_])\\.(h|cpp)\\b");
  std::size_t named = 0;
  for (const File& file : project_files()) {
    if (!is_cpp(file) || !is_program(file)) continue;
    for (std::size_t k = 0; k < file.lines.size(); ++k) {
      const std::size_t begin = file.lines[k].find("//");
      if (begin == std::string::npos || file.lines[k].find('"') < begin) continue;
      const std::string comment = file.lines[k].substr(begin);
      for (std::sregex_iterator at(comment.begin(), comment.end(), kFile), end; at != end; ++at) {
        const std::string name = at->str();
        const bool path = name.find('/') != std::string::npos;
        EXPECT_TRUE(is_there(path ? name : file.path.substr(0, file.path.rfind('/') + 1) + name))
            << file.path << ":" << k + 1 << ": " << name;
        ++named;
      }
    }
  }
  EXPECT_GT(named, 50U);
}

/// The folder of a file.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

using Includes = std::map<std::string, std::set<std::string>>;

/// Which folders of the program include which others, in fact.
Includes includes_of_folders() {
  Includes includes;
  for (const File& file : project_files()) {
    if (!is_cpp(file) || !is_program(file)) continue;
    auto& others = includes[folder_of(file.path)];
    for (const std::string& target : includes_of(file)) {
      if (folder_of(target) != folder_of(file.path)) others.insert(folder_of(target));
    }
  }
  return includes;
}

/// How many floors are below a folder; circles are reported and cut.
std::size_t floor_of(const std::string& folder, const Includes& includes, std::map<std::string, std::size_t>& floors,
                     std::vector<std::string>& way) {
  const auto known = floors.find(folder);
  if (known != floors.end()) return known->second;
  if (std::find(way.begin(), way.end(), folder) != way.end()) {
    ADD_FAILURE() << "a circle of rooms that include each other goes through " << folder << " and " << way.back();
    return 0;
  }
  way.push_back(folder);
  std::size_t floor = 0;
  const auto others = includes.find(folder);
  if (others != includes.end()) {
    for (const std::string& one : others->second) floor = std::max(floor, floor_of(one, includes, floors, way) + 1);
  }
  way.pop_back();
  return floors[folder] = floor;
}

TEST(Layout, RoomsAreOnFloors) {
  constexpr std::size_t kMostFloorsOfEngine = 10;
  const Includes includes = includes_of_folders();
  std::map<std::string, std::size_t> floors;
  for (const auto& [folder, ignored] : includes) {
    std::vector<std::string> way;
    const std::size_t floor = floor_of(folder, includes, floors, way);
    if (folder.starts_with("engine/")) {
      EXPECT_LT(floor, kMostFloorsOfEngine) << folder;
    }
  }
}

TEST(Layout, FoldersHaveAtMost25Files) {
  constexpr std::size_t kMostFiles = 25;
  std::map<std::string, std::size_t> sizes;
  for (const File& file : project_files()) {
    if (is_cpp(file) && is_program(file)) ++sizes[folder_of(file.path)];
  }
  for (const auto& [folder, size] : sizes) {
    EXPECT_LE(size, kMostFiles) << folder << ": what can be named on its own?";
  }
}

/// Tests of a room stand in the folder of the same name below tests/; helpers and tests of several
/// rooms of a layer above them.
TEST(Layout, TestsMirrorTheRooms) {
  const Includes rooms = includes_of_folders();
  std::size_t mirrored = 0;
  for (const File& file : project_files()) {
    if (!file.path.starts_with("tests/") || !file.path.ends_with("_test.cpp")) continue;
    const std::string room = folder_of(file.path.substr(std::string("tests/").size()));
    if (room.find('/') == std::string::npos) continue;
    EXPECT_TRUE(rooms.contains(room)) << file.path << ": there is no room " << room;
    ++mirrored;
  }
  EXPECT_GT(mirrored, 0U);
}

/// Folder -> what its line in a CMakeLists.txt says after USES.
std::map<std::string, std::set<std::string>> rooms_of_build() {
  static const std::regex kRoom(R"(petriloom_room\((\S+) \S+([^)]*)\))");
  std::map<std::string, std::set<std::string>> rooms;
  for (const File& file : project_files()) {
    if (!file.path.ends_with("CMakeLists.txt")) continue;
    std::string text;
    for (const std::string& line : file.lines) text += line + " ";
    for (std::sregex_iterator room(text.begin(), text.end(), kRoom); room != std::sregex_iterator(); ++room) {
      auto& uses = rooms[(*room)[1]];
      std::istringstream words((*room)[2]);
      bool used = false;
      for (std::string word; words >> word;) {
        if (word == "USES" || word == "PACKAGES") {
          used = word == "USES";
        } else if (used) {
          uses.insert(word);
        }
      }
    }
  }
  return rooms;
}

TEST(Layout, TableAndBuildSayTheSameOfRooms) {
  const Layers layers = read_layers();
  const auto rooms = rooms_of_build();
  const Includes includes = includes_of_folders();
  EXPECT_GE(rooms.size(), 20U) << "the lines of CMakeLists.txt were not understood";
  for (const auto& [folder, uses] : rooms) {
    ASSERT_TRUE(layers.written.contains(folder)) << folder << " has no row in docs/architecture.md";
    EXPECT_EQ(layers.written.at(folder), uses) << folder;
    std::set<std::string> included;
    for (const std::string& one : includes.at(folder)) included.insert(layer_of(layers, one + "/"));
    EXPECT_EQ(layers.may_include.at(folder), included) << folder << " says what it does not include";
  }
  for (const auto& [folder, ignored] : includes) {
    if (folder.find('/') == std::string::npos) continue;
    EXPECT_TRUE(rooms.contains(folder)) << folder << " is no library of its own";
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
