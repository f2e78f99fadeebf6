// SPDX-License-Identifier: Apache-2.0
#include "formats/source/printer.h"

#include <algorithm>

#include "formats/source/width.h"

namespace petriloom::source {

void Printer::open_line() {
  if (!pending_) return;
  lines_.push_back({indent_, {}, {}, blank_ && !lines_.empty()});
  pending_ = false;
  blank_ = false;
}

void Printer::append(std::string_view text, bool space) {
  const bool fresh = pending_;
  open_line();
  std::string& code = lines_.back().code;
  if (!fresh && space) code.append(1 + padding_, ' ');
  padding_ = 0;
  code += text;
}

void Printer::comment(const Comment& comment, std::size_t indent, bool blanks) {
  if (comment.own_line) {
    if (!pending_) new_line(indent);
    blank_ = blanks && comment.blank_before;
    append(comment.text, false);
    new_line(indent_);
    return;
  }
  // It belongs to what stands before it, even where a new line is wanted: the line is not opened
  // yet.
  const bool wanted = pending_ && !lines_.empty();
  const bool first = lines_.empty();
  if (first) open_line();
  Line& line = lines_.back();
  const char last = line.code.empty() ? '(' : line.code.back();
  if (comment.to_line_end() && line.comment.empty()) {
    line.comment = comment.text;
  } else {
    if (last != '(' && last != '[') line.code += ' ';
    line.code += comment.text;
  }
  after_comment_ = true;
  if (!wanted && comment.breaks()) new_line(indent);
}

void Printer::put(const Token& token, bool space, std::size_t indent, bool blanks) {
  after_comment_ = false;
  const bool wanted = pending_;
  const std::size_t at = indent_;
  for (const Comment& each : token.comments) {
    if (wanted && each.own_line) indent_ = at;
    comment(each, wanted ? at : indent, blanks);
    if (each.own_line) after_comment_ = false;
  }
  if (token.kind == TokenKind::end) return;
  if (pending_) blank_ = blanks && token.blank_before;
  const bool tight = token.is(",") || token.is(";") || token.is(")") || token.is("]");
  append(token.text, space || (after_comment_ && !tight));
}

std::size_t Printer::column() const {
  if (pending_ || lines_.empty()) return indent_;
  const Line& line = lines_.back();
  const std::size_t start = line.code.rfind('\n');
  if (start != std::string::npos) return width_of(std::string_view(line.code).substr(start + 1));
  return line.indent + width_of(line.code) + padding_;
}

/// The end of the run of lines with comments at their ends that begins at `from`, and the column
/// where these begin.
std::size_t Printer::aligned_end(std::size_t from, std::size_t& column) const {
  column = 0;
  std::size_t end = from;
  for (; end < lines_.size(); ++end) {
    const Line& line = lines_[end];
    if (line.comment.empty() || (end > from && line.blank_before)) break;
    column = std::max(column, line.indent + width_of(line.code));
  }
  return end;
}

std::string Printer::text() const {
  std::string text;
  std::size_t run_end = 0;
  std::size_t column = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    if (line.blank_before) text += '\n';
    if (i >= run_end && !line.comment.empty()) run_end = aligned_end(i, column);
    text.append(line.code.empty() ? 0 : line.indent, ' ');
    text += line.code;
    if (!line.comment.empty()) {
      const std::size_t width = line.indent + width_of(line.code);
      text.append(line.code.empty() ? line.indent : std::max<std::size_t>(column, width) - width + 2, ' ');
      text += line.comment;
    }
    text += '\n';
  }
  return text;
}

}  // namespace petriloom::source
