// SPDX-License-Identifier: Apache-2.0
#include "generator/reading/read_tasks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "engine/text/real_text.h"
#include "generator/reading/read_graph_file.h"
#include "generator/tasks/check_application.h"
#include "generator/tasks/kernel_times.h"

namespace petriloom {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::string read_table(Reader& reader, const YamlNode& node) {
  const std::string* text = reader.scalar(node, "a file that ends in .csv");
  if (text == nullptr || *text == "none") return "[]";
  const bool plain = std::none_of(text->begin(), text->end(),
                                  [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; });
  if (!plain || !text->ends_with(".csv"))
    reader.error(node.where, fmt::format("expected a file that ends in .csv, found {}", quote_path(*text)));
  return fmt::format("table \"{}\"", *text);
}

/// The value of a key as the net language has it.
std::string value_of(Reader& reader, const YamlNode& node, const TaskKey& key) {
  switch (key.kind) {
    case TaskKeyKind::count:
      return std::to_string(reader.integer(node, {static_cast<int>(key.low), static_cast<int>(key.high)}).value);
    case TaskKeyKind::number:
      return real_text(reader.number(node, {key.low, key.high}).value);
    case TaskKeyKind::time:
      return real_text(reader.quantity(node, Dimension::time, {key.low, key.high}).value);
    case TaskKeyKind::bytes:
      return real_text(reader.quantity(node, Dimension::bytes, {key.low, key.high}).value);
    case TaskKeyKind::truth:
      return reader.boolean(node).value ? "true" : "false";
    case TaskKeyKind::choice: {
      const std::vector<std::string_view> choices = words_of(key.choices);
      return std::string(choices[static_cast<std::size_t>(reader.choice(node, choices).value)]);
    }
    case TaskKeyKind::file:
      return read_table(reader, node);
  }
  return {};
}

/// What another key has that a key stands for if it is left out; at least what this one takes.
YamlNode not_below(const YamlNode& other, const TaskKey& key) {
  const auto value = parse_number<int>(other.text);
  const bool below = key.kind == TaskKeyKind::count && value && *value < static_cast<int>(key.low);
  return below ? default_node(std::to_string(static_cast<int>(key.low)), other.where) : other;
}

/// What stands for a key, and for the key that stands for it, if neither is there; empty: nothing.
std::string_view default_of(const TaskApplication& application, const TaskKey& key) {
  if (!key.otherwise.starts_with('=')) return key.otherwise;
  const auto other = std::find_if(application.keys.begin(), application.keys.end(),
                                  [&](const TaskKey& one) { return one.name == key.otherwise.substr(1); });
  return other == application.keys.end() ? std::string_view() : other->otherwise;
}

const TaskApplication* read_kind(Reader& reader, const YamlNode& node, TaskSystem& system) {
  const YamlNode* const kind = node.find("kind");
  if (kind == nullptr) {
    reader.error(node.where, "'application' of a node that runs tasks needs the key 'kind'");
    return nullptr;
  }
  std::vector<std::string_view> names;
  for (const TaskApplication& one : task_applications()) names.push_back(one.name);
  const std::size_t errors = reader.errors();
  const Located<int> chosen = reader.choice(*kind, names);
  if (reader.errors() > errors) return nullptr;
  const TaskApplication& application = task_applications()[static_cast<std::size_t>(chosen.value)];
  system.application = {std::string(application.name), kind->where};
  return &application;
}

/// Times of one kernel: of a core, and of all cards or of each.
struct KernelDraft {
  double core = kNotSaid;
  std::vector<double> cards;
  bool in_list = false;  // the cards' times, even if it is one
};

/// A time, or `none` where there is no implementation.
double time_or_none(Reader& reader, const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar && node.text == "none") return kNoKernel;
  if (node.kind == YamlNode::Kind::scalar && node.text.size() == 4 && nearest(node.text, {"none"}) == "none") {
    reader.error(node.where, fmt::format("expected a time or 'none', found '{}'", node.text));
    return kNoKernel;
  }
  return reader.quantity(node, Dimension::time, kKernelTime).value;
}
/// Of one card among several.
double time_of_card(Reader& reader, const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar && node.text == "none") {
    reader.error(node.where, "'none' can only be said of all cards at once", "card: none");
    return kNoKernel;
  }
  return reader.quantity(node, Dimension::time, kKernelTime).value;
}

constexpr auto kKernelKeys = std::to_array<Key<KernelDraft>>({
    {"core", [](Reader& r, const YamlNode& n, KernelDraft& d) { d.core = time_or_none(r, n); }, ""},
    {"card",
     [](Reader& r, const YamlNode& n, KernelDraft& d) {
       if (n.kind != YamlNode::Kind::list) {
         d.cards.push_back(time_or_none(r, n));
         return;
       }
       d.in_list = true;
       if (n.items.empty()) r.error(n.where, "the list has no time", "card: a time, or a list of one for each card");
       for (const YamlNode& one : n.items) d.cards.push_back(time_of_card(r, one));
     },
     ""},
});

}  // namespace

