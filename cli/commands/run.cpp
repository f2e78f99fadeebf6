// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "cli/load/load.h"
#include "cli/load/net_options.h"
#include "cli/load/run_section.h"
#include "cli/load/save.h"
#include "cli/report/html.h"
#include "cli/results/results_json.h"
#include "cli/results/verdicts.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/output.h"
#include "cli/shell/table.h"
#include "cli/simulation/endless.h"
#include "cli/simulation/gantt_chart.h"
#include "cli/simulation/progress.h"
#include "cli/simulation/statistics_options.h"
#include "cli/simulation/time_arguments.h"
#include "cli/simulation/unfinished.h"
#include "engine/text/wording.h"
#include "engine/trace/tee.h"
#include "formats/registry/table.h"

namespace petriloom::cli {

namespace {

namespace fs = std::filesystem;

struct RunCommandOptions {
  std::string description;
  std::string folder;
  NetOptions of_net;
  std::uint64_t seed = 1;
  std::uint64_t jobs = 1;
  double seconds = 30;
  std::uint64_t bytes = std::uint64_t{2} << 30U;
};

void set_up(OptionParser& parser, RunCommandOptions& options) {
  parser.positional(
      "DESC", options.description,
      "the description (YAML), - is stdin; if X-mini.yaml lies beside X.yaml or X16.yaml, what is to be proved is proved on it");
  parser.text("-o,--output", "DIR", options.folder, "folder of the report; default out/NAME");
  parser.writes_folder(options.folder);
  options.of_net.add_fold_and_set_to(parser);
  parser.number("--seed", "S", options.seed, 0, UINT64_MAX, "seed of the random numbers; default 1");
  parser.number("--jobs", "J", options.jobs, 1, 1024, "threads of the simulation; default 1");
  parser.time("--time", "TIME", options.seconds, "most time to spend on verifying one net; default 30s");
  parser.memory("--memory", "BYTES", options.bytes, "most memory for its states; default 2G");
}

/// A description that is too large to explore has a sibling cut down to what can be: coka-mini.yaml
/// beside coka16.yaml or coka.yaml.
std::string small_sibling(const std::string& description) {
  const fs::path path(description);
  std::string stem = path.stem().string();
  stem.erase(stem.find_last_not_of("0123456789") + 1);
  const fs::path sibling = path.parent_path() / (stem + "-mini.yaml");
  std::error_code ignored;  // what cannot be looked at is not there
  return fs::exists(sibling, ignored) ? sibling.string() : std::string();
}

/// Simulates again, each part twice as fast, as long as that takes not much longer than the rest.
void simulate_faster(const SimulationOptions& simulation, Study& study, Session& session) {
  WhatIfOptions options;
  options.most_firings = 5'000'000;
  options.begun = [&](const std::string& name) { session.status.progress(fmt::format("what if: {}", name)); };
  study.time.what_if = what_if(study.net, parts_of(study.net, study.simulation), simulation, study.simulation, options);
  session.status.clear();
  for (const WhatIfMessages& one : study.time.what_if->messages) report(one.diagnostics, *one.sources, session);
}

bool simulate_step(const RunCommandOptions& options, const std::optional<Description>& description,
                   const std::optional<SystemFigures>& analytic, Study& study, Session& session) {
  SimulationOptions simulation;
  simulation.seed = options.seed;
  simulation.jobs = options.jobs;
  simulation.cancelled = interrupted;
  if (description) apply_run_section(*description, simulation);
  make_one_if_alike(study.net, simulation, session);
  if (runs_for_ever(study.net, options.description, "run", simulation, session)) return false;
  keep_results();
  const bool has_links =
      find_task_net(study.net) || std::any_of(study.net.transitions.begin(), study.net.transitions.end(),
                                              [](const Transition& transition) { return !transition.uses.empty(); });
  TimeRecorders times(study.net, true, has_links);
  ActivityChoice choice;
  choice.name = chart_names(study.net);
  ActivityRecorder activities(study.net, std::move(choice));
  TraceTee sinks;
  times.add_to(sinks);
  sinks.add(&activities);
  simulation.trace = sinks.sink();
  simulation.critical_path = true;
  const SimulationProgress progress(simulation, session);
  study.simulation = simulate(study.net, simulation);
  session.status.clear();
  if (study.simulation.ended == Ended::cancelled) session.status.note("interrupted: the simulation is shown as far as it came");
  constexpr std::size_t kIntervals = 285;  // two pixels each in a wide report
  study.time = times.take(study.simulation.critical_path, kIntervals);
  study.activities = activities.take();
  if (study.simulation.critical_path) mark_critical(*study.simulation.critical_path, study.activities);
  report(study.simulation.diagnostics, *study.net.sources, session);
  study.why_stuck = explain_stuck(study.net, study.simulation, session);
  collect_figures(study, analytic, description ? description->iterations() : 1);
  if (!study.simulation.diagnostics.has_errors()) simulate_faster(simulation, study, session);
  return !study.simulation.diagnostics.has_errors();
}

/// A node that runs tasks is proved with its instants in order: what belongs to one step of its
/// runtime is told apart by priorities.
void verify_step(const RunCommandOptions& options, bool urgent, std::string subject, Net net, Study& study, Session& session) {
  VerifyOptions verify;
  verify.seconds = options.seconds;
  verify.bytes = options.bytes;
  verify.urgent = urgent;
  VerifyResult result = verify_with_progress(net, verify, session);
  study.verifications.push_back({std::move(subject), std::move(net), std::move(result), false});
}

/// The first of the errors, as one line, and how many more there are.
std::string refusal(const Diagnostics& diagnostics, const Sources& sources) {
  const auto& list = diagnostics.list();
  const auto first = std::find_if(list.begin(), list.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
  if (first == list.end()) return counted(std::to_string(diagnostics.error_count()), "error");
  std::string text = first->message;
  if (first->where.known()) text += fmt::format(" ({})", sources.describe(first->where));
  if (diagnostics.error_count() > 1) text += fmt::format(" and {} more", diagnostics.error_count() - 1);
  return text;
}

/// What a writer left out with a warning, joined to a note that is there already.
std::string with_left_out(std::string note, const Diagnostics& diagnostics) {
  for (const Diagnostic& each : diagnostics.list()) {
    if (each.message.starts_with("left out: ")) note += (note.empty() ? "" : "; ") + each.message;
  }
  return note;
}

/// Writes the net in every format that can carry it; the picture shows the top level opened once.
bool export_step(const RunCommandOptions& options, Study& study, Session& session) {
  for (const Format& format : formats()) {
    if (format.write == nullptr) continue;
    if (interrupted()) {  // what was found is written first, and at once
      study.exports.push_back({std::string(format.name), "", "not written: interrupted", ""});
      continue;
    }
    session.status.progress(fmt::format("writing {}", format.name));
    WriteOptions write;
    write.depth = 1;  // of pictures; other formats hold the whole net
    WriteResult written = write_text(format, study.net, write);
    // Formats with one ending must not write one file.
    const std::string ending(format.endings.front());
    const std::string base = formats_of("net" + ending).size() > 1 ? fmt::format("net-{}", format.name) : "net";
    Export entry{std::string(format.name), base + ending, "", ""};
    if (written.diagnostics.has_errors()) {
      write.untimed = true;
      WriteResult untimed = write_text(format, study.net, write);
      if (!untimed.diagnostics.has_errors()) {
        entry.file = base + "-untimed" + ending;
        entry.note = "without time, which the format cannot carry: " + refusal(written.diagnostics, *study.net.sources);
        written = std::move(untimed);
      }
    }
    if (written.diagnostics.has_errors()) {
      entry.refused = refusal(written.diagnostics, *study.net.sources);
    } else if (!write_output(options.folder + "/" + entry.file, written.text, session)) {
      return false;
    } else if (!write_companions(options.folder + "/" + entry.file, written, session)) {
      return false;
    } else if (format.name == "svg") {
      study.picture = written.text;
    }
    if (entry.refused.empty()) entry.note = with_left_out(std::move(entry.note), written.diagnostics);
    study.exports.push_back(std::move(entry));
  }
  session.status.clear();
  return true;
}

std::string headline(const Study& study, bool colour) {
  Table table({"", ">simulated", ">closed form", ">difference"});
  for (const Figure& figure : study.figures) {
    table.add({figure.name, figure.simulated ? quantity(*figure.simulated, figure.unit) : std::string("not measured"),
               figure.analytic ? quantity(*figure.analytic, figure.unit) : std::string(), figure.difference_text()});
  }
  std::string text = fmt::format(
      "{}: {}, {}, {}; simulated {} of model time with {}\n\n", study.name, counted(grouped(study.net.places.size()), "place"),
      counted(grouped(study.net.transitions.size()), "transition"), counted(grouped(study.net.modules.size()), "module"),
      quantity(study.simulation.time.mean, "s"), counted(grouped(study.simulation.firings), "firing"));
  text += table.text(colour) + "\n";
  for (const Verification& one : study.verifications) {
    std::array<std::size_t, 3> counts{};
    for (const PropertyResult& property : one.result.properties) ++counts[static_cast<std::size_t>(property.verdict)];
    text +=
        fmt::format("{}: {}, {} refuted, {} undecided; {}\n", one.subject, counted(counts[0], "property holds", "properties hold"),
                    counts[1], counts[2], space_text(one.result.state_space));
    if (one.stood_in_for) {
      if (counts[2] > 0) text += "  What is undecided there is proved or refuted on the small sibling:\n";
    } else if (const std::string advice = advice_text(one.result, one.subject); !advice.empty()) {
      text += "  " + advice + "\n";
    }
  }
  return text;
}

ExitCode ending(const Study& study) {
  bool undecided = interrupted();
  for (const Verification& one : study.verifications) {
    const ExitCode code = verdict_code(one.result);
    if (code == ExitCode::refuted || code == ExitCode::wrong) return code;
    // A description with a small sibling is searched for refutations; what is to be proved is
    // proved on the sibling.
    undecided = undecided || (code == ExitCode::undecided && !one.stood_in_for);
  }
  return undecided ? ExitCode::undecided : ExitCode::done;
}

}  // namespace

ExitCode run_run(const Command& command, Arguments arguments, Session& session) {
  RunCommandOptions options;
  OptionParser parser(command.name, command.summary, command.example);
  set_up(parser, options);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  if (!is_description(options.description, session)) {
    session.status.error(
        fmt::format("petriloom run: '{}' is not a description: its name ends in neither .yaml nor .yml", options.description));
    return ExitCode::wrong;
  }

  const auto load = options.of_net.load(session);
  auto net = load ? load_net(options.description, *load, session) : std::nullopt;
  if (!net) return ExitCode::wrong;
  Study study;
  study.name = net->name;
  study.description = shown_path(options.description);
  study.net = std::move(*net);
  if (options.folder.empty()) options.folder = "out/" + study.name;
  if (!make_folder(options.folder, session)) return ExitCode::wrong;

  std::shared_ptr<Sources> sources;
  const auto description = read_again(options.description, *load, session, sources);
  Diagnostics diagnostics;
  std::optional<SystemFigures> analytic;
  if (description && description->of_blocks()) analytic = analytic_figures(*description, *sources, diagnostics);
  report(diagnostics, *sources, session);
  if (!simulate_step(options, description, analytic, study, session)) return ExitCode::wrong;

  verify_step(options, description && description->tasks.has_value(), study.description, study.net, study, session);
  if (const std::string sibling = small_sibling(options.description); !sibling.empty()) {
    auto small = load_net(sibling, {}, session);
    if (!small) return ExitCode::wrong;
    study.verifications.back().stood_in_for = true;
    verify_step(options, false, sibling, std::move(*small), study, session);
  }
  if (!export_step(options, study, session)) return ExitCode::wrong;
  if (!write_output(options.folder + "/results.json", study_json(study), session)) return ExitCode::wrong;
  if (!write_output(options.folder + "/report.html", study_html(study), session)) return ExitCode::wrong;
  print(headline(study, session.colour));
  print(fmt::format("report: {}/report.html\n", options.folder));
  return ending(study);
}

}  // namespace petriloom::cli
