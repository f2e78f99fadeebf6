// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/check_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unordered_map>

#include "engine/text/parse_number.h"
#include "formats/common/csv.h"
#include "formats/task_graph/graph_builder.h"

namespace petriloom {

namespace {

using TableRow = std::vector<CsvCell>;
constexpr std::size_t kMostSuggested = 10'000;
constexpr double kMostTime = 1e15;  // us

/// The rows, each with the cells of `columns` in this order. Nothing if the file is no table with
/// these columns, which who reads it for the net tells; what is said of others would hide that.
std::optional<std::vector<TableRow>> rows_of(const Sources& sources, FileId file, std::span<const std::string_view> columns) {
  Diagnostics of_the_reader;
  CsvReader reader(sources, file, of_the_reader);
  TableRow cells;
  if (!reader.next(cells)) return std::nullopt;
  const std::size_t width = cells.size();
  std::vector<std::size_t> at;
  for (const std::string_view column : columns) {
    const std::optional<std::size_t> found = column_of(cells, column);
    if (!found) return std::nullopt;
    at.push_back(*found);
  }
  std::vector<TableRow> rows;
  while (reader.next(cells)) {
    if (cells.size() != width) return std::nullopt;
    TableRow row;
    for (const std::size_t k : at) row.push_back(std::move(cells[k]));
    rows.push_back(std::move(row));
  }
  if (of_the_reader.has_errors()) return std::nullopt;
  return rows;
}

/// What tasks have done to one datum until now, in the order of submission.
struct DatumState {
  std::optional<std::uint32_t> writer;
  std::vector<std::uint32_t> readers;  ///< since
};

class TableCheck {
 public:
  TableCheck(WorkersThere workers, const Sources& sources, Diagnostics& diagnostics)
      : workers_(workers), sources_(sources), diagnostics_(diagnostics), graph_(said_) {}

  void check(const GraphTableFiles& files) {
    if (!read_graph_tasks(files.tasks)) return;
    if (files.accesses) read_graph_accesses(*files.accesses);
    if (files.edges) read_graph_edges(*files.edges);
    graph_.finish();
    diagnostics_.append(said_);
  }

 private:
  bool read_graph_tasks(FileId file) {
    constexpr auto kColumns = std::to_array<std::string_view>({"name", "cpu_us", "gpu_us"});
    const auto rows = rows_of(sources_, file, kColumns);
    if (!rows) return false;
    if (rows->empty()) {
      diagnostics_.error({file, 0, 0}, "there are no tasks", "a row for each, behind the names of the columns");
      return false;
    }
    for (const TableRow& row : *rows) {
      for (std::size_t k = 1; k < row.size(); ++k) check_time(row[k], kColumns[k]);
      const bool no_core = nowhere(row[1]);
      const bool no_card = nowhere(row[2]);
      if (no_core && no_card)
        said_.error(row[0].where, fmt::format("task '{}' runs neither on a core nor on a card", row[0].text));
      else if ((no_core && !workers_.cards) || (no_card && !workers_.cores))
        said_.error(row[0].where, one_kind_alone(row[0].text, no_core));
      if (!numbers_.try_emplace(row[0].text, static_cast<std::uint32_t>(names_.size())).second)
        said_.error(row[0].where, fmt::format("a second task '{}'", row[0].text), "each has a name of its own");
      names_.push_back(row[0].text);
      if (!graph_.add_task({row[0].text, "", 0, 0, 0}, row[0].where)) break;
    }
    return true;
  }

  static bool nowhere(const CsvCell& cell) { return parse_number<double>(cell.text) == kNowhere; }

  void check_time(const CsvCell& cell, std::string_view column) {
    const auto value = parse_number<double>(cell.text);
    if (value && ((*value >= 0 && *value <= kMostTime) || *value == kNowhere)) return;
    said_.error(cell.where,
                fmt::format("column '{}': expected a number from 0 to {:g} or -1, found '{}'", column, kMostTime, cell.text),
                "in microseconds, without a unit; -1: it does not run there");
  }

