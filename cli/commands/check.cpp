// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/load.h"
#include "cli/output.h"
#include "cli/results_json.h"
#include "formats/source/unused.h"

namespace petriloom::cli {

namespace {

struct CheckOptions {
  std::vector<std::string> files;
  std::string format;
  std::string json;
  std::size_t fold = 0;
};

bool net_language(const std::string& path, const std::string& format) {
  const Format* const by_ending = format.empty() ? format_of(path) : find_format(format);
  return by_ending != nullptr && by_ending->name == "loom";
}

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

ExitCode run_check(const Command& command, Arguments arguments, Session& session) {
  CheckOptions options;
  OptionParser parser(command.name, command.summary, command.example);
  parser.positionals("FILE", options.files, "nets in any readable format, or descriptions");
  parser.text("--from", "NAME", options.format, "format of the files; by default by their endings");
  parser.text("--json", "FILE", options.json, "the messages as JSON; - is stdout, instead of the summary");
  parser.choice("--fold", fold_names(), options.fold, "whether arrays of instances become colours");
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  bool good = true;
  std::vector<CheckedFile> files;
  for (const std::string& path : options.files) {
    ReadResult result = read_any(path, {options.format, fold_of(options.fold)}, session);
    if (net_language(path, options.format)) {
      ReadOptions read;
      for (const std::string& root : session.roots) read.search_path.push_back(root + "/nets");
      source::warn_of_unused(path, read, *result.sources, result.diagnostics);
    }
    const auto& list = result.diagnostics.list();
    const auto warnings = static_cast<std::size_t>(
        std::count_if(list.begin(), list.end(), [](const Diagnostic& each) { return each.severity == Severity::warning; }));
    good = good && result.net.has_value();
    if (options.json != "-") {
      report(result.diagnostics, *result.sources, session);
      print(fmt::format("{}: {}, {}\n", path, counted(result.diagnostics.error_count(), "error"), counted(warnings, "warning")));
    }
    files.push_back({path, std::move(result.diagnostics), std::move(result.sources)});
  }
  if (!options.json.empty() && !write_output(options.json, check_json(files), session)) return ExitCode::wrong;
  return good ? ExitCode::done : ExitCode::wrong;
}

}  // namespace petriloom::cli
