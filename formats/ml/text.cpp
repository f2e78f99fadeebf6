// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace petriloom::cpn {

namespace {

void append_utf8(std::string& text, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U));
    put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

struct Entity {
  std::string_view name;
  char character;
};
constexpr std::array<Entity, 5> kEntities{{{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};

// `name` stands between & and ;.
void append_entity(std::string& text, std::string_view name) {
  if (name.starts_with('#')) {
    const bool hex = name.size() > 1 && name[1] == 'x';
    std::uint32_t code = 0;
    std::from_chars(name.data() + (hex ? 2 : 1), name.data() + name.size(), code, hex ? 16 : 10);
    append_utf8(text, std::min(code, 0x10FFFFU));
    return;
  }
  for (const Entity& entity : kEntities) {
    if (entity.name == name) text += entity.character;
  }
}

constexpr std::size_t kMostBetweenMarks = 128;

// Walks over the source from an offset, keeping line and column.
class Walk {
 public:
  Walk(std::string_view source, std::size_t at, std::uint32_t line, std::uint32_t column)
      : source_(source), at_(at), line_(line), column_(column) {}
  [[nodiscard]] bool ended() const { return at_ >= source_.size(); }
  [[nodiscard]] bool looking_at(std::string_view text) const { return source_.substr(at_).starts_with(text); }
  [[nodiscard]] char now() const { return source_[at_]; }
  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] std::uint32_t line() const { return line_; }
  [[nodiscard]] std::uint32_t column() const { return column_; }
  void step() {
    if (source_[at_++] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
  // Goes behind the next `end`.
  void behind(std::string_view end) {
    while (!ended() && !looking_at(end)) step();
    for (std::size_t k = 0; k < end.size() && !ended(); ++k) step();
  }
  // Goes behind a tag, in whose values `>` may stand. Returns whether it was an empty element.
  bool behind_tag() {
    char quote = 0;
    char before = 0;
    while (!ended()) {
      const char c = now();
      step();
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        return before == '/';
      }
      before = c;
    }
    return true;
  }

 private:
  std::string_view source_;
  std::size_t at_;
  std::uint32_t line_, column_;
};

// One piece of markup or character data; `depth` counts the elements that are open.
void take(Walk& walk, std::string_view source, Text& result, int& depth) {
  const auto mark = [&] { result.marks.push_back({static_cast<std::uint32_t>(result.text.size()), walk.line(), walk.column()}); };
  if (walk.looking_at("<!--")) {
    walk.behind("-->");
  } else if (walk.looking_at("<![CDATA[")) {
    walk.behind("<![CDATA[");
    mark();
    const std::size_t begin = walk.offset();
    walk.behind("]]>");
    if (depth == 1) result.text += source.substr(begin, walk.offset() - begin - 3);
  } else if (walk.looking_at("<?")) {
    walk.behind("?>");
  } else if (walk.looking_at("</")) {
    walk.behind(">");
    --depth;
  } else if (walk.now() == '<') {
    if (!walk.behind_tag()) ++depth;
  } else if (walk.now() == '&') {
    mark();
    walk.step();
    const std::size_t begin = walk.offset();
    walk.behind(";");
    if (depth == 1) append_entity(result.text, source.substr(begin, walk.offset() - begin - 1));
  } else {
    const bool line_end = walk.now() == '\n';
    if (depth == 1 && walk.now() != '\r') result.text += walk.now();
    walk.step();
    // Marks are never far apart, so that finding a place takes no long walk.
    if (!line_end && result.text.size() - result.marks.back().offset < kMostBetweenMarks) return;
  }
  mark();
}

}  // namespace

Location Text::at(std::size_t offset) const {
  if (marks.empty()) return {file, 0, 0};
  const auto after =
      std::upper_bound(marks.begin(), marks.end(), offset, [](std::size_t o, const Mark& mark) { return o < mark.offset; });
  const Mark& mark = after == marks.begin() ? marks.front() : *(after - 1);
  std::uint32_t line = mark.line;
  std::uint32_t column = mark.column;
  for (std::size_t k = mark.offset; k < std::min(offset, text.size()); ++k) {
    if (text[k] == '\n') {
      ++line;
      column = 1;
    } else {
      ++column;
    }
  }
  return {file, line, column};
}

TextReader::TextReader(const Sources& sources, FileId file) : source_(sources.text(file)), file_(file), lines_{0} {
  for (std::size_t k = 0; k < source_.size(); ++k) {
    if (source_[k] == '\n') lines_.push_back(k + 1);
  }
}

Text TextReader::content(const Location& where) const {
  Text result;
  result.file = file_;
  if (where.line == 0 || where.line > lines_.size()) return result;
  Walk walk(source_, lines_[where.line - 1] + where.column - 1, where.line, where.column);
  if (walk.ended()) return result;
  const bool empty = walk.behind_tag();
  result.marks.push_back({0, walk.line(), walk.column()});
  int depth = empty ? 0 : 1;
  while (depth > 0 && !walk.ended()) take(walk, source_, result, depth);
  // Blanks around a text are layout of the file.
  const std::size_t end = result.text.find_last_not_of(" \t\n");
  result.text.resize(end == std::string::npos ? 0 : end + 1);
  return result;
}

}  // namespace petriloom::cpn
