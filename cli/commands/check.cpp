// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/load/net_options.h"
#include "cli/load/scenario_messages.h"
#include "cli/results/results_json.h"
#include "cli/shell/bounds.h"
#include "cli/shell/output.h"
#include "engine/text/wording.h"
#include "formats/registry/table.h"
#include "formats/source/check_source.h"

namespace petriloom::cli {

namespace {

struct CheckOptions {
  std::vector<std::string> files;
  std::string format;
  std::string json;
  NetOptions of_net;
};

bool net_language(const std::string& path, const std::string& format) {
  const Format* const by_ending = format.empty() ? format_of(path) : find_format(format);
  return by_ending != nullptr && by_ending->name == "loom";
}

/// The messages of `read` with locations in `sources`.
Diagnostics relocated(const ReadResult& read, Sources& sources) {
  Diagnostics moved;
  for (Diagnostic each : read.diagnostics.list()) {
    if (each.where.known()) each.where.file = sources.add(read.sources->name(each.where.file), read.sources->text(each.where.file));
    if (each.severity == Severity::error) {
      moved.error(each.where, std::move(each.message), std::move(each.help));
    } else {
      moved.warning(each.where, std::move(each.message), std::move(each.help));
    }
  }
  return moved;
}

/// One file in the scenario asked for, or without one and in each that it declares. No net if it is
/// wrong in any.
ReadResult read_checked(const std::string& path, LoadOptions load, Session& session) {
  const std::string asked = load.scenario;
  ReadResult result = read_any(path, load, session);
  if (!result.net) return result;
  if (!asked.empty() && result.net->scenario != asked) {
    result.diagnostics.error(result.net->modules[0].definition, fmt::format("there is no scenario `{}`", asked),
                             "the file declares none");
    result.net.reset();
    return result;
  }
  if (!asked.empty()) return result;
  for (const std::string& scenario : std::vector<std::string>(result.net->scenarios)) {
    load.scenario = scenario;
    add_of_scenario(relocated(read_any(path, load, session), *result.sources), scenario, result.diagnostics);
  }
  if (result.diagnostics.has_errors()) result.net.reset();
  return result;
}

}  // namespace

ExitCode run_check(const Command& command, Arguments arguments, Session& session) {
  CheckOptions options;
  Bounds bounds;
  OptionParser parser(command.name, command.summary, command.example);
  parser.positionals("FILE", options.files, "nets in any readable format, or descriptions");
  parser.text("--from", "NAME", options.format, "format of the files; by default by their endings");
  parser.text("--json", "FILE", options.json, "the messages as JSON; - is stdout, instead of the summary");
  parser.writes(options.json);
  options.of_net.add_to(parser, "the scenario to check; by default the net without one and each of them");
  bounds.add_to(parser);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  bounds.hold();
  std::optional<LoadOptions> load = options.of_net.load(session);
  if (!load) return ExitCode::wrong;
  load->format = options.format;
  bool good = true;
  std::vector<CheckedFile> files;
  for (const std::string& path : options.files) {
    ReadResult result = read_checked(path, *load, session);
    if (net_language(path, options.format)) {
      ReadOptions read;
      for (const std::string& root : session.roots) read.search_path.push_back(root + "/nets");
      source::check_source(path, read, *result.sources, result.diagnostics);
    }
    const auto& list = result.diagnostics.list();
    const auto warnings = static_cast<std::size_t>(
        std::count_if(list.begin(), list.end(), [](const Diagnostic& each) { return each.severity == Severity::warning; }));
    good = good && result.net.has_value() && !result.diagnostics.has_errors();
    if (options.json != "-") {
      report(result.diagnostics, *result.sources, session);
      print(fmt::format("{}: {}, {}\n", shown_path(path), counted(std::to_string(result.diagnostics.error_count()), "error"),
                        counted(std::to_string(warnings), "warning")));
      flush_results();  // what is said of one file stays said, whatever becomes of the next
    }
    files.push_back({path, std::move(result.diagnostics), std::move(result.sources)});
  }
  if (!options.json.empty() && !write_output(options.json, check_json(files), session)) return ExitCode::wrong;
  return good ? ExitCode::done : ExitCode::wrong;
}

}  // namespace petriloom::cli
