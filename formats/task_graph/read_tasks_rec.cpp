// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/read_tasks_rec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "engine/text/parse_number.h"
#include "formats/task_graph/text_scan.h"

namespace petriloom {

namespace {

constexpr double kMillisecond = 1e-3;
constexpr double kLongest = 1e9;  // s

/// A record, as far as it says what is asked for.
struct Record {
  Location where;
  std::string name, model, footprint, job, control;
  std::vector<PlacedWord> waits, handles, modes, sizes, estimates;
  std::optional<double> submitted;
  double start = 0, end = 0;
  bool ran = false;  ///< it has a start and an end
  int priority = 0;
  std::optional<int> worker;
  std::optional<int> memory;  ///< of the host (0), or of a card
  Location memory_where;
  std::vector<std::string_view> fields;
  std::optional<PlacedWord> again;  ///< a field that came before
};

/// Those that say something here.
constexpr auto kFields =
    std::to_array<std::string_view>({"JobId", "Model", "Footprint", "SubmitOrder", "DependsOn", "Priority", "WorkerId",
                                     "MemoryNode", "StartTime", "EndTime", "EstimatedTime", "Handles", "Modes", "Sizes"});

/// A mode of access: the letters that StarPU writes, each once and in this order (task_dump in its
/// starpu_fxt.c).
struct AccessMode {
  bool reads = false, writes = false;
  bool scratch = false;    ///< of the task alone, and gone with it
  bool any_order = false;  ///< with others like it: a reduction, or it commutes
};

std::optional<AccessMode> access_mode(std::string_view text) {
  const auto next = [&text](std::string_view letters) {
    if (!text.starts_with(letters)) return false;
    text.remove_prefix(letters.size());
    return true;
  };
  if (text.empty()) return std::nullopt;
  AccessMode mode;
  mode.reads = next("R");
  mode.writes = next("W");
  mode.scratch = next("S");
  const bool within_ranks = !text.starts_with("X-") && next("X");
  const bool reduces = next("X-mpi") || within_ranks;
  mode.any_order = next("C") || reduces;
  if (reduces) mode.reads = mode.writes = true;
  if (!text.empty() || (!mode.reads && !mode.writes && !mode.scratch)) return std::nullopt;
  return mode;
}

/// Times of one model and footprint on one kind of unit.
struct Mean {
  double sum = 0;
  std::size_t number = 0;
  void add(double time) { sum += time, ++number; }
  [[nodiscard]] std::optional<double> value() const {
    return number == 0 ? std::nullopt : std::optional(sum / static_cast<double>(number));
  }
};

/// Where a task ran, by its worker: on a core, or on a card.
using Times = std::array<Mean, 2>;

class RecordReader {
 public:
  RecordReader(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph, Diagnostics& diagnostics)
      : scan_(sources.text(file), file), options_(options), graph_(graph), diagnostics_(diagnostics) {}

  void read() {
    read_records();
    // In the order of submission, where that is known.
    const bool known = std::all_of(records_.begin(), records_.end(), [](const Record& one) { return one.submitted.has_value(); });
    if (known) {
      std::stable_sort(records_.begin(), records_.end(),
                       [](const Record& a, const Record& b) { return a.submitted < b.submitted; });
    }
    measure();
    for (const Record& record : records_) {
      if (!add_task(record)) return;
    }
    for (std::uint32_t task = 0; task < records_.size(); ++task) {
      if (!add_accesses(records_[task], task) || !add_waits(records_[task], task)) return;
    }
    if (any_order_ > 0) {
      diagnostics_.warning(first_any_order_,
                           fmt::format("{} to data in any order (reductions, and what commutes); here in the order of submission",
                                       any_order_ == 1 ? "an access" : fmt::format("{} accesses", any_order_)));
    }
    if (unknown_ > 0) {
      diagnostics_.warning(first_unknown_, fmt::format("{} of the tasks that are waited for {} no record; left out", unknown_,
                                                       unknown_ == 1 ? "has" : "have"));
    }
  }

 private:
  void read_records() {
    Record record;
    bool any = false;
    for (std::string_view line; scan_.next(line);) {
      if (line.find_first_not_of(" \t") == std::string_view::npos) {
        if (any && !keep(std::move(record))) return;
        record = {};
        any = false;
        continue;
      }
      if (line.starts_with('#')) continue;
      if (!any) record.where = scan_.where();
      any = true;
      read_line(line, record);
    }
    if (any) keep(std::move(record));
  }

