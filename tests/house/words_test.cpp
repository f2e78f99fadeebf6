// SPDX-License-Identifier: Apache-2.0
// One word, one meaning (docs/glossary.md): names that were given up for those of the field do not
// come back.
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <regex>
#include <utility>
#include <vector>

#include "tests/house/tree.h"

namespace petriloom::house {
namespace {

struct OldWord {
  const char* folder;  ///< where it is looked for
  std::regex pattern;  ///< of a whole identifier
  const char* now;
};

const std::vector<OldWord>& old_words() {
  static const std::vector<OldWord> words{
      {"engine/", std::regex("(\\w+_)?[Ff]lat(_\\w*|[A-Z]\\w*)?"), "unfolded, counts"},
      {"engine/", std::regex("(\\w+_)?acts?(_\\w*)?|Acts?"), "binding, or the kind of an instruction"},
      {"engine/counts/", std::regex("(\\w+_)?cells?(_\\w*)?"), "place"},
      {"engine/leap/", std::regex("(\\w+_)?cells?(_\\w*)?"), "place"},
      {"engine/", std::regex("(\\w+_)?gates?(_\\w*)?"), "shared condition"},
      {"engine/counts/", std::regex("pools_?|pool_of"), "conflict class"},
      {"engine/", std::regex("[Cc]oncern(s|ed)_?"), "affected"},
      {"engine/counts/", std::regex("levels?_?|Level"), "priority"},
      {"engine/trace/", std::regex("Level\\w*|levels?_?"), "utilisation, series"},
      {"engine/", std::regex("[Ll]anes?_?"), "delay queue, track"},
      {"engine/", std::regex("\\w*code_of_counts\\w*|CodeOfCounts"), "partial evaluation"},
      {"engine/", std::regex("[Aa]genda_?"), "enabled set"},
      {"engine/", std::regex("[Ll]edger_?"), "work queue"},
      {"engine/", std::regex("[Ff]arm\\w*"), "master, worker"},
      {"engine/", std::regex("Measures|measures_of_run"), "reward variables"},
      {"engine/", std::regex("Leap(Net|Act|State|Replication)|Hybrid(Replication|Flows|Integrator|Watch)"),
       "the name without its prefix"},
      {"formats/tina/", std::regex("Word|words_of|WordKind"), "token"},
      {"formats/lola/", std::regex("Word|words_of|WordKind"), "token"},
  };
  return words;
}

/// The identifiers of a file's code, each with the line where it stands first.
std::map<std::string, std::size_t> identifiers(const File& file) {
  std::map<std::string, std::size_t> found;
  const std::vector<std::string> lines = code_only(file);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    std::string word;
    for (const char c : lines[k] + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        word += c;
      } else if (!word.empty()) {
        found.emplace(std::exchange(word, {}), k + 1);
      }
    }
  }
  return found;
}

TEST(Words, OldOnesStayAway) {
  for (const File& file : project_files()) {
    if (!is_cpp(file) || !is_program(file)) continue;
    const auto all = identifiers(file);
    for (const OldWord& old : old_words()) {
      if (!file.path.starts_with(old.folder)) continue;
      for (const auto& [word, line] : all) {
        EXPECT_FALSE(std::regex_match(word, old.pattern))
            << file.path << ":" << line << ": '" << word << "' is called " << old.now << " now (docs/glossary.md)";
      }
    }
  }
}

/// Two types of one name in one namespace, in different libraries, are one for the linker: it takes
/// the functions of either.
TEST(Words, TypesHaveOneDefinition) {
  static const std::regex kNamespace("^namespace ([a-z_:]+) \\{");
  static const std::regex kType("^(struct|class|enum class) (\\w+)( final)?( :[^:].*)? \\{");
  std::map<std::string, std::string> header_of;
  for (const File& file : project_files()) {
    if (!file.path.ends_with(".h") || !is_program(file)) continue;
    std::string space;
    for (const std::string& line : code_only(file)) {
      std::smatch match;
      if (std::regex_search(line, match, kNamespace)) space = match[1];
      if (!std::regex_search(line, match, kType)) continue;
      const auto [known, added] = header_of.emplace(space + "::" + match[2].str(), file.path);
      EXPECT_TRUE(added) << file.path << " and " << known->second << " both define " << known->first;
    }
  }
  EXPECT_GT(header_of.size(), 300U);
}

}  // namespace
}  // namespace petriloom::house
