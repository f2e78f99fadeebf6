// SPDX-License-Identifier: Apache-2.0
#include "tests/house/tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <utility>

namespace petriloom::house {

namespace {

namespace fs = std::filesystem;

File read(const fs::path& path, std::string name) {
  File file{std::move(name), {}};
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  return file;
}

bool left_by_builds(const std::string& name) {
  return name == ".git" || name == "out" || name == "Testing" || name == "build" || name.starts_with("build-");
}

std::vector<File> read_all() {
  constexpr std::array kBinary{".pdf", ".png", ".gz"};
  std::vector<File> files;
  const fs::path root(PETRILOOM_ROOT);
  for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry.depth() == 0 && left_by_builds(entry->path().filename().string())) {
      entry.disable_recursion_pending();
      continue;
    }
    const std::string ending = entry->path().extension().string();
    if (!entry->is_regular_file() || std::find(kBinary.begin(), kBinary.end(), ending) != kBinary.end()) continue;
    files.push_back(read(entry->path(), fs::relative(entry->path(), root).generic_string()));
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.path < b.path; });
  return files;
}

/// What the scanner of code_only is inside of.
enum class Inside { code, line_comment, block_comment, string, character, raw_string };

struct Blanker {
  Inside inside = Inside::code;
  std::string raw_end;
  char before = ' ';

  /// Reads position `k` of `text`, blanks it if it is no code, and returns the next position.
  std::size_t step(std::string& text, std::size_t k) {
    switch (inside) {
      case Inside::code:
        return in_code(text, k);
      case Inside::line_comment:
        return blank(text, k, text[k] == '\n');
      case Inside::block_comment:
        return until(text, k, "*/");
      case Inside::raw_string:
        return until(text, k, raw_end);
      case Inside::string:
        return quoted(text, k, '"');
      case Inside::character:
        return quoted(text, k, '\'');
    }
    return k + 1;
  }

 private:
  std::size_t in_code(std::string& text, std::size_t k) {
    const char c = text[k];
    const char last = std::exchange(before, c);
    if (text.compare(k, 2, "//") == 0) return enter(text, k, 2, Inside::line_comment);
    if (text.compare(k, 2, "/*") == 0) return enter(text, k, 2, Inside::block_comment);
    if (c == '"' && last == 'R') {
      const std::size_t open = text.find('(', k);
      raw_end = ")" + text.substr(k + 1, open - k - 1) + "\"";
      return enter(text, k, open + 1 - k, Inside::raw_string);
    }
    if (c == '"') return enter(text, k, 1, Inside::string);
    const bool digit_separator = std::isalnum(static_cast<unsigned char>(last)) != 0;
    if (c == '\'' && !digit_separator) return enter(text, k, 1, Inside::character);
    return k + 1;
  }
  std::size_t enter(std::string& text, std::size_t k, std::size_t count, Inside what) {
    inside = what;
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(k), count, ' ');
    return k + count;
  }
  std::size_t blank(std::string& text, std::size_t k, bool ends) {
    if (ends) inside = Inside::code;
    if (text[k] != '\n') text[k] = ' ';
    return k + 1;
  }
  std::size_t until(std::string& text, std::size_t k, const std::string& end) {
    if (text.compare(k, end.size(), end) != 0) return blank(text, k, false);
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(k), end.size(), ' ');
    inside = Inside::code;
    return k + end.size();
  }
  std::size_t quoted(std::string& text, std::size_t k, char quote) {
    if (text[k] == '\\' && k + 1 < text.size()) {
      blank(text, k, false);
      return blank(text, k + 1, false);
    }
    return blank(text, k, text[k] == quote);
  }
};

enum class Scope { outside, type, function, inner };

/// What a '{' opens, by the text since the last statement ended.
Scope opened(const std::string& head, Scope around) {
  static const std::regex kTemplate("template\\s*<[^{}]*?>(?=\\s*\\w)");
  static const std::regex kOutside("\\b(namespace|extern)\\b");
  static const std::regex kType("\\b(class|struct|union|enum)\\b");
  if (around == Scope::function || around == Scope::inner) return Scope::inner;
  const std::string plain = std::regex_replace(head, kTemplate, "");
  if (std::regex_search(plain, kOutside)) return Scope::outside;
  const std::size_t call = plain.find('(');
  const bool initialiser = plain.find(" = ") < call;
  if (call == std::string::npos || initialiser) return std::regex_search(plain, kType) ? Scope::type : Scope::inner;
  return Scope::function;
}

std::string squeezed(const std::string& text) {
  static const std::regex kSpace("\\s+");
  std::string plain = std::regex_replace(text, kSpace, " ");
  if (plain.starts_with(' ')) plain.erase(0, 1);
  return plain.substr(0, 80);
}

/// What a pair of braces holds, with the lines of its head.
struct Block {
  Scope scope;
  bool outer;        ///< only namespaces are around it
  std::string head;  ///< what stands before it
  std::size_t first_line;
  std::size_t lines;
};

