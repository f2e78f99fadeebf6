// SPDX-License-Identifier: Apache-2.0
// Tables of values separated by commas: RFC 4180, with comments, and with exact locations.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// A larger file is not read.
inline constexpr std::uint64_t kMostCsvBytes = std::uint64_t{1} << 28;

/// What stands between two commas.
struct CsvCell {
  std::string text;     ///< without quotes; without blanks around it if there were none
  bool quoted = false;  ///< told apart from `text` by who wants to know an empty cell from `""`
  Location where;
};

/// A cell as it is written (RFC 4180): in quotes if it would be read as something else without.
std::string csv_field(std::string_view text);
/// The same in quotes in any case.
std::string csv_quoted(std::string_view text);

/// Which column of a table has this name; the first one, if several have.
std::optional<std::size_t> column_of(const std::vector<CsvCell>& header, std::string_view name);

/// Reads a text row by row. Lines end in \n or \r\n. Empty lines, and those that begin with `#`,
/// are passed over. A cell between quotes may hold commas, line ends, and quotes written twice.
class CsvReader {
 public:
  /// `file` is one of `sources`; both and `diagnostics` must outlive the reader.
  CsvReader(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : text_(sources.text(file)), file_(file), diagnostics_(diagnostics) {}

  /// The cells of the next row, at least one; false at the end. A row that breaks the rules of
  /// quotes is reported and passed over.
  bool next(std::vector<CsvCell>& row);

 private:
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] bool line_ends() const { return done() || text_[at_] == '\n'; }
  [[nodiscard]] Location where() const;
  void skip_blanks();
  void skip_line();
  bool read_row(std::vector<CsvCell>& row);
  bool read_cell(CsvCell& cell);
  bool read_quoted(CsvCell& cell);
  bool read_plain(CsvCell& cell);

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace petriloom
