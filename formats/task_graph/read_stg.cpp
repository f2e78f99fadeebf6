// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/read_stg.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/text/parse_number.h"
#include "formats/task_graph/text_scan.h"

namespace petriloom {

namespace {

constexpr std::uint32_t kMostCost = 1'000'000'000;  // units of time

class StgReader {
 public:
  StgReader(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph, Diagnostics& diagnostics)
      : scan_(sources.text(file), file), options_(options), graph_(graph), diagnostics_(diagnostics) {}

  void read() {
    std::vector<PlacedWord> row;
    if (!next(row)) {
      diagnostics_.error(scan_.where(), "there is no number of tasks");
      return;
    }
    const Location said = row.front().where;
    const std::optional<std::uint32_t> tasks = number(row.front(), "a number of tasks", kMostGraphTasks);
    if (row.size() > 2) diagnostics_.error(row[2].where, "expected the number of tasks, and of processors at most");
    if (!tasks) return;
    while (next(row)) {
      if (!read_task(row)) return;
    }
    // The tasks that stand for the beginning and the end do not count.
    if (const std::size_t there = graph_.tasks().size(); there != *tasks && there != std::size_t{*tasks} + 2) {
      diagnostics_.error(said, fmt::format("the file has {} tasks, not {}", there, *tasks),
                         "as many rows, or two more for the beginning and the end");
    }
    connect(tasks.value());
  }

 private:
  struct Wait {
    std::uint32_t from, to;
    double cost;
    Location where;
  };

  /// The words of the next line that has any; what stands behind "#" says nothing of tasks.
  bool next(std::vector<PlacedWord>& row) {
    for (std::string_view line; scan_.next(line);) {
      row = scan_.words(line.substr(0, line.find('#')));
      if (!row.empty()) return true;
    }
    return false;
  }

  std::optional<std::uint32_t> number(const PlacedWord& word, std::string_view what, std::size_t most) {
    const std::optional<std::uint32_t> value = parse_number<std::uint32_t>(word.text);
    if (value && *value <= most) return value;
    diagnostics_.error(word.where, fmt::format("expected {}, found '{}'", what, word.text),
                       fmt::format("a whole number up to {}", most));
    return std::nullopt;
  }
  std::optional<double> cost(const PlacedWord& word, std::string_view what) {
    const std::optional<double> value = parse_number<double>(word.text);
    if (value && *value >= 0 && *value <= kMostCost) return value;
    diagnostics_.error(word.where, fmt::format("expected {}, found '{}'", what, word.text),
                       fmt::format("a number up to {}", kMostCost));
    return std::nullopt;
  }

  /// False if there is no use in going on.
  bool read_task(const std::vector<PlacedWord>& row) {
    if (row.size() < 3) {
      diagnostics_.error(row.back().where, "expected the number of a task, its time, and how many it waits for");
      return false;
    }
    const auto expected = static_cast<std::uint32_t>(graph_.tasks().size());
    const auto task = number(row[0], "the number of a task", kMostGraphTasks);
    const auto time = cost(row[1], "a time");
    const auto waits = number(row[2], "how many tasks it waits for", kMostGraphTasks);
    if (!task || !waits) return false;
    if (*task != expected)
      diagnostics_.error(row[0].where, fmt::format("expected task {}, found {}", expected, *task), "tasks are numbered from 0 on");
    const double seconds = time.value_or(0) * options_.unit;
    graph_.counts_units();
    if (!graph_.add_task({std::to_string(expected), "", seconds, seconds / options_.speedup, 0}, row[0].where)) return false;
    if (row.size() == 3 && *waits > 0) return read_costs(expected, *waits);
    if (row.size() != 3 + std::size_t{*waits}) {
      diagnostics_.error(row[2].where,
                         fmt::format("task {} waits for {} tasks, and {} are named", expected, *waits, row.size() - 3));
      return true;
    }
    for (std::size_t k = 3; k < row.size(); ++k) {
      if (!add_wait(row[k], expected, 0)) return false;
    }
    return true;
  }

  bool read_costs(std::uint32_t task, std::uint32_t waits) {
    std::vector<PlacedWord> row;
    for (std::uint32_t k = 0; k < waits; ++k) {
      if (!next(row)) {
        diagnostics_.error(scan_.where(), fmt::format("task {} waits for {} tasks, and {} are named", task, waits, k));
        return false;
      }
      if (row.size() != 2) {
        diagnostics_.error(row.front().where, "expected a task that is waited for, and the cost of communication");
        return false;
      }
      if (!add_wait(row[0], task, cost(row[1], "a cost of communication").value_or(0))) return false;
    }
    return true;
  }

  bool add_wait(const PlacedWord& from, std::uint32_t to, double units) {
    if (waits_.size() == kMostGraphEdges) {
      diagnostics_.error(from.where, fmt::format("more than {} edges", kMostGraphEdges));
      return false;
    }
    if (const auto task = number(from, "a task", kMostGraphTasks)) waits_.push_back({*task, to, units, from.where});
    return true;
  }

  /// Once all tasks are there.
  void connect(std::uint32_t tasks) {
    for (const Wait& wait : waits_) {
      if (wait.from >= graph_.tasks().size()) {
        diagnostics_.error(wait.where, fmt::format("there is no task {}", wait.from), fmt::format("tasks 0 to {}", tasks + 1));
      } else if (!graph_.add_edge(wait.from, wait.to, wait.cost * options_.unit_bytes, wait.where)) {
        return;
      }
    }
  }

  LineScan scan_;
  const TaskGraphOptions& options_;
  GraphBuilder& graph_;
  Diagnostics& diagnostics_;
  std::vector<Wait> waits_;
};

}  // namespace

void read_stg(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph, Diagnostics& diagnostics) {
  StgReader(sources, file, options, graph, diagnostics).read();
}

}  // namespace petriloom
