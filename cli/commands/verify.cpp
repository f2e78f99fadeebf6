// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <numeric>
#include <set>

#include "analysis/result/standard_checks.h"
#include "analysis/verify/verify.h"
#include "cli/load/net_options.h"
#include "cli/report/html.h"
#include "cli/results/results_json.h"
#include "cli/results/verdicts.h"
#include "cli/shell/bounds.h"
#include "cli/shell/output.h"
#include "engine/net/index_text.h"
#include "engine/questions/fluid.h"
#include "engine/text/glob.h"
#include "engine/text/last_part.h"
#include "engine/text/name_groups.h"
#include "engine/trace/activities.h"
#include "formats/loom/loom.h"

namespace petriloom::cli {

namespace {

struct VerifyCommandOptions {
  std::string net;
  std::vector<std::string> ltl;
  std::vector<std::string> ctl;
  std::vector<std::string> properties;
  std::size_t fairness = 0;
  NetOptions of_net;
  std::string json;
  std::string report_folder;
  Bounds bounds;
  VerifyOptions verify;
};

void set_up(OptionParser& parser, VerifyCommandOptions& options) {
  options.bounds.bytes = std::uint64_t{8} << 30U;
  parser.positional("NET", options.net, "the net, or a description");
  parser.texts("--ltl", "FORMULA", options.ltl, "only this formula, over all maximal runs");
  parser.texts("--ctl", "FORMULA", options.ctl, "only this formula, in the initial marking");
  parser.texts(
      "--property", "NAME", options.properties,
      "only this property of the net, or these (node[0..3].cpu.cores_kept; the last part of a path is enough, * stands for any "
      "text), or one of the standard checks: bounded, deadlock_free, reversible, hardware_rules, live, quasi_live");
  parser.choice("--fairness", {"none", "weak", "strong"}, options.fairness,
                "runs that count for LTL: all, or those fair to transitions (docs/semantics.md, rule 26)");
  parser.flag("--urgent", options.verify.urgent,
              "of a net with time: instants keep their order, and durations alone are left open (docs/semantics.md, rule 29)");
  options.bounds.add_to(parser);
  parser.text("--json", "FILE", options.json, "results as JSON; - is stdout, instead of the table");
  parser.text("--report", "DIR", options.report_folder, "folder for verify.html and verify.json");
  parser.writes(options.json);
  parser.writes_folder(options.report_folder);
  options.of_net.add_to(parser);
}

/// Adds formulas to the net as properties and selects them. False, and reported, if one is wrong.
bool add_formulas(std::optional<Net>& net, PropertyKind kind, const std::vector<std::string>& formulas,
                  VerifyCommandOptions& options, Session& session) {
  const std::string prefix = kind == PropertyKind::ltl ? "ltl" : "ctl";
  bool good = true;
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    const std::string name = formulas.size() == 1 ? prefix : fmt::format("{}{}", prefix, k + 1);
    ReadResult added = with_property(*net, kind, name, formulas[k]);
    report(added.diagnostics, *added.sources, session);
    if (!added.net) {
      good = false;
      continue;
    }
    net = std::move(added.net);
    options.verify.properties.emplace_back(net->properties.size() - 1);
  }
  return good;
}

bool is_last_part(const std::string& part, const std::string& name) { return name.ends_with("." + part); }

/// The properties that a name fits as the last part of their paths ("engine_kept",
/// "nic.engine_kept", "nic[1].engine_kept"), or as a pattern with `*`.
std::vector<std::size_t> fitting(const Net& net, const std::string& wanted) {
  const bool pattern = wanted.find('*') != std::string::npos;
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < net.properties.size(); ++k) {
    const std::string& name = net.properties[k].name;
    if (pattern ? glob(wanted, name) : is_last_part(wanted, name) || is_last_part(wanted, without_indices(name)))
      found.push_back(k);
  }
  return found;
}

/// The names that properties go by without their indices, each once, with `[*]` in the place of
/// these.
std::vector<std::string> names_of(const Net& net, const std::vector<std::size_t>& properties) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const std::size_t k : properties) {
    std::string name = with_starred_indices(net.properties[k].name);
    if (known.insert(name).second) names.push_back(std::move(name));
  }
  return names;
}