void read_task_application(Reader& reader, const YamlNode& node, TaskSystem& system, Sources& sources, Diagnostics& diagnostics) {
  if (!reader.is_map(node, "'application'")) return;
  const TaskApplication* const application = read_kind(reader, node, system);
  if (application == nullptr) return;
  const std::string_view instead = application->instead;
  if (!instead.empty() && node.find(instead) != nullptr)
    return read_graph_file(reader, node, *application, system, sources, diagnostics);
  const std::string section = fmt::format("the application '{}'", application->name);
  const std::string help = instead.empty() ? "" : fmt::format("or '{}', which stands for all the others", instead);
  std::vector<std::string> names{"kind"};
  for (const TaskKey& key : application->keys) names.emplace_back(key.name);
  if (!instead.empty()) names.emplace_back(instead);
  reader.check_known(node, section, names);
  const std::size_t errors = reader.errors();
  for (const TaskKey& key : application->keys) {
    const YamlNode* given = reader.find(node, key.name);
    const bool another = given == nullptr && key.otherwise.starts_with('=');
    if (another) given = reader.find(node, key.otherwise.substr(1));
    const std::string_view text = default_of(*application, key);
    if (given == nullptr && text.empty()) {
      // What another key stands for is missed there.
      if (key.otherwise.empty()) reader.error(node.where, fmt::format("{} needs the key '{}'", section, key.name), help);
      continue;
    }
    const YamlNode otherwise = given == nullptr ? default_node(text, node.where) : another ? not_below(*given, key) : *given;
    if (key.name == "tile") {
      system.tile = reader.integer(otherwise, {static_cast<int>(key.low), static_cast<int>(key.high)}).value;
    } else if (key.constant.empty()) {
      system.number = reader.quantity(otherwise, Dimension::bytes, {key.low, key.high}).value;
    } else {
      system.constants.push_back({std::string(key.constant), value_of(reader, otherwise, key), otherwise.where});
      if (key.kind == TaskKeyKind::file) system.table_files[std::string(key.name)] = {otherwise.text, otherwise.where};
    }
  }
  if (reader.errors() == errors) check_application(system, diagnostics);
}

void read_kernels(Reader& reader, const YamlNode& node, const TaskApplication& application, TaskMachine& machine) {
  if (!reader.is_map(node, "'kernels'")) return;
  std::vector<std::string> names;
  for (const TaskKernel& kernel : application.kernels) names.emplace_back(kernel.name);
  if (names.empty()) {
    reader.error(node.where, fmt::format("the application '{}' has no kernels", application.name),
                 "its keys say how long tasks take");
    return;
  }
  reader.report_unknown(node, fmt::format("'kernels' of the application '{}'", application.name), names);
  for (const YamlEntry& entry : node.entries) {
    if (std::find(names.begin(), names.end(), entry.key) == names.end()) continue;
    KernelDraft draft;
    const std::size_t errors = reader.errors();
    if (!read_keys<KernelDraft>(reader, entry.value, "a kernel", kKernelKeys, draft)) continue;
    const auto cards = static_cast<std::size_t>(machine.cards.value);
    if (draft.in_list && draft.cards.size() == 1 && cards > 1)
      reader.warning(entry.value.where,
                     fmt::format("the kernel '{}' has a list of one time, which stands for all {} cards", entry.key, cards),
                     "card: a time for all, or a list of one for each card");
    if (draft.cards.empty()) draft.cards.push_back(kNotSaid);
    if (draft.cards.size() == 1) draft.cards.resize(cards, draft.cards.front());
    if (reader.errors() == errors && draft.cards.size() != cards && reader.readable(machine.cards.where))
      reader.error(entry.value.where,
                   fmt::format("the kernel '{}' has times on {} cards, and the node has {}", entry.key, draft.cards.size(), cards),
                   "card: a time, or a list of one for each card");
    std::vector<double> times = draft.cards;
    times.resize(machine.workers(), draft.core);
    const auto none = [](double time) { return time == kNoKernel; };
    if (reader.errors() == 0 && !times.empty() && std::all_of(times.begin(), times.end(), none))
      reader.error(entry.value.where, fmt::format("no worker of the node runs the kernel '{}'", entry.key),
                   "'none' says that cores or cards have no implementation of it");
    machine.kernels[entry.key] = std::move(times);
  }
  for (const TaskKernel& kernel : application.kernels) use_time_of_like(kernel, machine);
}

}  // namespace petriloom