/// All blocks of a file, in the order in which they open.
std::vector<Block> blocks(const File& file) {
  std::vector<Block> found;
  std::vector<std::size_t> open;  // of `found`
  std::string head;
  std::size_t head_line = 0;
  const std::vector<std::string> lines = code_only(file);
  for (std::size_t number = 1; number <= lines.size(); ++number) {
    const std::string& line = lines[number - 1];
    if (line.starts_with('#')) continue;
    for (const char c : line) {
      if (c == '{') {
        const Scope around = open.empty() ? Scope::outside : found[open.back()].scope;
        open.push_back(found.size());
        found.push_back({opened(head, around), around == Scope::outside, head, head_line, 0});
      } else if (c == '}' && !open.empty()) {
        found[open.back()].lines = number - found[open.back()].first_line + 1;
        open.pop_back();
      }
      if (c == '{' || c == '}' || c == ';') {
        head.clear();
        continue;
      }
      if (head.empty() && c != ' ') head_line = number;
      if (!head.empty() || c != ' ') head += c;
    }
    if (!head.empty()) head += ' ';
  }
  return found;
}

/// Those that only namespaces are around.
std::vector<Block> outer_blocks(const File& file) {
  std::vector<Block> found = blocks(file);
  std::erase_if(found, [](const Block& block) { return !block.outer; });
  return found;
}

std::string folder_of(const File& file) { return file.path.substr(0, file.path.rfind('/') + 1); }

/// A head up to its parameters or bases, without what stands in angle brackets.
std::string name_of(std::string head) {
  static const std::regex kAngles("<[^<>]*>");
  for (std::string before; before != head;) {
    before = head;
    head = std::regex_replace(before, kAngles, "");
  }
  return head.substr(0, head.find('('));
}

/// The words of what a regular expression finds first in a head, in its first group.
std::vector<std::string> words_of(const Block& block, const std::regex& wanted) {
  static const std::regex kWord("\\w+");
  const std::string name = name_of(block.head);
  std::smatch match;
  if (!std::regex_search(name, match, wanted)) return {};
  const std::string words = match[1];
  return {std::sregex_token_iterator(words.begin(), words.end(), kWord), {}};
}

/// The names of a type from the outermost on, or the words before the last `::` in the name of a
/// function.
std::vector<std::string> names_of(const Block& block) {
  static const std::regex kType("\\b(?:class|struct)\\s+(\\w+(?:::\\w+)*)");
  static const std::regex kMember("((?:\\w+::)+)(?:~?\\w+|operator\\b.*)\\s*$");
  if (block.scope == Scope::type) return words_of(block, kType);
  return block.scope == Scope::function ? words_of(block, kMember) : std::vector<std::string>{};
}

}  // namespace

const std::vector<File>& project_files() {
  static const std::vector<File> files = read_all();
  return files;
}

bool is_cpp(const File& file) { return file.path.ends_with(".h") || file.path.ends_with(".cpp"); }

bool is_program(const File& file) {
  return !file.path.starts_with("tests/") && !file.path.starts_with("bench/") && !file.path.starts_with("examples/");
}

std::vector<std::string> code_only(const File& file) {
  std::string text;
  for (const std::string& line : file.lines) text += line + "\n";
  Blanker blanker;
  for (std::size_t k = 0; k < text.size();) k = blanker.step(text, k);
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Exception> exceptions() {
  std::vector<Exception> found;
  for (const File& file : project_files()) {
    if (file.path != "tests/house/allowed.txt") continue;
    for (const std::string& line : file.lines) {
      std::istringstream words(line);
      Exception one;
      words >> one.rule >> one.path;
      std::getline(words >> std::ws, one.reason);
      if (!one.rule.empty()) found.push_back(std::move(one));
    }
  }
  return found;
}

std::vector<std::string> allowed(std::string_view rule) {
  std::vector<std::string> paths;
  for (const Exception& one : exceptions()) {
    if (one.rule == rule) paths.push_back(one.path);
  }
  return paths;
}

std::vector<Function> functions(const File& file) {
  std::vector<Function> found;
  for (const Block& block : blocks(file)) {
    if (block.scope == Scope::function) found.push_back({squeezed(block.head), block.first_line, block.lines});
  }
  return found;
}

std::vector<Class> classes(const std::vector<File>& files) {
  std::vector<Class> found;
  // By folder or source file, and name.
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  std::vector<std::pair<const File*, Block>> parts;
  for (const File& file : files) {
    for (Block& block : outer_blocks(file)) {
      const std::vector<std::string> names = names_of(block);
      if (block.scope == Scope::type && names.size() == 1) {
        known[{file.path.ends_with(".h") ? folder_of(file) : file.path, names[0]}] = found.size();
        found.push_back({file.path, names[0], block.lines});
      } else if (!names.empty()) {
        parts.emplace_back(&file, std::move(block));
      }
    }
  }
  for (const auto& [file, block] : parts) {
    for (const std::string& name : names_of(block)) {
      auto owner = known.find({file->path, name});
      if (owner == known.end()) owner = known.find({folder_of(*file), name});
      if (owner == known.end()) continue;
      found[owner->second].lines += block.lines;
      break;
    }
  }
  return found;
}

}  // namespace petriloom::house