  std::optional<std::uint32_t> task_of(const CsvCell& cell) {
    const auto found = numbers_.find(cell.text);
    if (found != numbers_.end()) return found->second;
    said_.error(cell.where, fmt::format("there is no task '{}'", cell.text),
                names_.size() <= kMostSuggested ? suggest(cell.text, names_) : "");
    return std::nullopt;
  }

  void read_graph_accesses(FileId file) {
    constexpr auto kColumns = std::to_array<std::string_view>({"task", "datum", "mode", "bytes"});
    const auto rows = rows_of(sources_, file, kColumns);
    if (!rows) return;
    std::vector<GraphAccess> accesses;
    for (const TableRow& row : *rows) {
      if (row[3].text.starts_with('-'))
        said_.error(row[3].where, fmt::format("column 'bytes': expected a number from 0 on, found '{}'", row[3].text));
      const std::optional<std::uint32_t> task = task_of(row[0]);
      if (!task) continue;
      check_size(row[1], row[3]);
      const std::string& mode = row[2].text;
      const DataMode does = mode == "RW" ? DataMode::both : mode == "W" ? DataMode::write : DataMode::read;
      accesses.push_back({*task, graph_.datum(row[1].text, 0), does});
    }
    std::stable_sort(accesses.begin(), accesses.end(), [](const auto& a, const auto& b) { return a.task < b.task; });
    infer_waits(accesses, file);
  }

  /// What is said first counts; that something else is said later is told once of each datum.
  void check_size(const CsvCell& datum, const CsvCell& bytes) {
    const auto [first, is_new] = sizes_.try_emplace(datum.text, bytes.text);
    if (is_new || first->second.empty() || first->second == bytes.text) return;
    const auto before = parse_number<double>(first->second);
    const auto now = parse_number<double>(bytes.text);
    if (!before || !now || *before == *now) return;
    diagnostics_.warning(bytes.where,
                         fmt::format("datum '{}' has {} B here, and {} B before", datum.text, bytes.text, first->second),
                         "what stands there first counts");
    first->second.clear();
  }

  /// Who reads waits for who wrote last, who writes for all who have read since, or for that. The
  /// net infers the same (nets/tasks/sequential.loom), but its lists know no lines of the tables,
  /// and a circle would show only in a run that stands still.
  void infer_waits(const std::vector<GraphAccess>& accesses, FileId file) {
    std::vector<DatumState> states(graph_.data().size());
    const auto wait = [&](std::uint32_t from, std::uint32_t to) {
      if (from != to) graph_.add_edge(from, to, 0, {file, 0, 0});
    };
    for (const GraphAccess& one : accesses) {
      DatumState& state = states[one.datum];
      if (one.mode == DataMode::read) {
        if (state.writer) wait(*state.writer, one.task);
        state.readers.push_back(one.task);
        continue;
      }
      for (const std::uint32_t reader : state.readers) wait(reader, one.task);
      if (state.writer) wait(*state.writer, one.task);
      state = {one.task, {}};
    }
  }

  void read_graph_edges(FileId file) {
    constexpr auto kColumns = std::to_array<std::string_view>({"from", "to"});
    const auto rows = rows_of(sources_, file, kColumns);
    if (!rows) return;
    for (const TableRow& row : *rows) {
      const std::optional<std::uint32_t> from = task_of(row[0]);
      const std::optional<std::uint32_t> to = task_of(row[1]);
      if (from && to && !graph_.add_edge(*from, *to, 0, row[0].where)) return;
    }
  }

  WorkersThere workers_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  Diagnostics said_;  // what was wrong before is no fault of the graph
  GraphBuilder graph_;
  Names numbers_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::string> sizes_;  ///< of data, as first said; empty: told
};

}  // namespace

std::string one_kind_alone(std::string_view task, bool cards) {
  return fmt::format("task '{}' runs on {} alone, and the node has none", task, cards ? "cards" : "cores");
}

void check_graph_tables(const GraphTableFiles& files, WorkersThere workers, const Sources& sources, Diagnostics& diagnostics) {
  TableCheck(workers, sources, diagnostics).check(files);
}

}  // namespace petriloom