  /// Records that are of no task (hints on data) are passed over.
  bool keep(Record record) {
    if (!record.control.empty()) return true;
    if (record.again)
      diagnostics_.error(record.again->where, fmt::format("a second '{}' in one record", record.again->text),
                         "an empty line stands behind each record");
    if (record.job.empty()) {
      diagnostics_.error(record.where, "a record without 'JobId'", "'JobId: NUMBER'");
      return true;
    }
    if (records_.size() == kMostGraphTasks) {
      diagnostics_.error(record.where, fmt::format("more than {} tasks", kMostGraphTasks));
      return false;
    }
    records_.push_back(std::move(record));
    return true;
  }

  void read_line(std::string_view line, Record& record) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      diagnostics_.error(scan_.where(), "expected 'Field: value'");
      return;
    }
    const std::string_view field = line.substr(0, colon);
    const std::vector<PlacedWord> words = scan_.words(line, colon + 2);
    if (std::find(kFields.begin(), kFields.end(), field) != kFields.end()) {
      const bool is_there = std::find(record.fields.begin(), record.fields.end(), field) != record.fields.end();
      if (is_there && !record.again) record.again = PlacedWord{field, scan_.where()};
      record.fields.push_back(field);
    }
    const std::string_view rest = words.empty() ? std::string_view() : line.substr(words.front().where.column - 1);
    if (field == "Name") record.name = rest;
    if (field == "Model") record.model = rest;
    if (field == "Control") record.control = rest;
    if (field == "DependsOn") record.waits = words;
    if (field == "Handles") record.handles = words;
    if (field == "Modes") record.modes = words;
    if (field == "Sizes") record.sizes = words;
    if (field == "EstimatedTime") record.estimates = words;
    if (words.empty()) return;
    if (field == "JobId") record.job = words.front().text;
    if (field == "Footprint") record.footprint = words.front().text;
    if (field == "SubmitOrder") record.submitted = number(words.front(), 1e15);
    if (field == "Priority") record.priority = static_cast<int>(number(words.front(), std::numeric_limits<int>::max()));
    if (field == "WorkerId") record.worker = static_cast<int>(number(words.front(), 1e6));
    if (field == "MemoryNode") {
      record.memory = static_cast<int>(number(words.front(), 1e6));
      record.memory_where = words.front().where;
    }
    if (field == "StartTime") record.start = number(words.front(), kLongest);
    if (field == "EndTime") record.end = number(words.front(), kLongest), record.ran = true;
  }

  /// At most so large, up and down.
  double number(const PlacedWord& word, double most) {
    const std::optional<double> value = parse_number<double>(word.text);
    if (value && std::abs(*value) <= most) return *value;
    diagnostics_.error(word.where, fmt::format("expected a number, found '{}'", word.text), fmt::format("up to {:g}", most));
    return 0;
  }

  static std::string kind(const Record& record) {
    return record.footprint.empty() ? record.model : fmt::format("{} {}", record.model, record.footprint);
  }

  /// Who ran from which memory says which workers are cores. What is said first counts; who never
  /// says it is a core.
  std::map<int, std::size_t> units() {
    std::map<int, const Record*> first;
    std::map<int, std::size_t> unit;
    for (const Record& record : records_) {
      if (!record.worker || !record.memory) continue;
      const auto [found, is_new] = first.try_emplace(*record.worker, &record);
      if (is_new) unit[*record.worker] = *record.memory == 0 ? 0 : 1;
      const Record* const before = found->second;
      if (before == nullptr || (*before->memory == 0) == (*record.memory == 0)) continue;
      diagnostics_.warning(record.memory_where,
                           fmt::format("worker {} has memory node {} here and {} in task '{}'; it counts as a {}", *record.worker,
                                       *record.memory, *before->memory, before->job, *before->memory == 0 ? "core" : "card"));
      found->second = nullptr;  // told
    }
    for (const Record& record : records_) {
      if (record.worker) unit.try_emplace(*record.worker, 0);
    }
    return unit;
  }

