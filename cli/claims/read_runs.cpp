// SPDX-License-Identifier: Apache-2.0
// Section `runs` of claims.yaml.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/text/quote.h"

#include "cli/claims/reading.h"

namespace petriloom::cli::claims {

namespace {

constexpr int kMostReplications = 1'000'000;
constexpr double kLongest = 1e15;
constexpr std::size_t kMostPoints = 100'000;

using RunDraft = Draft<Run>;

void read_until(Reader& reader, const YamlNode& node, Settings& settings) {
  const std::size_t errors = reader.errors();
  settings.until = reader.quantity(node, Dimension::time, {0, kLongest}).value;
  if (*settings.until == 0 && reader.errors() == errors) reader.error(node.where, "a run lasts longer than 0 s");
}

void read_replications(Reader& reader, const YamlNode& node, Settings& settings) {
  settings.replications = static_cast<std::uint64_t>(reader.integer(node, {1, kMostReplications}).value);
}

constexpr std::array kQuick{
    Key<Settings>{"until", read_until, ""}, Key<Settings>{"replications", read_replications, ""},
    Key<Settings>{"set", [](Reader& reader, const YamlNode& node, Settings& settings) { settings.set = read_set(reader, node); },
                  ""}};

void read_quick(Reader& reader, const YamlNode& node, RunDraft& draft) {
  constexpr std::string_view kLeaveOut = "leave out";
  if (node.kind == YamlNode::Kind::scalar) {
    draft.read.left_out_by_quick = node.text == kLeaveOut;
    if (!draft.read.left_out_by_quick)
      reader.error(node.where, fmt::format("quick is a map of keys or `{}`, found {}", kLeaveOut, quote(node.text)));
    return;
  }
  Settings quick;
  read_keys<Settings>(reader, node, "quick", kQuick, quick);
  draft.read.quick = std::move(quick);
}

void add_figure(Reader& reader, const YamlNode& name, std::string of, Run& run) {
  const std::string text = reader.identifier(name);
  const auto same = [&](const Figure& one) { return one.name == text; };
  if (std::any_of(run.figures.begin(), run.figures.end(), same))
    reader.error(name.where, fmt::format("the figure {} stands here twice", quote(text)));
  run.figures.push_back({text, std::move(of), name.where});
}

void read_figures(Reader& reader, const YamlNode& node, RunDraft& draft) {
  Run& run = draft.read;
  if (node.kind == YamlNode::Kind::map) {
    for (const YamlEntry& entry : node.entries) {
      YamlNode name = default_node("-", entry.where);
      name.text = entry.key;
      add_figure(reader, name, read_text(reader, entry.value, "a measure or a property").text, run);
    }
  } else {
    for (const YamlNode* item : items_of(node)) add_figure(reader, *item, item->text, run);
  }
  if (run.figures.empty()) reader.error(node.where, "a run gives one figure at least");
}

template <Question question>
void read_net(Reader& reader, const YamlNode& node, RunDraft& draft) {
  draft.read.question = question;
  draft.read.net = read_text(reader, node, "the path of a net or of a description");
}

constexpr std::array kRun{
    Key<RunDraft>{"simulate", read_net<Question::simulate>, ""},
    Key<RunDraft>{"solve", read_net<Question::solve>, ""},
    Key<RunDraft>{"verify", read_net<Question::verify>, ""},
    Key<RunDraft>{"scenario",
                  [](Reader& reader, const YamlNode& node, RunDraft& draft) { draft.read.scenario = reader.word(node).value; }, ""},
    Key<RunDraft>{
        "over",
        [](Reader& reader, const YamlNode& node, RunDraft& draft) { draft.read.axes = axes_of(reader, node, *draft.claims); }, ""},
    Key<RunDraft>{"figures", read_figures, nullptr},
    Key<RunDraft>{
        "set", [](Reader& reader, const YamlNode& node, RunDraft& draft) { draft.read.settings.set = read_set(reader, node); }, ""},
    Key<RunDraft>{"until",
                  [](Reader& reader, const YamlNode& node, RunDraft& draft) { read_until(reader, node, draft.read.settings); }, ""},
    Key<RunDraft>{
        "replications",
        [](Reader& reader, const YamlNode& node, RunDraft& draft) { read_replications(reader, node, draft.read.settings); }, ""},
    Key<RunDraft>{"seed",
                  [](Reader& reader, const YamlNode& node, RunDraft& draft) {
                    draft.read.seed = static_cast<std::uint64_t>(reader.integer(node, {0, 1'000'000'000}).value);
                  },
                  ""},
    Key<RunDraft>{"urgent",
                  [](Reader& reader, const YamlNode& node, RunDraft& draft) { draft.read.urgent = reader.boolean(node).value; },
                  ""},
    Key<RunDraft>{"quick", read_quick, ""}};

/// A key that says nothing of such a run.
void refuse(Reader& reader, const YamlNode& node, std::string_view key, std::string_view question) {
  for (const YamlEntry& entry : node.entries) {
    if (entry.key == key) reader.error(entry.where, fmt::format("`{}` says nothing of a run that is to {}", key, question));
  }
}

void check_question(Reader& reader, const YamlEntry& entry, const Run& run) {
  std::size_t questions = 0;
  for (const char* key : {"simulate", "solve", "verify"}) questions += entry.value.find(key) != nullptr ? 1U : 0U;
  if (questions != 1) {
    reader.error(entry.where, fmt::format("the run {} needs one of the keys simulate, solve and verify", quote(entry.key)));
    return;
  }
  constexpr std::array<std::string_view, 3> kNames{"simulate", "solve", "verify"};
  const std::string_view name = kNames[static_cast<std::size_t>(run.question)];
  if (run.question != Question::simulate) {
    refuse(reader, entry.value, "replications", name);
    refuse(reader, entry.value, "seed", name);
  }
  if (run.question == Question::verify) refuse(reader, entry.value, "until", name);
  if (run.question != Question::verify) refuse(reader, entry.value, "urgent", name);
}

/// Whether each `{axis}` in a text is an axis of the run.
void check_placeholders(Reader& reader, const Text& text, const Run& run, const Claims& claims) {
  std::vector<std::string> names;
  for (const std::size_t axis : run.axes) names.push_back(claims.axes[axis].name);
  for (std::size_t open = text.text.find('{'); open != std::string::npos; open = text.text.find('{', open + 1)) {
    const std::size_t close = text.text.find('}', open);
    const std::string name = text.text.substr(open + 1, close == std::string::npos ? close : close - open - 1);
    const bool word = !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                                           std::string::npos;
    if (close == std::string::npos || !word || std::find(names.begin(), names.end(), name) != names.end()) continue;
    reader.error(text.where, fmt::format("the run {} does not go over an axis {}", quote(run.name), quote(name)),
                 names.empty() ? "`over:` names its axes" : suggest(name, names));
  }
}

void check_run(Reader& reader, const Run& run, const Claims& claims) {
  check_placeholders(reader, run.net, run, claims);
  for (const auto& [key, value] : run.settings.set) check_placeholders(reader, value, run, claims);
  if (run.quick) {
    for (const auto& [key, value] : run.quick->set) check_placeholders(reader, value, run, claims);
  }
  std::size_t points = 1;
  for (const std::size_t axis : run.axes) points = std::min(points * claims.axes[axis].values.size(), kMostPoints + 1);
  if (points > kMostPoints)
    reader.error(run.where, fmt::format("the run {} has more than {} points", quote(run.name), kMostPoints));
}

}  // namespace

void read_runs(Reader& reader, const YamlNode& node, Claims& claims) {
  if (!reader.is_map(node, "runs")) return;
  for (const YamlEntry& entry : node.entries) {
    RunDraft draft{&claims, {}};
    YamlNode name = default_node("-", entry.where);
    name.text = entry.key;
    draft.read.name = reader.identifier(name);
    draft.read.where = entry.where;
    if (!read_keys<RunDraft>(reader, entry.value, "a run", kRun, draft)) continue;
    check_question(reader, entry, draft.read);
    check_run(reader, draft.read, claims);
    claims.runs.push_back(std::move(draft.read));
  }
}

}  // namespace petriloom::cli::claims
