// SPDX-License-Identifier: Apache-2.0
// Lines of a text being laid out: tokens go in with the comments before them, which find their
// places by themselves.
#pragma once

#include <string>
#include <vector>

#include "formats/source/tokens.h"

namespace petriloom::source {

class Printer {
 public:
  /// The next token stands on a new line with this indentation.
  void new_line(std::size_t indent) {
    pending_ = true;
    indent_ = indent;
  }
  /// Puts a token and the comments before it. Where a comment forces a line end, the text goes on
  /// at `indent`. With `blanks` one empty line is kept where the text had any.
  void put(const Token& token, bool space, std::size_t indent, bool blanks);
  /// Puts blanks, for what stands below each other.
  void pad(std::size_t count) { padding_ += count; }

  /// The column after what stands on the line, or where the next token will stand.
  [[nodiscard]] std::size_t column() const;
  /// The indentation of the line.
  [[nodiscard]] std::size_t line_indent() const { return pending_ || lines_.empty() ? indent_ : lines_.back().indent; }
  /// The whole text. Comments at the ends of lines that follow each other begin in one column.
  [[nodiscard]] std::string text() const;

 private:
  struct Line {
    std::size_t indent = 0;
    std::string code;     ///< without the indentation
    std::string comment;  ///< at its end
    bool blank_before = false;
  };
  void comment(const Comment& comment, std::size_t indent, bool blanks);
  void append(std::string_view text, bool space);
  void open_line();
  [[nodiscard]] std::size_t aligned_end(std::size_t from, std::size_t& column) const;

  std::vector<Line> lines_;
  bool pending_ = true;
  bool blank_ = false;
  bool after_comment_ = false;
  std::size_t indent_ = 0;
  std::size_t padding_ = 0;
};

}  // namespace petriloom::source
