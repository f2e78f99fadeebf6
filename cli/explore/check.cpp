// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/measure/derived.h"
#include "engine/net/diagnostics.h"
#include "engine/text/quote.h"
#include "engine/text/wording.h"

namespace petriloom::cli::explore {

namespace {

bool refuse(Session& session, const std::string& why) {
  session.status.error("petriloom explore: " + why);
  return false;
}

/// False, and reported, if a key is given twice, or if there are too many points.
bool check_keys(const Question& question, Session& session) {
  std::set<std::string> keys;
  bool right = true;
  for (const VariedKey& key : question.sweep.keys) {
    if (question.load.constants.contains(key.key))
      right = refuse(session, fmt::format("{} is given by --vary and by --set", quote_path(key.key)));
    if (!keys.insert(key.key).second) right = refuse(session, fmt::format("--vary: {} is given twice", quote_path(key.key)));
  }
  if (question.sweep.size() <= kMostPoints) return right;
  std::string product;
  for (const VariedKey& key : question.sweep.keys) product += fmt::format("{}{}", product.empty() ? "" : " x ", key.values.size());
  return refuse(session, fmt::format("--vary: {} are more than {} points; vary fewer values", product, kMostPoints));
}

/// An error as it can be found again when other values are set: settings are texts of their own.
std::string identity(const Diagnostic& one, const Sources& sources) {
  return fmt::format("{}\n{}\n{}", one.where.known() ? sources.describe(one.where) : "", one.message, one.help);
}

/// Whether an error is in the name of a key, not in its value.
bool in_name(const Diagnostic& one, const Sources& sources, const std::string& key) {
  if (!one.where.known() || sources.name(one.where.file) != "--vary") return one.message.find("`" + key + "`") != std::string::npos;
  return sources.line(one.where.file, 1).starts_with(key + "=") && one.where.line == 1 && one.where.column <= key.size();
}

/// Whether no value of a key can be set, the others having their first ones, since its name is
/// wrong: what is said of it. A value that is refused may stand in the way of another key's.
bool name_is_wrong(const Question& question, std::size_t key, Diagnostics& wrong, std::shared_ptr<Sources>& sources,
                   Session& session) {
  std::size_t stride = 1;
  for (std::size_t k = key + 1; k < question.sweep.keys.size(); ++k) stride *= question.sweep.keys[k].values.size();
  for (std::size_t value = 0; value < question.sweep.keys[key].values.size(); ++value) {
    const ReadSystem system = read_point(question, value * stride, session);
    Diagnostics of_name;
    for (const Diagnostic& one : system.net.diagnostics.list()) {
      if (one.severity == Severity::error && in_name(one, *system.net.sources, question.sweep.keys[key].key))
        of_name.error(one.where, one.message, one.help);
    }
    if (!of_name.has_errors()) return false;
    if (value > 0) continue;
    wrong = std::move(of_name);
    sources = system.net.sources;
  }
  return true;
}

/// False, and reported, if the system has errors at its first and its last point that it also has
/// without what is varied.
bool check_common(const Question& question, const ReadSystem& first, const ReadSystem& last, Session& session) {
  if (first.net.net || last.net.net) return true;
  Question alone = question;
  alone.sweep.keys.clear();
  const ReadSystem unvaried = read_point(alone, 0, session);
  std::array<std::set<std::string>, 2> there;
  for (std::size_t k = 0; k < there.size(); ++k) {
    const ReadResult& net = k == 0 ? last.net : unvaried.net;
    for (const Diagnostic& one : net.diagnostics.list()) there[k].insert(identity(one, *net.sources));
  }
  Diagnostics common;
  for (const Diagnostic& one : first.net.diagnostics.list()) {
    const std::string text = identity(one, *first.net.sources);
    if (one.severity == Severity::error && there[0].contains(text) && there[1].contains(text))
      common.error(one.where, one.message, one.help);
  }
  report(common, *first.net.sources, session);
  return !common.has_errors();
}

/// Names of all that a net measures.
void add_names(const ReadSystem& system, const Shown& shown, std::vector<std::string>& names) {
  if (!system.net.net) return;
  Net net = *system.net.net;
  observe_shown(net, shown);
  for (const Measure& measure : net.measures) {
    for (std::size_t row = 0; row < member_count(measure); ++row) names.push_back(member_name(net, measure, row));
  }
}

bool check_objectives(const std::vector<Objective>& objectives, std::vector<std::string> names, Session& session) {
  if (objectives.empty()) return true;
  if (objectives.size() < 2)
    return refuse(session, "--pareto: two measures or more, as in --pareto makespan,energy; -NAME where larger is better");
  names.emplace_back(kTime);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  bool right = true;
  for (const Objective& one : objectives) {
    const auto same = [&](const Objective& other) { return other.measure == one.measure; };
    if (&*std::find_if(objectives.begin(), objectives.end(), same) != &one)
      right = refuse(session, fmt::format("--pareto: {} is given twice", quote(one.measure)));
    if (names.size() > 1 && std::find(names.begin(), names.end(), one.measure) == names.end())
      right =
          refuse(session, fmt::format("--pareto: no measure is called {}; {}", quote(one.measure), suggest(one.measure, names)));
  }
  return right;
}

}  // namespace

bool check_sweep(const Question& question, const std::vector<Objective>& objectives, Session& session) {
  if (!check_keys(question, session)) return false;
  bool right = true;
  for (std::size_t key = 0; key < question.sweep.keys.size(); ++key) {
    Diagnostics wrong;
    std::shared_ptr<Sources> sources;
    if (!name_is_wrong(question, key, wrong, sources, session)) continue;
    report(wrong, *sources, session);
    right = false;
  }
  if (!right) return false;
  const ReadSystem first = read_point(question, 0, session);
  const ReadSystem last = read_point(question, question.sweep.size() - 1, session);
  if (!check_common(question, first, last, session)) return false;
  if (first.net.net && first.net.net->scenario != question.load.scenario)
    return refuse(session, fmt::format("{}: there is no scenario {}; only nets in the net language have scenarios", question.path,
                                       quote(question.load.scenario)));
  std::vector<const Net*> nets;
  for (const ReadSystem* const one : {&first, &last}) {
    if (one->net.net) nets.push_back(&*one->net.net);
  }
  if (!nets.empty() && !question.shown.check(nets, Folded::in_total, session, {std::string(kTime)})) return false;
  std::vector<std::string> names;
  add_names(first, question.shown, names);
  add_names(last, question.shown, names);
  return check_objectives(objectives, std::move(names), session);
}

}  // namespace petriloom::cli::explore
