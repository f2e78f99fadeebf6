// SPDX-License-Identifier: Apache-2.0
// A text of a file of CPN Tools, and how it is taken out of an XML element together with where each
// byte of it stands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::cpn {

/// A text of the file with entities resolved, and where each byte of it stands.
struct Text {
  /// From `offset` on, the text stands in the file at `line` and `column`, one column for each byte
  /// up to the next mark.
  struct Mark {
    std::uint32_t offset = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  std::string text;
  FileId file;
  std::vector<Mark> marks;

  /// Where byte `offset` of the text stands.
  [[nodiscard]] Location at(std::size_t offset) const;
  /// Where the text begins; unknown if the file has no such text.
  [[nodiscard]] Location where() const { return at(0); }
  /// Whether there is nothing but blanks in it.
  [[nodiscard]] bool blank() const { return text.find_first_not_of(" \t\r\n") == std::string::npos; }
};

/// Finds offsets of lines once, for many texts of one file.
class TextReader {
 public:
  TextReader(const Sources& sources, FileId file);
  /// The character data of the element whose `<` stands at `where`, with its child elements and
  /// comments left out. The document must be well-formed.
  [[nodiscard]] Text content(const Location& where) const;

 private:
  std::string_view source_;
  FileId file_;
  std::vector<std::size_t> lines_;
};

}  // namespace petriloom::cpn
