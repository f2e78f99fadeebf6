// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "cli/claims/expressions.h"
#include "cli/claims/judge.h"
#include "cli/claims/read_claims.h"
#include "cli/commands/commands.h"
#include "cli/comparison/execute.h"
#include "cli/comparison/show.h"
#include "cli/load/load.h"
#include "cli/shell/bounds.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/output.h"
#include "cli/starpu/compare.h"
#include "engine/text/glob.h"

namespace petriloom::cli {

namespace {

namespace fs = std::filesystem;

struct CompareOptions {
  std::string example;
  std::vector<std::string> claims;
  bool quick = false;
  std::uint64_t jobs = 1;
  std::string cache;
  std::string json;
  std::string report_folder;
  Bounds bounds;
};

void set_up(OptionParser& parser, CompareOptions& options) {
  options.bounds.bytes = std::uint64_t{8} << 30U;
  parser.positional("EXAMPLE", options.example,
                    "a folder of examples/ with a claims.yaml, any other such folder, or such a file; starpu: makespans of StarPU "
                    "(see compare starpu --help)");
  parser.texts("--claim", "GLOB", options.claims, "only claims of such names; * stands for any text; may be given several times");
  parser.flag("--quick", options.quick, "with the values of axes and the settings of runs that claims.yaml names under `quick`");
  parser.number("--jobs", "J", options.jobs, 1, 1024, "threads; does not change the result; default 1");
  parser.text("--cache", "DIR", options.cache, "keep results of runs there, and take those that are there; default: none are kept");
  options.bounds.add_to(parser);
  parser.text("--json", "FILE", options.json, "results as JSON; - is stdout, instead of the table");
  parser.text("--report", "DIR", options.report_folder, "folder for compare.html and compare.json");
  parser.writes(options.json);
  parser.writes_folder(options.report_folder);
  parser.writes_folder(options.cache);
}

/// The claims.yaml of a folder or of an example; empty, and reported, if there is none.
std::string find_claims(const std::string& example, Session& session) {
  std::error_code ignored;  // what cannot be looked at is not there
  constexpr std::string_view kName = "claims.yaml";
  if (fs::is_regular_file(example, ignored)) return example;
  std::vector<std::string> candidates{(fs::path(example) / kName).lexically_normal().string()};
  std::set<std::string> names;
  for (const std::string& root : session.roots) {
    candidates.push_back(fmt::format("{}/examples/{}/{}", root, example, kName));
    for (const auto& entry : fs::directory_iterator(root + "/examples", ignored)) {
      if (fs::exists(entry.path() / kName, ignored)) names.insert(entry.path().filename().string());
    }
  }
  for (const std::string& candidate : candidates) {
    if (fs::is_regular_file(candidate, ignored)) return candidate;
  }
  const std::vector<std::string> known(names.begin(), names.end());
  session.status.error(fmt::format("petriloom compare: there is no {} in '{}', and no example of this name; {}", kName, example,
                                   known.empty() ? "there are no examples with one" : suggest(example, known)));
  return "";
}

/// The runs that some of these claims look at.
std::vector<std::size_t> runs_of_all(const claims::Claims& all, const std::vector<const claims::Claim*>& selected) {
  std::set<std::size_t> runs;
  for (const claims::Claim* claim : selected) {
    for (const std::size_t run : claims::runs_of(all, *claim)) runs.insert(run);
  }
  return {runs.begin(), runs.end()};
}

/// Tells what is wrong with nets, too, where claims are wrong already and nothing is run.
void tell_wrong_nets(const claims::Claims& all, bool quick, Session& session) {
  claims::ExecuteOptions execute;
  std::vector<const claims::Claim*> selected;
  for (const claims::Claim& claim : all.claims) selected.push_back(&claim);
  execute.runs = runs_of_all(all, selected);
  execute.quick = quick;
  execute.only_read = true;
  const claims::Executed executed = claims::execute(all, execute, session);
  for (const claims::Messages& one : executed.messages) report(one.diagnostics, *one.sources, session);
}

/// Reads claims.yaml; nothing, and all reported, if something in it is wrong.
std::optional<claims::Claims> read(const std::string& path, bool quick, Session& session) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    session.status.error(fmt::format("petriloom compare: cannot read '{}'", path));
    return std::nullopt;
  }
  claims::ReadClaims read = claims::read_claims(path, std::string{std::istreambuf_iterator<char>(in), {}});
  if (read.claims && quick) claims::leave_out_values(*read.claims);
  const bool readable = read.claims && !read.diagnostics.has_errors();
  if (read.claims) claims::check_expressions(*read.claims, read.diagnostics);
  const bool wrong = read.diagnostics.has_errors();
  if (readable && wrong) claims::check_values(*read.claims, read.diagnostics);
  report(read.diagnostics, *read.sources, session);
  if (readable && wrong) tell_wrong_nets(*read.claims, quick, session);
  return wrong ? std::nullopt : std::move(read.claims);
}

