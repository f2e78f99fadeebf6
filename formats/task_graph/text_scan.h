// SPDX-License-Identifier: Apache-2.0
// Lines and words of a text with their places, for readers of formats that have lines.
#pragma once

#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// A word between blanks.
struct PlacedWord {
  std::string_view text;
  Location where;
};

/// Goes through a text line by line. Lines end in \n or \r\n.
class LineScan {
 public:
  LineScan(std::string_view text, FileId file) : text_(text), file_(file) {}

  /// The next line, without its end; false at the end of the text.
  bool next(std::string_view& line);
  /// The place of column `column` (from 1) of the line that `next` gave.
  [[nodiscard]] Location where(std::size_t column = 1) const;
  /// The words of that line from its column `column` (from 1) on.
  [[nodiscard]] std::vector<PlacedWord> words(std::string_view line, std::size_t column = 1) const;

 private:
  std::string_view text_;
  FileId file_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 0;
};

}  // namespace petriloom
