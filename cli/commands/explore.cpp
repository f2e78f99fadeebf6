// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/commands/commands.h"
#include "cli/explore/charts.h"
#include "cli/explore/check.h"
#include "cli/explore/execute.h"
#include "cli/explore/write.h"
#include "cli/load/hashes.h"
#include "cli/load/net_options.h"
#include "cli/shell/bounds.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/output.h"
#include "cli/simulation/ranks.h"

namespace petriloom::cli {

namespace {

struct ExploreOptions {
  std::string net;
  std::vector<std::string> vary;
  NetOptions of_net;
  Shown shown;
  double until = 0;
  std::uint64_t replications = 0;
  std::uint64_t firings = 0;
  std::uint64_t seed = 1;
  std::uint64_t jobs = 1;
  double patience = 0;  // 0: not given
  std::string pareto;
  std::string csv, sqlite, json, report_folder;
  Bounds bounds;
};

void set_up(OptionParser& parser, ExploreOptions& options) {
  parser.positional("NET", options.net, "the description, or a net");
  parser.texts("--vary", "KEY=VALUES", options.vary,
               "a key of the description, as in --set, or a constant of the net, and its values: 1,2,4 or a..b or a..b:STEP or "
               "log:a..b:N; given several times, all values of one with all of the others, the last fastest");
  parser.time("--until", "TIME", options.until, "model time at which each run ends; default: as `simulate` has it");
  parser.number("--replications", "N", options.replications, 1, 1'000'000'000,
                "independent runs of each point; default: as the description says, else 1");
  parser.number("--firings", "N", options.firings, 1, UINT64_MAX, "most firings of a run; default no limit");
  parser.number("--seed", "S", options.seed, 0, UINT64_MAX, "seed of the random numbers, the same at all points; default 1");
  parser.number("--jobs", "J", options.jobs, 1, 1024, "threads, a point on each; does not change the result; default 1");
  parser.text("--pareto", "M,M,...", options.pareto,
              "the points that no other beats in all of these measures; smaller is better, -M: larger");
  parser.text("--csv", "FILE", options.csv, "a row for each point as CSV; - is stdout, instead of the tables");
  parser.text("--sqlite", "FILE", options.sqlite, "the same rows as a database");
  parser.text("--json", "FILE", options.json, "the same as JSON, with what matters; - is stdout, instead of the tables");
  parser.text("--report", "DIR", options.report_folder, "folder for index.html and pictures of the measures");
  for (const std::string* file : {&options.csv, &options.sqlite, &options.json}) parser.writes(*file);
  parser.writes_folder(options.report_folder);
  parser.time("--patience", "TIME", options.patience,
              "under mpirun: silence after which a process is lost, and others do its work; default 60 s");
  options.bounds.add_to(parser);
  options.of_net.add_to(parser);
  options.of_net.add_measures_to(parser);
  options.shown.add_to(parser);
}

/// What is asked at each point; nothing, and reported, if an option is wrong.
std::optional<explore::Question> question_of(const ExploreOptions& options, Session& session) {
  explore::Question question;
  bool right = true;
  for (const std::string& text : options.vary) {
    explore::ReadKey read = explore::read_vary(text);
    if (!read.problem.empty()) {
      session.status.error("petriloom explore: --vary: " + read.problem);
      right = false;
    }
    question.sweep.keys.push_back(std::move(read.key));
  }
  if (options.vary.empty()) {
    session.status.error("petriloom explore: --vary: of what? --vary KEY=1,2,4 says which key has which values");
    right = false;
  }
  const auto load = options.of_net.load(session);
  if (!right || !load) return std::nullopt;
  question.path = options.net;
  question.load = *load;
  question.shown = options.shown;
  question.until = options.until;
  question.replications = options.replications;
  question.simulation.seed = options.seed;
  question.simulation.max_firings = options.firings;
  return question;
}

/// Measures that points are weighed by are kept, whatever else is shown.
void show_objectives(explore::Question& question, const std::vector<explore::Objective>& objectives) {
  if (!question.shown.given()) return;
  for (const explore::Objective& one : objectives) question.shown.patterns.push_back(one.measure);
}

/// Everything but the files of the system that a row depends on.
std::string key_of(const explore::Question& question, Session& session) {
  std::string key = fmt::format("{}\n{}\n{}\n{}\n{}\n", question.path, question.load.scenario, static_cast<int>(question.load.fold),
                                fmt::join(question.load.measures, "\n"), fmt::join(question.shown.patterns, "\n"));
  for (const auto& [name, value] : question.load.constants) key += fmt::format("set {}={}\n", name, value);
  for (const explore::VariedKey& varied : question.sweep.keys) {
    key += fmt::format("vary {}\n", varied.key);
    for (const explore::VariedValue& value : varied.values) key += value.text + "\n";
  }
  key += fmt::format("{} {} {} {}\n", question.until, question.replications, question.simulation.seed,
                     question.simulation.max_firings);
  if (question.path == kStandardInput && is_description(question.path, session)) key += "description\n";
  return key + session.standard_input.value_or("");
}

/// Writes the page and its pictures, if there is to be one. False, and reported, if that fails.
bool write_report(const std::string& folder, const explore::Findings& findings, Session& session) {
  if (folder.empty()) return true;
  const std::vector<explore::Picture> pictures = explore::pictures_of(findings);
  bool written = make_folder(folder, session);
  for (const explore::Picture& picture : pictures)
    written = written && write_output(folder + "/" + picture.file, picture.svg, session);
  return written && write_output(folder + "/index.html", explore::findings_html(findings, pictures), session);
}

/// Writes and prints all that was asked for. False, and reported, if that fails.
bool write_all_files(const ExploreOptions& options, const explore::Findings& findings, Session& session) {
  if (options.json != "-" && options.csv != "-") print(explore::findings_text(findings, session.colour));
  bool written = options.csv.empty() || write_output(options.csv, explore::findings_csv(findings), session);
  written = (options.json.empty() || write_output(options.json, explore::findings_json(findings), session)) && written;
  if (!options.sqlite.empty()) {
    const NotNow whole;
    const std::string problem = explore::write_findings_sqlite(findings, options.sqlite);
    if (!problem.empty()) session.status.error(problem);
    written = problem.empty() && written;
  }
  return write_report(options.report_folder, findings, session) && written;
}

/// The file that the journal lies beside: the first that is written.
std::string first_file(const ExploreOptions& options) {
  for (const std::string* file : {&options.csv, &options.sqlite, &options.json}) {
    if (!file->empty() && *file != "-") return *file;
  }
  return options.report_folder.empty() ? "" : options.report_folder + "/index.html";
}

/// Says how many points are wrong, and what is wrong with the first.
ExitCode tell_wrong(const explore::Findings& findings, Session& session) {
  const auto wrong = [](const explore::Row& row) { return !row.error.empty(); };
  const auto first = std::find_if(findings.rows.begin(), findings.rows.end(), wrong);
  const explore::Sweep& sweep = findings.question.sweep;
  session.status.error(fmt::format("petriloom explore: {} of {} points are wrong; the first is point {} ({}): {}", findings.wrong(),
                                   sweep.size(), first->point, sweep.describe(first->point), first->error));
  const bool internal = std::any_of(findings.rows.begin(), findings.rows.end(),
                                    [](const explore::Row& row) { return row.error.starts_with(explore::kInternalError); });
  return internal ? ExitCode::internal : ExitCode::wrong;
}

ExitCode tell(const ExploreOptions& options, const explore::Question& question, std::vector<explore::Objective> objectives,
              explore::Executed executed, explore::Journal& journal, const CallOff& call_off, Session& session) {
  explore::Findings findings{question, std::move(executed.rows), {}, {}, {}, std::move(objectives), {}};
  findings.columns = explore::columns_of(findings.rows);
  findings.chief = explore::chief_measures(findings);
  findings.sensitivities = explore::sensitivities_of(findings);
  findings.front = explore::pareto_front(findings.rows, findings.objectives);
  if (!executed.lost.empty())
    session.status.note(
        fmt::format("lost: process {}{}", fmt::join(executed.lost, ", "), executed.whole ? "; others did its work" : ""));
  if (!executed.whole) session.status.note(call_off_text(call_off.why()) + ": results and files are of the points done up to here");
  const bool written = write_all_files(options, findings, session);
  executed.whole&& written ? journal.remove() : journal.keep();
  const ExitCode of_points = findings.wrong() > 0 ? tell_wrong(findings, session) : ExitCode::done;
  if (of_points == ExitCode::internal) return of_points;
  if (!written) return ExitCode::wrong;
  // Who starts it again as long as it is not whole must learn that it is not.
  return executed.whole ? of_points : ExitCode::undecided;
}

}  // namespace

ExitCode run_explore(const Command& command, Arguments arguments, Session& session) {
  ExploreOptions options;
  OptionParser parser(command.name, command.summary, command.example);
  set_up(parser, options);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  constexpr std::uint64_t kBytesOfThread = std::uint64_t{10} << 20U;  // its stack
  options.bounds.hold(options.jobs * kBytesOfThread);
  auto question = question_of(options, session);
  if (options.sqlite == "-") {
    session.status.error("petriloom explore: --sqlite: a database is a file, and - is none");
    return ExitCode::wrong;
  }
  if (!question) return ExitCode::wrong;
  const auto ranks = Ranks::find(session);
  if (!ranks) return ExitCode::wrong;
  CallOff call_off(options.bounds);
  question->simulation.cancelled = [&call_off] { return call_off.asked(); };
  const explore::Execute how{options.jobs, question->simulation.cancelled, ranks->messenger(),
                             ranks->patience(options.patience, command.name, session)};
  std::vector<explore::Objective> objectives = explore::read_objectives(options.pareto);
  if (ranks->worker()) {
    show_objectives(*question, objectives);
    keep_results();
    explore::serve(*question, how, session);
    return ExitCode::done;
  }
  if (!explore::check_sweep(*question, objectives, session)) {
    explore::dismiss(how);
    return ExitCode::wrong;
  }
  show_objectives(*question, objectives);
  keep_results();
  if (!options.report_folder.empty() && !make_folder(options.report_folder, session)) {
    explore::dismiss(how);
    return ExitCode::wrong;
  }
  explore::Journal journal(first_file(options), key_of(*question, session), session);
  explore::Executed executed = explore::execute(*question, how, journal, session);
  return tell(options, *question, std::move(objectives), std::move(executed), journal, call_off, session);
}

}  // namespace petriloom::cli
