// SPDX-License-Identifier: Apache-2.0
#include "cli/starpu/cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <sstream>

#include "engine/text/parse_number.h"
#include "engine/text/wording.h"
#include "formats/common/input_file.h"

namespace petriloom::cli::starpu {
namespace {

constexpr double kMostNumber = 1e15;
/// A column that a table of Cholesky may have.
constexpr std::string_view kWhere = "where";
constexpr auto kKernels = std::to_array<std::string_view>({"potrf", "trsm", "syrk", "gemm"});

/// Reads the cells of one row.
class Row {
 public:
  Row(const CaseTable& table, Case& row, Diagnostics& diagnostics) : table_(table), row_(row), diagnostics_(diagnostics) {}

  std::string text(std::string_view column) { return cell(column).text; }
  double number(std::string_view column, double low, double high) {
    const CsvCell& one = cell(column);
    const auto value = parse_number<double>(one.text);
    if (value && std::isfinite(*value) && *value >= low && *value <= high) return *value;
    wrong(one, fmt::format("column '{}': expected a number from {} to {}, found '{}'", column, low, high, one.text));
    return low;
  }
  /// In s; nothing where the cell is empty.
  std::optional<double> measured(std::string_view column, double unit) {
    if (cell(column).text.empty()) return std::nullopt;
    return number(column, 1e-9, kMostNumber) * unit;
  }
  int whole(std::string_view column, int low, int high) {
    const CsvCell& one = cell(column);
    const auto value = parse_number<int>(one.text);
    if (value && *value >= low && *value <= high) return *value;
    wrong(one, fmt::format("column '{}': expected a whole number from {} to {}, found '{}'", column, low, high, one.text));
    return low;
  }
  /// Of a table with the column `where`: "potrf=cpu gemm=cuda".
  std::vector<std::pair<std::string, bool>> only() {
    std::vector<std::pair<std::string, bool>> all;
    if (!column_of(table_.header, kWhere)) return all;
    std::istringstream parts(cell(kWhere).text);
    for (std::string part; parts >> part;) {
      const std::size_t sign = std::min(part.find('='), part.size());
      const std::string kernel = part.substr(0, sign);
      const std::string kind = part.substr(std::min(sign + 1, part.size()));
      if (std::find(kKernels.begin(), kKernels.end(), kernel) == kKernels.end() || (kind != "cpu" && kind != "cuda"))
        wrong(cell(kWhere), fmt::format("column '{}': expected a kernel and where it runs, found '{}'; kernels: {}; as in "
                                        "'potrf=cpu gemm=cuda'",
                                        kWhere, part, fmt::join(kKernels, ", ")));
      if (std::any_of(all.begin(), all.end(), [&](const auto& known) { return known.first == kernel; }))
        wrong(cell(kWhere), fmt::format("column '{}': the kernel '{}' is named twice", kWhere, kernel));
      all.emplace_back(kernel, kind == "cuda");
    }
    return all;
  }
  /// A word that is part of file names.
  std::string word(std::string_view column) {
    const CsvCell& one = cell(column);
    const bool good = !one.text.empty() && one.text.size() <= 100 && std::all_of(one.text.begin(), one.text.end(), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
    if (!good) wrong(one, fmt::format("column '{}': expected letters, digits, '_' and '-', found '{}'", column, one.text));
    return one.text;
  }

 private:
  /// The columns of what is read are all there (read_header).
  const CsvCell& cell(std::string_view column) { return row_.cells[column_of(table_.header, column).value()]; }
  void wrong(const CsvCell& one, const std::string& message) { diagnostics_.error(one.where, message); }

  const CaseTable& table_;
  Case& row_;
  Diagnostics& diagnostics_;
};

constexpr auto kCholeskyColumns =
    std::to_array<std::string_view>({"platform", "machine", "tile", "nblocks", "overheads", "scheduler", "seed", "makespan_ms"});
constexpr auto kStencilColumns = std::to_array<std::string_view>(
    {"machine", "overheads", "F", "B", "HB", "mode", "barrier", "ni", "S", "np", "lo", "hi", "scheduler", "seed", "makespan_us"});

void read_cholesky(Row& row, Case& one) {
  one.workload = Workload::cholesky;
  one.platform = row.word("platform");
  one.tile = row.whole("tile", 1, 1 << 20);
  one.tiles = row.whole("nblocks", 1, 400);
  one.measured = row.measured("makespan_ms", 1e-3);
  one.only = row.only();
  one.what = fmt::format("{} {} tile {} N {}", one.platform, one.machine, one.tile, one.tiles);
  for (const auto& [kernel, cards] : one.only) one.what += fmt::format(" {}={}", kernel, cards ? "cuda" : "cpu");
}

void read_stencil(Row& row, Case& one) {
  one.workload = Workload::stencil;
  one.platform = "flat";
  one.flop_per_point = row.number("F", 0, kMostNumber);
  one.point_bytes = row.number("B", 0, kMostNumber);
  one.edge_bytes = row.number("HB", 0, kMostNumber);
  one.mode = row.word("mode");
  one.barrier = row.whole("barrier", 0, 1) == 1;
  one.iterations = row.whole("ni", 1, 1'000'000);
  one.size = row.whole("S", 1, 1 << 20);
  one.blocks = row.whole("np", 1, 1'000'000);
  one.small = row.number("lo", 1e-6, 1e6);
  one.large = row.number("hi", 1e-6, 1e6);
  one.measured = row.measured("makespan_us", 1e-6);
  one.what = fmt::format("{} {} F {} B {} HB {} barrier {} iterations {} size {} blocks {} x {} x {}", one.machine, one.mode,
                         one.flop_per_point, one.point_bytes, one.edge_bytes, one.barrier, one.iterations, one.size, one.blocks,
                         one.small, one.large);
}

/// Those of these columns that the table does not have.
std::vector<std::string_view> missing(const CaseTable& table, std::span<const std::string_view> columns) {
  std::vector<std::string_view> absent;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(absent),
               [&](std::string_view column) { return !column_of(table.header, column); });
  return absent;
}

/// Which runs the table is of; what of its columns is missing or stands there twice is reported.
Workload read_header(CaseTable& table) {
  const std::vector<std::string_view> of_cholesky = missing(table, kCholeskyColumns);
  const std::vector<std::string_view> of_stencils = missing(table, kStencilColumns);
  // If neither has all, what it has more of is meant.
  const bool cholesky = of_cholesky.empty() || (!of_stencils.empty() && of_cholesky.size() * kStencilColumns.size() <=
                                                                            of_stencils.size() * kCholeskyColumns.size());
  const std::vector<std::string_view>& absent = cholesky ? of_cholesky : of_stencils;
  const std::span<const std::string_view> columns =
      cholesky ? std::span<const std::string_view>(kCholeskyColumns) : kStencilColumns;
  if (!absent.empty())
    table.diagnostics.error(
        table.header.front().where,
        fmt::format("columns of {} are missing: {}", cholesky ? "Cholesky" : "stencils", fmt::join(absent, ", ")),
        fmt::format("of Cholesky: {}; of stencils: {}", fmt::join(kCholeskyColumns, ", "), fmt::join(kStencilColumns, ", ")));
  for (std::size_t k = 0; k < table.header.size(); ++k) {
    const CsvCell& one = table.header[k];
    const bool read = std::find(columns.begin(), columns.end(), one.text) != columns.end() || (cholesky && one.text == kWhere);
    if (read && column_of(table.header, one.text) != k)
      table.diagnostics.error(one.where, fmt::format("a second column '{}'", one.text));
  }
  return cholesky ? Workload::cholesky : Workload::stencil;
}

void read_row(CaseTable& table, std::vector<CsvCell> cells, Workload workload) {
  if (cells.size() != table.header.size()) {
    table.diagnostics.error(cells.front().where,
                            fmt::format("a row of {}, and the header has {}", counted(cells.size(), "cell"), table.header.size()));
    return;
  }
  const std::size_t before = table.diagnostics.error_count();
  Case one;
  one.cells = std::move(cells);
  Row row(table, one, table.diagnostics);
  one.machine = row.word("machine");
  one.overheads = row.word("overheads");
  one.scheduler = row.word("scheduler");
  if (!row.text("seed").empty()) one.seed = static_cast<std::uint64_t>(row.whole("seed", 0, INT32_MAX));
  if (workload == Workload::cholesky) {
    read_cholesky(row, one);
  } else {
    read_stencil(row, one);
  }
  one.what += " " + one.overheads;
  if (table.diagnostics.error_count() == before) table.cases.push_back(std::move(one));
}

}  // namespace

CaseTable read_cases(const std::string& path) {
  CaseTable table;
  table.sources = std::make_shared<Sources>();
  std::string error;
  std::string text = read_file(path, kMostCsvBytes, error);
  const FileId file = table.sources->add(path, std::move(text));
  if (!error.empty()) {
    table.diagnostics.error({file, 0, 0}, error);
    return table;
  }
  CsvReader reader(*table.sources, file, table.diagnostics);
  if (!reader.next(table.header)) {
    table.diagnostics.error({file, 0, 0}, "no header", "the first line names the columns");
    return table;
  }
  const Workload workload = read_header(table);
  if (table.diagnostics.has_errors()) return table;
  for (std::vector<CsvCell> cells; reader.next(cells);) read_row(table, std::move(cells), workload);
  return table;
}

std::string csv_line(const std::vector<CsvCell>& cells) {
  std::string line;
  for (const CsvCell& cell : cells) {
    if (&cell != cells.data()) line += ',';
    line += cell.quoted ? csv_quoted(cell.text) : cell.text;
  }
  return line;
}

}  // namespace petriloom::cli::starpu