/// The claims that are asked for. False, and reported, if a pattern fits none.
bool select(const CompareOptions& options, const claims::Claims& all, std::vector<const claims::Claim*>& selected,
            Session& session) {
  std::vector<std::string> names;
  for (const claims::Claim& claim : all.claims) {
    names.push_back(claim.name);
    const bool wanted = std::any_of(options.claims.begin(), options.claims.end(),
                                    [&](const std::string& pattern) { return glob(pattern, claim.name); });
    if (wanted || options.claims.empty()) selected.push_back(&claim);
  }
  bool good = true;
  for (const std::string& pattern : options.claims) {
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return glob(pattern, name); })) continue;
    session.status.error(fmt::format("petriloom compare: --claim: no claim is called '{}'; {}", pattern, suggest(pattern, names)));
    good = false;
  }
  return good;
}

/// Takes away the claims whose runs --quick does without; tells their names.
std::vector<std::string> leave_out(const claims::Claims& all, std::vector<const claims::Claim*>& selected) {
  std::vector<std::string> names;
  std::erase_if(selected, [&](const claims::Claim* claim) {
    const auto runs = claims::runs_of(all, *claim);
    const bool out = std::any_of(runs.begin(), runs.end(), [&](std::size_t run) { return all.runs[run].left_out_by_quick; });
    if (out || !claims::has_values(all, *claim)) names.push_back(claim->name);
    return out || !claims::has_values(all, *claim);
  });
  return names;
}

ExitCode write_results(const CompareOptions& options, const claims::Comparison& comparison, Session& session) {
  if (options.json != "-") print(claims::comparison_text(comparison, session.colour));
  bool written = options.json.empty() || write_output(options.json, claims::comparison_json(comparison), session);
  if (!options.report_folder.empty()) {
    written = make_folder(options.report_folder, session) &&
              write_output(options.report_folder + "/compare.json", claims::comparison_json(comparison), session) &&
              write_output(options.report_folder + "/compare.html", claims::comparison_html(comparison), session) && written;
  }
  return written ? claims::exit_code_of(comparison) : ExitCode::wrong;
}

}  // namespace

ExitCode run_compare(const Command& command, Arguments arguments, Session& session) {
  if (!arguments.empty() && arguments.front() == "starpu") return starpu::compare(command, arguments.subspan(1), session);
  CompareOptions options;
  OptionParser parser(command.name, command.summary, command.example);
  set_up(parser, options);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  constexpr std::uint64_t kBytesOfThread = std::uint64_t{10} << 20U;  // its stack
  options.bounds.hold(options.jobs * kBytesOfThread);

  const std::string path = find_claims(options.example, session);
  const auto all = path.empty() ? std::nullopt : read(path, options.quick, session);
  std::vector<const claims::Claim*> selected;
  if (!all || !select(options, *all, selected, session)) return ExitCode::wrong;
  std::vector<std::string> left_out;
  if (options.quick) left_out = leave_out(*all, selected);
  if (!options.cache.empty() && !make_folder(options.cache, session)) return ExitCode::wrong;

  CallOff call_off(options.bounds);
  claims::ExecuteOptions execute;
  execute.quick = options.quick;
  execute.jobs = options.jobs;
  execute.cache = options.cache;
  execute.seconds = options.bounds.seconds;
  execute.bytes = options.bounds.bytes;
  execute.cancelled = [&call_off] { return call_off.asked(); };
  execute.runs = runs_of_all(*all, selected);
  keep_results();
  const claims::Executed executed = claims::execute(*all, execute, session);
  for (const claims::Messages& one : executed.messages) report(one.diagnostics, *one.sources, session);
  if (executed.has_errors()) {
    Diagnostics values;
    claims::check_values(*all, values);
    report(values, *all->sources, session);
    return ExitCode::wrong;
  }
  if (call_off.asked()) session.status.note(call_off_text(call_off.why()) + ": verdicts are of what was done up to here");

  claims::Comparison comparison{*all, executed.figures, execute.runs, {}, std::move(left_out)};
  Diagnostics mistakes;
  for (const claims::Claim* claim : selected) comparison.judged.push_back(claims::judge(*all, executed.figures, *claim, mistakes));
  report(mistakes, *all->sources, session);
  return mistakes.has_errors() ? ExitCode::wrong : write_results(options, comparison, session);
}

}  // namespace petriloom::cli
