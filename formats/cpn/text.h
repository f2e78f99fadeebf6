// SPDX-License-Identifier: Apache-2.0
// Takes the content of an XML element out of the source together with where each byte of it stands.
#pragma once

#include "formats/cpn/document.h"

namespace petriloom::cpn {

/// Finds offsets of lines once, for many texts of one file.
class TextReader {
 public:
  TextReader(const Sources& sources, FileId file);
  /// The character data of the element whose `<` stands at `where`, with its child elements and comments left out. The document
  /// must be well-formed.
  [[nodiscard]] Text content(const Location& where) const;

 private:
  std::string_view source_;
  FileId file_;
  std::vector<std::size_t> lines_;
};

}  // namespace petriloom::cpn
