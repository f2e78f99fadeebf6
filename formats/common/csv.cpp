// SPDX-License-Identifier: Apache-2.0
#include "formats/common/csv.h"

#include <algorithm>

namespace petriloom {
namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

std::string csv_field(std::string_view text) {
  const bool bare = text.empty() || (!blank(text.front()) && !blank(text.back()));
  return bare && text.find_first_of(",\"\r\n#") == std::string_view::npos ? std::string(text) : csv_quoted(text);
}

std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::optional<std::size_t> column_of(const std::vector<CsvCell>& header, std::string_view name) {
  const auto found = std::find_if(header.begin(), header.end(), [name](const CsvCell& one) { return one.text == name; });
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

Location CsvReader::where() const { return {file_, line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)}; }

void CsvReader::skip_blanks() {
  while (!done() && blank(text_[at_])) ++at_;
}

void CsvReader::skip_line() {
  while (!line_ends()) ++at_;
  if (done()) return;
  line_start_ = ++at_;
  ++line_;
}

bool CsvReader::next(std::vector<CsvCell>& row) {
  while (!done()) {
    if (text_[at_] == '#') {
      skip_line();
      continue;
    }
    const std::size_t start = at_;
    skip_blanks();
    const bool empty = line_ends();
    at_ = start;
    const bool read = !empty && read_row(row);
    skip_line();
    if (read) return true;
  }
  return false;
}

bool CsvReader::read_row(std::vector<CsvCell>& row) {
  std::size_t cells = 0;
  for (;; ++at_) {
    if (cells == row.size()) row.emplace_back();
    if (!read_cell(row[cells++])) return false;
    if (line_ends()) break;
  }
  row.resize(cells);
  return true;
}

bool CsvReader::read_cell(CsvCell& cell) {
  skip_blanks();
  cell.where = where();
  cell.text.clear();
  cell.quoted = !done() && text_[at_] == '"';
  return cell.quoted ? read_quoted(cell) : read_plain(cell);
}

bool CsvReader::read_quoted(CsvCell& cell) {
  for (++at_;; ++at_) {
    if (done()) {
      diagnostics_.error(cell.where, "this quote does not end",
                         "a cell between quotes ends in `\"`; in it a quote is written twice");
      return false;
    }
    if (text_[at_] == '"') {
      ++at_;
      if (done() || text_[at_] != '"') break;
    }
    cell.text += text_[at_];
    if (text_[at_] == '\n') {
      line_start_ = at_ + 1;
      ++line_;
    }
  }
  skip_blanks();
  if (line_ends() || text_[at_] == ',') return true;
  diagnostics_.error(where(), "a cell goes on behind its quotes",
                     "expected a comma or the end of the line; in quotes a quote is written twice");
  return false;
}

bool CsvReader::read_plain(CsvCell& cell) {
  const std::size_t start = at_;
  for (; !line_ends() && text_[at_] != ','; ++at_) {
    if (text_[at_] != '"') continue;
    diagnostics_.error(where(), "a quote inside a cell that does not begin with one",
                       "put the cell in quotes, and the quote in it twice");
    return false;
  }
  std::size_t end = at_;
  while (end > start && blank(text_[end - 1])) --end;
  cell.text.assign(text_, start, end - start);
  return true;
}

}  // namespace petriloom