/// What there is instead of an unknown name: one that is near, as a whole or as a last part, or the
/// first ones; and the standard checks.
std::string known_names(const Net& net, const std::string& wanted) {
  std::vector<std::size_t> all(net.properties.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<std::string> own = names_of(net, all);
  std::vector<std::string> checks;
  for (const StandardCheck& check : standard_checks()) checks.emplace_back(check.name);
  std::vector<std::string> candidates = checks;
  candidates.insert(candidates.end(), own.begin(), own.end());
  for (const Property& property : net.properties) {
    candidates.push_back(property.name);
    candidates.emplace_back(last_part(property.name));
  }
  const std::string near = nearest(wanted, candidates);
  if (!near.empty()) return "did you mean '" + near + "'?";
  return fmt::format("{}{}standard checks: {}", suggest("", own), own.empty() ? "" : "; ", fmt::join(checks, ", "));
}

/// Selects what a name stands for: properties of this name, or of the group that a table names so,
/// or a standard check, else properties of which it is the last part or a pattern. Says what is
/// wrong if there are none, or several that are not of one array.
std::string select_property(const Net& net, const std::string& wanted, VerifyOptions& verify) {
  const std::size_t before = verify.properties.size();
  for (std::size_t k = 0; k < net.properties.size(); ++k) {
    if (stands_for(wanted, net.properties[k].name)) verify.properties.emplace_back(k);
  }
  // A property of the net goes before a standard check of the same name.
  if (verify.properties.size() > before) return {};
  for (const StandardCheck& check : standard_checks()) {
    if (wanted != check.name) continue;
    verify.checks.emplace_back(check.name);
    return {};
  }
  const std::vector<std::size_t> found = fitting(net, wanted);
  if (found.empty()) return fmt::format("unknown property '{}'; {}", wanted, known_names(net, wanted));
  const std::vector<std::string> names = names_of(net, found);
  if (names.size() > 1 && wanted.find('*') == std::string::npos)
    return fmt::format("'{}' is the last part of several properties; {}", wanted, suggest("", names));
  for (const std::size_t k : found) verify.properties.emplace_back(k);
  return {};
}

bool select_properties(const Net& net, VerifyCommandOptions& options, Session& session) {
  bool good = true;
  for (const std::string& wanted : options.properties) {
    const std::string problem = select_property(net, wanted, options.verify);
    if (!problem.empty()) session.status.error("petriloom verify: --property: " + problem);
    good = good && problem.empty();
  }
  return good;
}

bool select(std::optional<Net>& net, VerifyCommandOptions& options, Session& session) {
  constexpr std::array kFairness{Fairness::none, Fairness::weak, Fairness::strong};
  options.verify.fairness = kFairness[options.fairness];
  bool good = select_properties(*net, options, session);
  good = add_formulas(net, PropertyKind::ltl, options.ltl, options, session) && good;
  good = add_formulas(net, PropertyKind::ctl, options.ctl, options, session) && good;
  options.verify.standard = options.verify.properties.empty() && options.verify.checks.empty();
  return good;
}

}  // namespace

ExitCode run_verify(const Command& command, Arguments arguments, Session& session) {
  VerifyCommandOptions options;
  OptionParser parser(command.name, command.summary, command.example);
  set_up(parser, options);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  options.bounds.hold();
  options.verify.seconds = options.bounds.seconds;
  options.verify.bytes = options.bounds.bytes;
  options.verify.start = options.bounds.start;

  const auto load = options.of_net.load(session);
  auto net = load ? load_net(options.net, *load, session) : std::nullopt;
  if (!net) return ExitCode::wrong;
  Diagnostics refused;
  if (refuse_fluid(*net, "verify", "markings with levels cannot be listed; `petriloom simulate` runs fluid nets", refused)) {
    report(refused, *net->sources, session);
    return ExitCode::wrong;
  }
  if (!select(net, options, session)) return ExitCode::wrong;
  const VerifyResult result = verify_with_progress(*net, options.verify, session);
  if (options.json != "-") print(verdict_text(result, *net, options.net, session.colour));
  bool written = options.json.empty() || write_output(options.json, verification_json(result, *net), session);
  if (!options.report_folder.empty()) {
    written = make_folder(options.report_folder, session) &&
              write_output(options.report_folder + "/verify.json", verification_json(result, *net), session) &&
              write_output(options.report_folder + "/verify.html", verification_html(options.net, *net, result), session) &&
              written;
  }
  return written ? verdict_code(result) : ExitCode::wrong;
}

}  // namespace petriloom::cli