  /// Estimates go before what was measured.
  void measure() {
    std::map<int, std::size_t> unit = units();
    for (const Record& record : records_) {
      if (record.ran && record.worker)
        measured_[kind(record)][unit[*record.worker]].add((record.end - record.start) * kMillisecond);
      if (record.ran && record.end < record.start) diagnostics_.error(record.where, "a task that ends before it starts");
      for (std::size_t k = 0; k < record.estimates.size(); ++k) {
        const auto found = unit.find(static_cast<int>(k));
        // Of a model without samples StarPU expects this.
        if (record.estimates[k].text == "nan" || record.estimates[k].text == "-nan") continue;
        const double time = number(record.estimates[k], kLongest) * kMicrosecond;
        if (found != unit.end() && time > 0) estimated_[kind(record)][found->second].add(time);
      }
    }
  }

  std::optional<double> time(const Record& record, std::size_t unit) {
    const std::optional<double> estimate = estimated_[kind(record)][unit].value();
    return estimate ? estimate : measured_[kind(record)][unit].value();
  }

  bool add_task(const Record& record) {
    const auto task = static_cast<std::uint32_t>(graph_.tasks().size());
    if (!numbers_.try_emplace(record.job, task).second) {
      diagnostics_.error(record.where, fmt::format("a second record of task '{}'", record.job));
    }
    const std::optional<double> on_core = time(record, 0);
    const std::optional<double> on_card = time(record, 1);
    if (!on_core && !on_card && record.model.empty() && !record.ran) {
      // A task that runs nothing: others wait for it.
      return graph_.add_task({record.job, record.name, 0, 0, record.priority}, record.where);
    }
    if (!on_core && !on_card) {
      diagnostics_.error(record.where, fmt::format("it is not said how long task '{}' takes", record.job),
                         "'WorkerId', 'StartTime' and 'EndTime', or 'EstimatedTime', of it or of one like it");
      return true;
    }
    const double core = on_core ? *on_core : *on_card * options_.speedup;
    const double card = on_card ? *on_card : *on_core / options_.speedup;
    return graph_.add_task({record.job, record.model.empty() ? record.name : record.model, core, card, record.priority},
                           record.where);
  }

  bool add_accesses(const Record& record, std::uint32_t task) {
    if (record.modes.size() != record.handles.size() || (!record.sizes.empty() && record.sizes.size() != record.handles.size())) {
      diagnostics_.error(record.where, fmt::format("task '{}' has {} handles, {} modes and {} sizes", record.job,
                                                   record.handles.size(), record.modes.size(), record.sizes.size()));
      return true;
    }
    for (std::size_t k = 0; k < record.handles.size(); ++k) {
      const std::optional<AccessMode> mode = access_mode(record.modes[k].text);
      if (!mode) {
        diagnostics_.error(record.modes[k].where, fmt::format("expected a mode of access, found '{}'", record.modes[k].text),
                           "R, W, RW, S, WC, RWC or X");
        continue;
      }
      if (mode->scratch) continue;
      if (mode->any_order && any_order_++ == 0) first_any_order_ = record.modes[k].where;
      const double bytes = record.sizes.empty() ? 0 : number(record.sizes[k], 1e15);
      if (bytes < 0) diagnostics_.error(record.sizes[k].where, fmt::format("a size of {} B", record.sizes[k].text), "0 at least");
      const std::uint32_t datum = graph_.datum(std::string(record.handles[k].text), bytes);
      const DataMode does = mode->reads && mode->writes ? DataMode::both : mode->writes ? DataMode::write : DataMode::read;
      if (!graph_.add_access({task, datum, does}, record.handles[k].where)) return false;
    }
    return true;
  }

  bool add_waits(const Record& record, std::uint32_t task) {
    for (const PlacedWord& word : record.waits) {
      const auto found = numbers_.find(std::string(word.text));
      if (found == numbers_.end()) {
        if (unknown_++ == 0) first_unknown_ = word.where;
      } else if (!graph_.add_edge(found->second, task, 0, word.where)) {
        return false;
      }
    }
    return true;
  }

  LineScan scan_;
  const TaskGraphOptions& options_;
  GraphBuilder& graph_;
  Diagnostics& diagnostics_;
  std::vector<Record> records_;
  Names numbers_;
  std::map<std::string, Times> measured_, estimated_;
  std::size_t unknown_ = 0;
  Location first_unknown_;
  std::size_t any_order_ = 0;  // accesses
  Location first_any_order_;
};

}  // namespace

void read_tasks_rec(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph,
                    Diagnostics& diagnostics) {
  RecordReader(sources, file, options, graph, diagnostics).read();
}

}  // namespace petriloom
