// SPDX-License-Identifier: Apache-2.0
#include "cli/starpu/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <thread>

#include "cli/load/load.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/options.h"
#include "cli/shell/output.h"
#include "cli/starpu/summary.h"
#include "engine/text/quote.h"

namespace petriloom::cli::starpu {
namespace {

namespace fs = std::filesystem;

struct StarpuOptions {
  std::string cases;
  std::string machines;
  std::string json;
  std::uint64_t jobs = 1;
};

void set_up(OptionParser& parser, StarpuOptions& options) {
  parser.text("--cases", "FILE", options.cases, "measured runs (CSV); without it those of examples/tasks/measured are summed up");
  parser.text("--machines", "DIR", options.machines, "performance models of the machines; default: machines/ beside the file");
  parser.number("--jobs", "J", options.jobs, 1, 1024, "threads; does not change the result; default 1");
  parser.text("--json", "FILE", options.json, "errors by policy and all rows as JSON; - is stdout, instead of the table");
  parser.writes(options.json);
}

/// The tables that the program comes with, by name.
std::vector<std::string> shipped_cases(const Session& session) {
  for (const std::string& root : session.roots) {
    std::vector<std::string> files;
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(root + "/examples/tasks/measured", absent)) {
      if (entry.path().extension() == ".csv") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    if (!files.empty()) return files;
  }
  return {};
}

/// The folder of performance models for the rows of a file; empty, with a message, if there is
/// none.
std::string machines_of(const StarpuOptions& options, const std::string& file, Session& session) {
  const std::string folder = options.machines.empty() ? (fs::path(file).parent_path() / "machines").string() : options.machines;
  std::error_code absent;
  if (fs::is_directory(folder, absent)) return folder;
  session.status.error(fmt::format("petriloom compare starpu: there is no folder {} with performance models of the machines{}",
                                   quote_path(folder), options.machines.empty() ? "; --machines DIR gives another" : ""));
  return {};
}

/// Predicts all; rows that are left when the command is called off have that as their reason.
void predict_all(std::vector<Compared>& all, const std::vector<Places>& places, std::size_t jobs, Session& session) {
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> finished{0};
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t at = next++; at < all.size(); at = next++) {
      all[at].prediction = interrupted() ? Prediction{std::nullopt, "interrupted"} : predict(*all[at].one, places[at]);
      const std::size_t so_far = ++finished;
      const std::scoped_lock lock(mutex);
      session.status.progress(fmt::format("{} of {} rows", so_far, all.size()));
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < std::min(jobs, all.size()); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  session.status.clear();
}

/// The rows, with their predictions in the column that they have for these, or in one more.
void print_rows(const CaseTable& table, const std::vector<Compared>& all) {
  const std::string name = "predicted_us";
  const std::size_t column = column_of(table.header, name).value_or(table.header.size());
  const auto line = [column](std::vector<CsvCell> cells, const std::string& last) {
    if (column == cells.size()) cells.emplace_back();
    cells[column].text = last;
    return csv_line(cells) + '\n';
  };
  std::string text = line(table.header, name);
  for (const Compared& each : all) {
    const auto& makespan = each.prediction.makespan;
    text += line(each.one->cells, makespan ? fmt::format("{:.3f}", *makespan * 1e6) : "");
  }
  print(text);
}

void tell_reasons(const std::vector<Compared>& all, const std::vector<const Sources*>& sources, Session& session) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].prediction.makespan) continue;
    session.status.error(
        fmt::format("{}: no prediction: {}", sources[i]->describe(all[i].one->cells.front().where), all[i].prediction.reason));
  }
}

}  // namespace

ExitCode compare(const Command& command, Arguments arguments, Session& session) {
  StarpuOptions options;
  OptionParser parser(fmt::format("{} starpu", command.name), "measured runs of StarPU beside what is predicted of them",
                      "petriloom compare starpu --cases measured.csv --machines machines --jobs 4");
  set_up(parser, options);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  const std::vector<std::string> files = options.cases.empty() ? shipped_cases(session) : std::vector{options.cases};
  if (files.empty()) {
    session.status.error("petriloom compare starpu: no measured runs were installed; --cases FILE gives others");
    return ExitCode::wrong;
  }
  std::vector<CaseTable> tables;
  bool sound = true;
  for (const std::string& file : files) {
    tables.push_back(read_cases(file));
    report(tables.back().diagnostics, *tables.back().sources, session);
    sound = sound && !tables.back().diagnostics.has_errors();
  }
  if (!sound) return ExitCode::wrong;
  keep_results();
  std::vector<Compared> all;
  std::vector<Places> places;
  std::vector<const Sources*> sources;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const std::string machines = machines_of(options, files[t], session);
    if (machines.empty()) return ExitCode::wrong;
    for (const Case& one : tables[t].cases) {
      all.push_back({&one, {}});
      places.push_back({machines, session.roots});
      sources.push_back(tables[t].sources.get());
    }
  }
  predict_all(all, places, options.jobs, session);
  tell_reasons(all, sources, session);
  if (!options.json.empty() && !write_output(options.json, summary_json(all), session)) return ExitCode::wrong;
  if (options.json != "-" && !options.cases.empty()) print_rows(tables.front(), all);
  if (options.cases.empty()) {
    if (options.json != "-") print(summary_text(all, session.colour));
  } else {
    session.status.note(summary_text(all, false));
  }
  return interrupted() ? ExitCode::undecided : ExitCode::done;
}

}  // namespace petriloom::cli::starpu
